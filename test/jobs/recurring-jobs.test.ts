import { afterAll, beforeAll, expect, it } from 'vitest'
import { createChores } from '../../src/jobs/recurring-jobs.ts'
import { createTaskList } from '../../src/services/tasks/task-list.ts'
import { createWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => { world = await createWorld() })
afterAll(() => world.close())

const tasks = () => world.rows<{ subject: string, seconds: number }>(
  "select subject, extract(epoch from due_at - now())::float8 as seconds from outbox_tasks where topic = 'chore' order by subject"
)

it('chores are done by one instance at a time, and come round again', async () => {
  const { lease, plant, putBack } = createTaskList({ store: world.store, leaseSeconds: 30 })
  const done: string[] = []
  const chores = createChores({
    plant,
    putBack,
    chores: {
      sweep: {
        everySeconds: 3600,
        work: async () => {
          done.push('sweep')
        }
      },
      dust: {
        everySeconds: 60,
        work: async () => {
          throw new Error('no cloth')
        }
      }
    }
  })
  await Promise.all([chores.plant(), chores.plant(), chores.plant()])

  const leased = (await Promise.all([lease(['chore'], 10), lease(['chore'], 10)])).flat()
  const [dust, sweep] = leased.sort((a, b) => a.subject < b.subject ? -1 : 1)
  await chores.perform(sweep!)

  expect(leased.map(({ subject }) => subject)).toEqual(['dust', 'sweep'])
  expect(done).toEqual(['sweep'])
  await expect(chores.perform(dust!)).rejects.toThrow('no cloth')
  expect((await tasks()).find(({ subject }) => subject === 'sweep')!.seconds).toBeGreaterThan(3590)
  await expect(chores.perform(sweep!)).rejects.toThrow('lease')
})

it('a chore that this version does not know is left to those that do', async () => {
  const { lease, plant, putBack } = createTaskList({ store: world.store, leaseSeconds: 30 })
  await plant(['tomorrow'])
  const [task] = await lease(['chore'], 10)

  await createChores({ plant, putBack, chores: {} }).perform(task!)

  expect((await tasks()).find(({ subject }) => subject === 'tomorrow')!.seconds).toBeGreaterThan(86_000)
})
