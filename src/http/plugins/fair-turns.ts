import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { type ErrorCode, ServiceError } from '../../shared/errors.ts'
import type { Goer, Turns } from '../../shared/turns.ts'
import { callerAt, callerGoingOn, groupOf, isStranger, noteRefused, noteTenant, strangerAt } from '../callers.ts'
import { createFairQueue } from '../fair-queue.ts'

declare module 'fastify' {
  interface FastifyInstance { turns: FairTurns }

  interface FastifyRequest {
    /** Resolves when it is the turn of the request's caller again, for a work of several units that has begun. */
    nextTurn: () => Promise<void>
  }
}

/** Whose request begins, from which network. */
interface Entering { caller: string, network: string, isNew: boolean }

/** `owner`: the request whose unit it is, where one may be of several steps. */
interface Waiting { caller: string, letIn: () => void, owner: object | undefined }

// As long as ordinary requests take together that come in one round of the event loop.
const roundMs = 2
// While one of several callers has much of the time: a request of another waits for some eight rounds in all, for its
// turns and for the database, and what is done in each of them keeps it waiting. Where many have little each, longer
// rounds cost less, and more documents share a transaction.
const crowdedRoundMs = 1
const muchOfTime = 1 / 4
// Reading an ordinary document takes less.
const shortMs = crowdedRoundMs / 2
// A round accepts one connection: while they come, the next should not have to wait for much more than that.
const roundOfArrivalMs = 0.25
// While they come, only one new connection has its first request begun in this time: what a request does after its own
// waits makes rounds long, too.
const newcomerEveryMs = 10
// A unit that takes longer holds everybody up; ordinary documents take a tenth of it.
const heavyMs = 5
// Those with heavy units have a quarter of the time while there is anybody else.
const restAfterHeavy = 3
// Who spent more lately, about a second, leaves as much time unused while somebody spends less: each step of a light
// request (a signature, an answer of the database) would otherwise wait for a processor, too.
const greedyMs = 100
// A timer is not finer.
const greedySliceMs = 1
// A tenant alone may have as many requests waiting as two addresses may have connections.
const maxWaiting = 500
// A network counts as busy for so long after its last request.
const busyNetworkMs = 3000
const refusals: ReadonlySet<ErrorCode> = new Set(['UNAUTHENTICATED', 'TENANT_KEYS_INVALID', 'IP_NOT_ALLOWED'])

/**
 * Shares the event loop's time between callers while it is scarce. Who has something costly to do awaits `next` first:
 * what then runs until it has to wait for something else, reading a body, say, is its unit of work, and charged to the
 * caller. Once the units of a round of the loop took a millisecond or two, the others wait, and between the rounds
 * sockets and the database are heard. After a heavy unit, those whose units are heavy wait for three times as long as
 * it took, if there is anybody else: what a light request does between its own waits needs many rounds, and would
 * otherwise have a heavy unit before each.
 *
 * Whoever has much of the time leaves as much of it unused while there is somebody who has little: with the thread and
 * the processors never idle, each step of a request would have to wait.
 *
 * A unit cannot be interrupted; bodies are small for that, and large ones are read in several units (bodies/json.ts).
 * What goes on after an answer of the database is a unit, too (`again`): its caller's hundred requests would otherwise
 * come before everybody else's in each round. Callers are told apart by tenant, or before that is known by network. All
 * networks together have as much of the time as all tenants: addresses cost nothing, so whoever has many of them has
 * many turns among strangers, and no more of what tenants have. The worker's tasks are a group as well, so that a
 * tenant's requests do not wait behind what its earlier ones left to do.
 */
export function createFairTurns ({ now = () => performance.now() }: { now?: () => number } = {}) {
  const work = createFairQueue<Waiting>({ maxWaiting, groupOf })
  // Those whose requests begin, apart: what is begun need not cost much.
  const door = createFairQueue<Waiting>({ maxWaiting, groupOf })
  // Those whose connection is new.
  const newcomers = createFairQueue<Waiting>({ maxWaiting })
  // When each network was here last.
  const networks = new Map<string, number>()
  let current: { queue: typeof work, caller: string, startedAt: number, owner: object | undefined } | undefined
  let last = work
  let lastEntrance = door
  let newcomersRestUntil = -Infinity
  let usedMs = 0
  let mostMs = roundMs
  let hasArrival = false
  let isRoundOfArrival = false
  let heavyWaitUntil = -Infinity
  let greedyWaitUntil = -Infinity
  let greedyUsedMs = 0
  let hasLight = false
  let waking: NodeJS.Timeout | undefined
  let wakingAt = -Infinity
  let isResting = false
  let isHurried = false
  let isCrowded = false

  /** Work above tenants, and tasks, are for one of the others. */
  function isShared (): boolean {
    return work.callersOf('tenants') + work.callersOf('strangers') > 1
  }

  /** Strangers count as one: they may have any number of addresses. */
  function hasOneMuch (): boolean {
    const [tenantsMs, strangersMs] = [work.lateMsOf('tenants'), work.lateMsOf('strangers')]
    return Math.max(work.extremesOf('tenants').mostMs, strangersMs) > (tenantsMs + strangersMs) * muchOfTime
  }

  function hasOneLittle (): boolean {
    return work.extremesOf('tenants').leastMs < greedyMs ||
      (work.callersOf('strangers') > 0 && strangersMs() < greedyMs)
  }

  function strangersMs (): number {
    return work.lateMsOf('strangers') + door.lateMsOf('strangers')
  }

  function isGreedy (caller: string): boolean {
    const lateMs = isStranger(caller) ? strangersMs() : work.lateMs(caller) + door.lateMs(caller)
    return lateMs > greedyMs
  }

  /** Whose turn may be now. */
  function admissionTo (queue: typeof work): (caller: string) => boolean {
    const at = now()
    const [doHeavyWait, doGreedyWait] = [at < heavyWaitUntil, at < greedyWaitUntil]
    return (caller) => !(doHeavyWait && queue.usualMs(caller) > heavyMs) && !(doGreedyWait && isGreedy(caller))
  }

  /** What the greedy used is left unused for as long. */
  function noteGreed (ms: number): void {
    greedyUsedMs += ms
    if (greedyUsedMs < greedySliceMs) return
    greedyWaitUntil = now() + greedyUsedMs
    greedyUsedMs = 0
  }

  /** Ends the unit under way, if there is one. */
  function settle (): void {
    if (!current) return
    const ms = now() - current.startedAt
    const { caller, queue } = current
    queue.charge(caller, ms)
    usedMs += ms
    current = undefined
    if (hasLight && isShared() && isGreedy(caller)) noteGreed(ms)
    if (ms > heavyMs && isShared()) heavyWaitUntil = now() + ms * restAfterHeavy
  }

  function begin (queue: typeof work, caller: string, owner?: object): void {
    current = { queue, caller, startedAt: now(), owner }
    last = queue
    if (queue !== work) lastEntrance = queue
    if (queue === newcomers) newcomersRestUntil = current.startedAt + newcomerEveryMs
    // Runs once nothing is left that could go on at once: no promise that is settled, and nothing that was put off, as
    // the writing of statements is.
    afterPromises(() => { afterPromises(endUnit) })
  }

  function endUnit (): void {
    settle()
    if (usedMs < mostMs) letNextIn()
    if (!current) rest()
  }

  /** Connections that arrive are accepted first: their clients may have waited for longer. */
  function areNewcomersLetIn (): boolean {
    return !isRoundOfArrival || now() >= newcomersRestUntil
  }

  /** The queue of beginnings whose turn it is. */
  function nextEntrance (): typeof door | undefined {
    const mayBeNew = newcomers.size > 0 && areNewcomersLetIn()
    if (mayBeNew && !(lastEntrance === newcomers && door.size > 0)) return newcomers
    return door.size > 0 ? door : undefined
  }

  /** Beginnings of requests and work upon them alternate. */
  function letNextIn (): void {
    const entrance = nextEntrance()
    const worker = last === work && entrance ? undefined : work.shift(admissionTo(work))
    const next = worker ?? entrance?.shift(admissionTo(entrance))
    if (next) {
      begin(worker || !entrance ? work : entrance, next.caller, next.owner)
      next.letIn()
    } else if (newcomers.size > 0) rest()
    else wakeLater()
  }

  /** When none of those who wait may go on: once some of them may. */
  function wakeLater (): void {
    const at = now()
    const ends = [heavyWaitUntil, greedyWaitUntil].filter((end) => end > at)
    const until = ends.length === 0 ? at : Math.min(...ends)
    if (work.size + door.size === 0 || (waking && wakingAt <= until)) return
    clearTimeout(waking)
    wakingAt = until
    waking = setTimeout(() => {
      waking = undefined
      rest()
    }, Math.max(1, until - at))
  }

  function isFree (queue: typeof work, caller: string): boolean {
    return !current && work.size + door.size + newcomers.size === 0 && usedMs < mostMs &&
      (queue !== newcomers || areNewcomersLetIn()) &&
      admissionTo(queue)(caller)
  }

  function rest (): void {
    if (isResting) return
    isResting = true
    setImmediate(() => {
      isResting = false
      usedMs = 0
      isRoundOfArrival = hasArrival
      mostMs = hasArrival ? roundOfArrivalMs : isCrowded ? crowdedRoundMs : roundMs
      hasArrival = false
      if (!current) letNextIn()
    })
  }

  function beginAtOnce (queue: typeof work, caller: string, owner?: object): void {
    queue.serve(caller)
    begin(queue, caller, owner)
  }

  /** Lets the caller in, now or in its turn; false when too much of it waits. */
  function letIn (queue: typeof work, caller: string, goIn: () => void, owner?: object): boolean {
    if (isFree(queue, caller)) {
      beginAtOnce(queue, caller, owner)
      goIn()
      return true
    }
    // Otherwise the end of the unit under way sees to those who wait.
    if (!current) rest()
    return queue.push(caller, { caller, letIn: goIn, owner })
  }

  /** What is half done goes on, if need be before its turn. */
  function take (caller: string, goOn: () => void): void {
    if (!letIn(work, caller, goOn)) goOn()
  }

  async function wait (caller: string, owner?: object): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      if (!letIn(work, caller, resolve, owner)) reject(new ServiceError('OVERLOADED'))
    })
  }

  /** Whether the request has the turn, and has hardly used it. */
  function hasTurn (owner: object | undefined): boolean {
    return owner !== undefined && current?.owner === owner && now() - current.startedAt < shortMs
  }

  return {
    /**
     * Resolves when it is the caller's turn. Throws ServiceError OVERLOADED when too much of the caller waits already,
     * or under overload.
     *
     * @param owner the request, which goes on in the turn that it has while that is short: each turn costs it a round
     */
    async next (caller: string, owner?: object): Promise<void> {
      if (hasTurn(owner)) return
      if (isHurried && isShared() && work.isAboveShare(caller)) throw new ServiceError('OVERLOADED')
      await wait(caller, owner)
    },

    /** The same for a work that is half done: overload makes it wait and does not end it. */
    wait,

    again (goer: Goer): Promise<void> | undefined {
      const caller = callerGoingOn(goer)
      if (!isFree(work, caller)) return new Promise((resolve) => { take(caller, resolve) })
      beginAtOnce(work, caller)
      return undefined
    },

    /** Whoever is alone goes on at once: what is answered together comes again together, and shares a transaction. */
    take (caller: string, goOn: () => void): void {
      if (isShared()) take(caller, goOn)
      else goOn()
    },

    /**
     * Begins a request of a caller, now or in its turn; now, too, when too many of the caller's wait. A network that is
     * alone waits for nobody, whoever its callers are: documents that arrive together share a transaction.
     *
     * @param isNew whether it is the first of its connection
     */
    enter ({ caller, network, isNew }: Entering, handle: () => void): void {
      networks.set(network, now())
      const waitsForNobody = networks.size === 1 && !isRoundOfArrival
      if (waitsForNobody || !letIn(isNew ? newcomers : door, caller, handle)) handle()
    },

    /** A connection was accepted: rounds are short while there may be more. */
    noteArrival (): void {
      hasArrival = isRoundOfArrival = true
      mostMs = roundOfArrivalMs
      rest()
    },

    /** For a caller who turned out to be another one. */
    forget: (caller: string): void => { work.forget(caller) },

    /** Called twice a second; while the loop lags, callers who spent more than their share are refused. */
    age (isLate: boolean): void {
      isHurried = isLate
      isCrowded = isShared() && hasOneMuch()
      hasLight = hasOneLittle()
      work.age()
      door.age()
      newcomers.age()
      for (const [network, lastMs] of networks) if (now() - lastMs > busyNetworkMs) networks.delete(network)
    },

    /** Whether several callers shared the time lately, so that refusing some of them helps the others. */
    get isShared (): boolean { return isShared() }
  } satisfies Turns & Record<string, unknown>
}

export type FairTurns = ReturnType<typeof createFairTurns>

function afterPromises (go: () => void): void {
  queueMicrotask(() => { process.nextTick(go) })
}

/** Who is charged for a request: its tenant, or before that is known the one of its connection, or its network. */
export function callerOf ({ actor, ip, socket }: FastifyRequest): string {
  return actor?.tenantId ?? (ip === socket.remoteAddress ? callerAt(socket) : strangerAt(ip))
}

/**
 * A request begins in its caller's turn (connections/servers.ts); reading a body is a unit of work of its own
 * (strict-body.ts), and so is what the handler begins with.
 */
export const fairTurns = fp<{ turns: FairTurns }>(async (app, { turns }) => {
  app.decorate('turns', turns)
  app.decorateRequest('nextTurn', function () {
    return app.turns.wait(callerOf(this))
  })

  // Keys, token and address are checked by now.
  app.addHook('preHandler', async (request) => {
    const { actor, ip, socket } = request
    // A trusted proxy's connection is of many: the address is not its own.
    if (actor && ip === socket.remoteAddress) noteTenant(socket, actor.tenantId)
    if (!request.routeOptions.config.alwaysOn) await app.turns.next(callerOf(request), request)
  })

  app.addHook('onError', async ({ socket }, _reply, error) => {
    if (error instanceof ServiceError && refusals.has(error.code)) noteRefused(socket)
  })
}, { name: 'fair-turns' })
