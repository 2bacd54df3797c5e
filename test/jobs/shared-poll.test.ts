import { expect, it } from 'vitest'
import { createSharedPoll } from '../../src/jobs/shared-poll.ts'
import type { Topic } from '../../src/model/tasks.ts'

const due = new Map<Topic, number>([['packEnvelope', 50], ['notify', -3], ['sendMail', 7]])

it('workers that look at the same moment cost one look, and each is told of its own topics', async () => {
  const asked: (readonly Topic[])[] = []
  const msToNext = createSharedPoll(async (topics) => {
    asked.push(topics)
    return due
  })

  expect(await Promise.all([
    msToNext(['packEnvelope', 'sendMail']), msToNext(['notify']), msToNext(['processBulk'])
  ])).toEqual([7, -3, Infinity])
  expect(asked).toEqual([['packEnvelope', 'sendMail', 'notify', 'processBulk']])
})

it('a worker that asks during a look gets the next one', async () => {
  const answers: ((found: ReadonlyMap<Topic, number>) => void)[] = []
  const msToNext = createSharedPoll(() => new Promise((resolve) => { answers.push(resolve) }))
  const first = msToNext(['notify'])
  await expect.poll(() => answers.length).toBe(1)
  const second = msToNext(['notify'])
  await expect.poll(() => answers.length).toBe(2)
  answers[0]!(new Map())
  answers[1]!(due)

  expect(await Promise.all([first, second])).toEqual([Infinity, -3])
})

it('a look that fails is not kept for the next', async () => {
  const looks = [async () => { throw new Error('the database is away') }, async () => due]
  const msToNext = createSharedPoll(async () => looks.shift()!())

  await expect(msToNext(['notify'])).rejects.toThrow('the database is away')
  expect(await msToNext(['notify'])).toBe(-3)
})
