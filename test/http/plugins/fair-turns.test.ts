import { describe, expect, it, onTestFinished } from 'vitest'
import { envelopedBoolean, ok } from '../../../src/http/envelope.ts'
import { defineGroup } from '../../../src/http/operation.ts'
import { strangerAt } from '../../../src/http/callers.ts'
import { createFairTurns } from '../../../src/http/plugins/fair-turns.ts'
import type { Actor } from '../../../src/services/actor.ts'
import { httpApp, people } from '../../support/http-app.ts'
import { get, openConnection, until } from '../../support/raw-connection.ts'

const settled = () => new Promise((resolve) => { setImmediate(() => setImmediate(resolve)) })

/** Turns with a clock that only work moves. */
function workshop () {
  let nowMs = 0
  const turns = createFairTurns({ now: () => nowMs })
  const done: string[] = []
  async function work (caller: string, ms: number): Promise<void> {
    await turns.next(caller)
    // Two steps of one unit, as a parse and a validation are.
    nowMs += ms / 2
    await undefined
    nowMs += ms / 2
    done.push(caller)
  }
  return { turns, work, done, pass: (ms: number) => { nowMs += ms } }
}

describe('turns', () => {
  it('are had at once while there is time', async () => {
    const { work, done } = workshop()
    await Promise.all([work('a', 0.1), work('a', 0.1), work('b', 0.1)])

    expect(done).toHaveLength(3)
  })

  it('go to who had least, once the round is over', async () => {
    const { work, done, pass } = workshop()
    const all = [...Array.from({ length: 6 }, () => work('crowd', 3)), work('good', 1)]
    await all.at(-1)
    pass(100)
    await Promise.all(all)

    expect(done.slice(0, 3)).toContain('good')
    expect(done).toHaveLength(7)
  })

  it('let light work go between heavy units, for three times as long as those take', async () => {
    const { work, done } = workshop()
    await work('light', 1)
    const heavy = work('heavy', 50)
    const waiting = work('heavy', 50)
    for (let count = 0; count < 120; count++) await work('light', 1)

    expect(done.slice(0, 122)).toEqual(['light', 'heavy', ...Array.from({ length: 120 }, () => 'light')])
    for (let count = 0; count < 60; count++) await work('light', 1)
    await Promise.all([heavy, waiting])
    expect(done.filter((caller) => caller === 'heavy')).toHaveLength(2)
  })

  it('leave as much time unused as one had who has much of it, while another one has little', async () => {
    const { turns, work, done, pass } = workshop()
    await work('light', 0.5)
    turns.age(false)
    for (let count = 0; count < 120; count++) {
      await work('greedy', 1)
      await settled()
      pass(1)
    }
    done.length = 0
    const all = ['first', 'second'].map(() => work('greedy', 2))
    for (let count = 0; count < 18; count++) await work('light', 0.1)

    expect(done).toEqual(['greedy', ...Array.from({ length: 18 }, () => 'light')])
    pass(0.3)
    await Promise.all(all)
    expect(done.slice(19)).toEqual(['greedy'])
  }, 10_000)

  it('leave no time unused where all have much of it', async () => {
    const { turns, work, done } = workshop()
    for (let count = 0; count < 110; count++) for (const caller of ['one', 'other']) await work(caller, 1)
    turns.age(false)
    for (let count = 0; count < 110; count++) for (const caller of ['one', 'other']) await work(caller, 1)
    done.length = 0
    // No time passes but by work.
    await Promise.all(Array.from({ length: 20 }, (_, index) => work(index % 2 === 0 ? 'one' : 'other', 1)))

    expect(done).toHaveLength(20)
  }, 10_000)

  it('are charged for what runs until a wait, and not for the wait', async () => {
    const { turns, work, pass } = workshop()
    await Promise.all([work('slow', 0.1).then(async () => {
      await settled()
      pass(1000)
    }), work('busy', 1)])
    await settled()
    turns.age(true)

    await expect(turns.next('busy')).rejects.toMatchObject({ code: 'OVERLOADED' })
    await expect(turns.next('slow')).resolves.toBeUndefined()
  })

  it('are refused to a caller of whom five hundred wait, and to nobody else', async () => {
    const { turns, work } = workshop()
    await work('a', 3)
    const waiting = Array.from(
      { length: 501 }, () => turns.next('a').then(() => 'let in', (error: { code: string }) => error.code)
    )
    const other = turns.next('b')

    await expect(other).resolves.toBeUndefined()
    expect((await Promise.all(waiting)).filter((outcome) => outcome === 'OVERLOADED')).toHaveLength(1)
  })

  it('wait, and do not end what has begun, under overload', async () => {
    const { turns, work } = workshop()
    await Promise.all([work('heavy', 1.5), work('light', 0.1)])
    await settled()
    turns.age(true)

    await expect(turns.wait('heavy')).resolves.toBeUndefined()
  })
})

describe('a turn', () => {
  it('is gone on with by the request that has it, and waited for by the others of its caller', async () => {
    const { turns, work, done } = workshop()
    await work('other', 0.1)
    await settled()
    const [first, second] = [{}, {}]
    const inTwoSteps = async (owner: object, name: string): Promise<void> => {
      await turns.next('a', owner)
      done.push(`${name} begins`)
      await turns.next('a', owner)
      done.push(`${name} goes on`)
    }
    await Promise.all([inTwoSteps(first, 'first'), inTwoSteps(second, 'second')])

    expect(done.slice(1)).toEqual(['first begins', 'first goes on', 'second begins', 'second goes on'])
  })

  it('is given up by a request that has used it', async () => {
    const { turns, done, pass } = workshop()
    const request = {}
    await turns.next('a', request)
    const waiting = turns.next('b').then(() => { done.push('b') })
    pass(0.9)
    await turns.next('a', request)
    done.push('a')
    await waiting

    expect(done).toEqual(['b', 'a'])
  })
})

describe('what goes on after an answer of the database', () => {
  const of = (tenantId?: string, isTask = false) => ({ tenantId, isTask })

  it('does so at once while there is time, and is charged', async () => {
    const { turns, work, pass } = workshop()
    expect(turns.again(of('tenant'))).toBeUndefined()
    pass(100)
    await work('light', 0.1)
    await settled()
    turns.age(true)

    await expect(turns.next('tenant')).rejects.toMatchObject({ code: 'OVERLOADED' })
  })

  it('waits for its turn otherwise: a crowd does not go before somebody else', async () => {
    const { turns, done, pass } = workshop()
    const goOn = async (caller: string): Promise<void> => {
      await turns.again(of(caller))
      pass(0.5)
      done.push(caller)
    }
    await Promise.all([...Array.from({ length: 50 }, () => goOn('crowd')), goOn('good')])

    expect(done.indexOf('good')).toBeLessThan(4)
    expect(done).toHaveLength(51)
  })

  it('does not wait for the tasks that its tenant has, however many', async () => {
    const { turns, done, pass } = workshop()
    const goOn = async (isTask: boolean): Promise<void> => {
      await turns.again(of('tenant', isTask))
      pass(0.5)
      done.push(isTask ? 'task' : 'request')
    }
    await Promise.all([...Array.from({ length: 50 }, () => goOn(true)), goOn(false)])

    expect(done.indexOf('request')).toBeLessThan(4)
  })

  it('is nobody beside a tenant that is alone, where it is a task or above tenants', async () => {
    const { turns, work } = workshop()
    await work('tenant', 0.5)
    for (const goer of [of(), of('tenant', true), of(undefined, true)]) await turns.again(goer)
    await settled()

    expect(turns.isShared).toBe(false)
    await work('another', 0.5)
    expect(turns.isShared).toBe(true)
  })

  it('goes on at once where a caller is alone, and before its turn where too much of it waits', async () => {
    const { turns, work } = workshop()
    let gone = 0
    const goOn = (): void => { for (let count = 0; count < 600; count++) turns.take('a', () => { gone += 1 }) }
    await work('a', 3)
    goOn()
    expect(gone).toBe(600)

    await work('b', 3)
    goOn()
    expect(gone).toBe(700)
    await until(() => gone === 1200)
  })
})

describe('requests that begin', () => {
  /** Notes who began; each beginning takes so long. */
  function door (ms: number) {
    const { turns, pass } = workshop()
    const begun: string[] = []
    const enter = (caller: string, { isNew = false, network = caller } = {}) => {
      turns.enter({ caller, network, isNew }, () => {
        pass(ms)
        begun.push(caller)
      })
    }
    return { turns, begun, enter }
  }

  it('do so in turns of their networks', async () => {
    const { begun, enter } = door(1)
    enter('good')
    await settled()
    for (let count = 0; count < 50; count++) enter('crowd')
    enter('good')
    await until(() => begun.length === 52)

    expect(begun.lastIndexOf('good')).toBeLessThan(5)
  })

  it('of a network that is alone wait for nobody, whoever its callers are', () => {
    const { begun, enter } = door(1)
    for (let count = 0; count < 50; count++) enter(count % 2 === 0 ? 'andes' : 'boreal', { network: 'only' })

    expect(begun).toHaveLength(50)
  })

  it('of many strangers do not go before those of a tenant', async () => {
    const { begun, enter } = door(1)
    for (let count = 0; count < 100; count++) enter(strangerAt(`192.0.2.${count % 50}`))
    await settled()
    const earlier = begun.length
    for (let count = 0; count < 10; count++) enter('tenant')
    await until(() => begun.length === 110)

    expect(begun.lastIndexOf('tenant')).toBeLessThan(earlier + 24)
  })

  it('alternate with work upon those that have begun', async () => {
    const { turns, begun, enter } = door(0.1)
    enter('other')
    await settled()
    begun.length = 0
    const work = Array.from({ length: 5 }, () => turns.wait('tenant').then(() => { begun.push('work') }))
    for (let count = 0; count < 5; count++) enter('crowd')
    await Promise.all(work)
    await until(() => begun.length === 10)

    expect(begun.slice(1, 9)).toEqual(['crowd', 'work', 'crowd', 'work', 'crowd', 'work', 'crowd', 'work'])
  })

  it('are fewer in a round in which a connection was accepted', async () => {
    const { turns, begun, enter } = door(0.2)
    const begunInARound = async (before: () => void): Promise<number> => {
      const earlier = begun.length
      const endOfRound = new Promise((resolve) => { setImmediate(resolve) })
      before()
      for (let count = 0; count < 8; count++) enter('crowd')
      await endOfRound
      const inRound = begun.length - earlier
      await until(() => begun.length === earlier + 8)
      return inRound
    }

    expect(await begunInARound(() => {})).toBe(8)
    await settled()
    expect(await begunInARound(turns.noteArrival)).toBe(2)
  })

  it.each([
    ['few in a round while one of several callers has much of the time', 1, { least: 4, most: 7 }],
    ['more while many have little each', 10, { least: 9, most: 13 }]
  ])('are %s', async (_which, callers, { least, most }) => {
    const { turns, work, pass } = workshop()
    for (let index = 0; index < callers; index++) await work(`busy ${index}`, 1)
    for (const caller of ['light', 'another']) await work(caller, 0.1)
    turns.age(false)
    await settled()
    let begun = 0
    for (let count = 0; count < 20; count++) {
      turns.enter({ caller: 'crowd', network: String(count % 2), isNew: false }, () => {
        pass(0.2)
        begun += 1
      })
    }
    await new Promise((resolve) => { setImmediate(resolve) })

    expect(begun).toBeGreaterThanOrEqual(least)
    expect(begun).toBeLessThanOrEqual(most)
    await until(() => begun === 20)
  })

  it('wait for connections that arrive when their own is new, and do not when it is known', async () => {
    const { turns, begun, enter } = door(0.1)
    enter('other')
    await settled()
    begun.length = 0
    turns.noteArrival()
    for (let count = 0; count < 3; count++) enter('crowd', { isNew: true })
    enter('known')
    for (let round = 0; round < 20; round++) {
      await new Promise((resolve) => { setImmediate(resolve) })
      turns.noteArrival()
    }

    expect(begun).toEqual(['crowd', 'known'])
    await until(() => begun.length === 4)
  })

  it('begin at once when more of a network wait than may', async () => {
    const { begun, enter } = door(3)
    enter('other')
    for (let count = 0; count < 600; count++) enter('proxy')

    await until(() => begun.length === 601)
  })
})

describe('requests without a body', () => {
  it('of a crowd do not go before the one of somebody else', { tags: 'slow' }, async () => {
    const answered: string[] = []
    const { app } = await httpApp({ groups: [busyGroup(answered)] })
    onTestFinished(() => app.close())
    await app.listen({ host: '127.0.0.1', port: 0 })
    const crowd = await Promise.all(Array.from({ length: 60 }, () => openConnection(app)))
    const single = await openConnection(app, { from: '127.0.0.2' })
    const accepted = () => new Promise<number>((resolve) => {
      app.server.getConnections((_error, count) => { resolve(count) })
    })
    await until(async () => await accepted() === 61)

    for (const { send } of crowd) send(get('/api/Busy/Work'))
    single.send(get('/api/Busy/Work'))
    await until(() => answered.length === 61)

    expect(answered.indexOf('127.0.0.2')).toBeLessThan(30)
  })
})

describe('a request on a connection that is known to be of a tenant', () => {
  it('does not wait for those of another tenant, from however many addresses they come', { tags: 'slow' }, async () => {
    expect(await placeBehind(people.andesAdmin)).toBeLessThan(8)
  })

  it('does not wait for those of strangers, from however many addresses they come', { tags: 'slow' }, async () => {
    expect(await placeBehind({ ...people.andesAdmin, userId: 'nobody' })).toBeLessThan(8)
  })
})

/** How many of forty requests from as many addresses have their token checked before that of somebody else. */
async function placeBehind (crowd: Actor): Promise<number> {
  const checked: string[] = []
  const { app, as } = await httpApp({
    groups: [ownGroup],
    services: {
      sessions: {
        actorOf: async ({ userId }) => {
          // All of it at the door: whose request it is, is known afterwards.
          for (const end = performance.now() + 5; performance.now() < end;);
          checked.push(userId)
          return Object.values(people).find((actor) => actor.userId === userId)
        }
      }
    }
  })
  onTestFinished(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const clientOf = async (actor: Actor, from: string) => {
    const client = await openConnection(app, { from })
    const request = get('/api/Own/Work', `Authorization: ${as(actor).authorization}\r\n`)
    client.send(request)
    await until(() => client.received !== '')
    return () => { client.socket.write(request) }
  }
  const others = await Promise.all(
    Array.from({ length: 40 }, (_, index) => clientOf(crowd, `127.0.1.${index + 1}`))
  )
  const ask = await clientOf(people.borealAdmin, '127.0.0.2')

  checked.length = 0
  for (const askToo of others) askToo()
  ask()
  await until(() => checked.length === 41)
  return checked.indexOf(people.borealAdmin.userId)
}

const ownGroup = defineGroup('Own', (operation) => {
  operation({
    method: 'GET',
    path: '/Work',
    rule: { access: 'signedIn' },
    summary: 'Do what those do who are signed in',
    answer: envelopedBoolean,
    handler: async () => ok(true)
  })
})

/** An operation that needs five milliseconds of the event loop, and notes who asked for it. */
function busyGroup (answered: string[]) {
  return defineGroup('Busy', (operation) => {
    operation({
      method: 'GET',
      path: '/Work',
      rule: { access: 'public' },
      summary: 'Keep the event loop busy',
      answer: envelopedBoolean,
      handler: async ({ address }) => {
        const end = performance.now() + 5
        while (performance.now() < end);
        answered.push(address)
        return ok(true)
      }
    })
  })
}
