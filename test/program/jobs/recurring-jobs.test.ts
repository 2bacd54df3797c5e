import { expect, it } from 'vitest'
import { createRecurringJobs } from '../../../src/program/jobs/recurring-jobs.ts'
import { createTaskList } from '../../../src/services/tasks/task-list.ts'
import { defined, exactly, only } from '../../support/expecting.ts'
import { sharedWorld } from '../../support/shared.ts'

const world = sharedWorld()

const tasks = () => world.rows<{ subject: string, seconds: number }>(
  "select subject, extract(epoch from due_at - now())::float8 as seconds from outbox_tasks where topic = 'recurringJob' order by subject"
)

it('recurring jobs run in one instance at a time, and again later', async () => {
  const { lease, scheduleRecurring, reschedule } = createTaskList({ store: world.store, leaseSeconds: 30 })
  const done: string[] = []
  const jobs = createRecurringJobs({
    scheduleRecurring,
    reschedule,
    jobs: {
      sweep: {
        everySeconds: 3600,
        run: async () => {
          done.push('sweep')
        }
      },
      dust: {
        everySeconds: 60,
        run: async () => {
          throw new Error('no cloth')
        }
      }
    }
  })
  await Promise.all([jobs.schedule(), jobs.schedule(), jobs.schedule()])

  const leased = (await Promise.all([lease(['recurringJob'], 10), lease(['recurringJob'], 10)])).flat()
  const [dust, sweep] = exactly(2, leased.sort((a, b) => a.subject < b.subject ? -1 : 1))
  await jobs.perform(sweep)

  expect(leased.map(({ subject }) => subject)).toEqual(['dust', 'sweep'])
  expect(done).toEqual(['sweep'])
  await expect(jobs.perform(dust)).rejects.toThrow('no cloth')
  expect(defined((await tasks()).find(({ subject }) => subject === 'sweep')).seconds).toBeGreaterThan(3000)
  await expect(jobs.perform(sweep)).rejects.toThrow('lease')
})

it('a job unknown to this version is left to versions that know it', async () => {
  const { lease, scheduleRecurring, reschedule } = createTaskList({ store: world.store, leaseSeconds: 30 })
  await scheduleRecurring(['tomorrow'])
  const task = only(await lease(['recurringJob'], 10))

  await createRecurringJobs({ scheduleRecurring, reschedule, jobs: {} }).perform(task)

  expect(defined((await tasks()).find(({ subject }) => subject === 'tomorrow')).seconds).toBeGreaterThan(86_000)
})
