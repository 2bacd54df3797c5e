interface Group {
  /** How many callers of it are remembered. */
  callers: number
  /** As an account's, of all callers in it. */
  spentMs: number
  lateMs: number
  /** The virtual clock of its callers. */
  clockMs: number
  /** How many of its callers wait. */
  waiting: number
}

interface Account<Item> {
  group: Group
  /**
   * Milliseconds of the group's virtual clock: what was spent, and never less than where the clock stood when the
   * caller came.
   */
  spentMs: number
  /** What was spent lately; halved by age(). */
  lateMs: number
  /** What its units take: an average in which the last ones count most. */
  usualMs: number
  waiting: Item[]
}

// One long unit alone tells nothing of its caller: a collection of garbage or a busy machine may have fallen into it.
const weightOfLast = 1 / 4
// A long unit of one caller is no debt of the others in its group: they would wait until all other groups had as much.
const mostDebtMs = 2

/**
 * Whose turn it is: that of the caller who has spent least (start-time fair queueing: Goyal, Vin, Cheng, 1996). A
 * caller who comes starts where those stand who are served, so that nobody saves up for a rush, and nobody pays for a
 * time when no one else wanted to work. Of two callers who always wait neither gets ahead by more than one unit of
 * work.
 *
 * Groups of callers share the time first, in the same way, and the callers of a group what it has: a group does not get
 * more for being many.
 */
export function createFairQueue<Item> (
  { maxWaiting, groupOf = () => '' }: { maxWaiting: number, groupOf?: (caller: string) => string }
) {
  const groups = new Map<string, Group>()
  const accounts = new Map<string, Account<Item>>()
  // Those of them who wait; of several who spent as much, the first comes next.
  const waiting = new Map<string, Account<Item>>()
  let clockMs = 0
  let size = 0

  function accountOf (caller: string): Account<Item> {
    const known = accounts.get(caller)
    if (known) return known
    const group = groupNamed(groupOf(caller))
    const account: Account<Item> = { group, spentMs: group.clockMs, lateMs: 0, usualMs: 0, waiting: [] }
    accounts.set(caller, account)
    group.callers += 1
    return account
  }

  function forget (caller: string): void {
    const account = accounts.get(caller)
    if (account) account.group.callers -= 1
    accounts.delete(caller)
  }

  function groupNamed (name: string): Group {
    const known = groups.get(name)
    if (known) return known
    const group: Group = { callers: 0, spentMs: clockMs, lateMs: 0, clockMs: 0, waiting: 0 }
    groups.set(name, group)
    return group
  }

  /** A caller or a group that comes does not keep what it did not spend. */
  function come (account: Account<Item>): void {
    const { group } = account
    if (group.waiting === 0) group.spentMs = Math.max(group.spentMs, clockMs)
    account.spentMs = Math.max(account.spentMs, group.clockMs)
  }

  function least (mayGo: (caller: string) => boolean): { caller: string, account: Account<Item> } | undefined {
    let first: { caller: string, account: Account<Item> } | undefined
    for (const [caller, account] of waiting) {
      if ((first === undefined || isBefore(account, first.account)) && mayGo(caller)) {
        first = { caller, account }
      }
    }
    return first
  }

  return {
    get size (): number { return size },

    /** Puts something into the caller's queue; false when that is full. */
    push (caller: string, item: Item): boolean {
      const account = accountOf(caller)
      if (account.waiting.length >= maxWaiting) return false
      if (account.waiting.length === 0) {
        come(account)
        account.group.waiting += 1
      }
      account.waiting.push(item)
      waiting.set(caller, account)
      size += 1
      return true
    },

    /** Takes out what comes next, of the callers who may go on now. */
    shift (mayGo: (caller: string) => boolean = () => true): Item | undefined {
      const next = least(mayGo)
      if (next === undefined) return undefined
      const { caller, account } = next
      const item = account.waiting.shift()
      waiting.delete(caller)
      if (account.waiting.length > 0) waiting.set(caller, account)
      else account.group.waiting -= 1
      account.group.clockMs = account.spentMs
      clockMs = account.group.spentMs
      size -= 1
      return item
    },

    /** Notes that a caller is served without having waited. */
    serve (caller: string): void {
      const account = accountOf(caller)
      come(account)
      account.group.clockMs = account.spentMs
      clockMs = account.group.spentMs
    },

    charge (caller: string, ms: number): void {
      const account = accountOf(caller)
      account.spentMs += ms
      account.group.spentMs = Math.min(account.group.spentMs + ms, clockMs + mostDebtMs)
      account.lateMs += ms
      account.group.lateMs += ms
      account.usualMs += (ms - account.usualMs) * weightOfLast
    },

    usualMs: (caller: string): number => accounts.get(caller)?.usualMs ?? 0,

    /** What the caller spent lately. */
    lateMs: (caller: string): number => accounts.get(caller)?.lateMs ?? 0,

    /**
     * Whether the caller spent more lately than its share: the average of its group, if that spent more than the
     * average of the groups.
     */
    isAboveShare (caller: string): boolean {
      const own = accounts.get(caller)
      if (!own) return false
      const all = [...accounts.values()]
      const group = all.filter((account) => account.group === own.group)
      const groups = new Set(all.map((account) => account.group)).size
      const isGroupAbove = groups === 1 || isAbove(lateOf(group) * groups, lateOf(all))
      return isGroupAbove && (group.length === 1 ? groups > 1 : isAbove(own.lateMs * group.length, lateOf(group)))
    },

    /** Halves what was spent lately, and forgets callers who want nothing and spent next to nothing. */
    age (): void {
      for (const group of groups.values()) group.lateMs /= 2
      for (const [caller, account] of accounts) {
        account.lateMs /= 2
        if (account.lateMs < 0.01 && account.waiting.length === 0) forget(caller)
      }
    },

    /** Forgets a caller of whom nothing waits. */
    forget (caller: string): void { if (!waiting.has(caller)) forget(caller) },

    /** What all callers of a group spent lately. */
    lateMsOf: (group: string): number => groups.get(group)?.lateMs ?? 0,

    /** What the callers of a group spent lately who spent most and least; 0 and Infinity where there are none. */
    extremesOf (name: string): { mostMs: number, leastMs: number } {
      let [mostMs, leastMs] = [0, Infinity]
      for (const { group, lateMs } of accounts.values()) {
        if (group !== groups.get(name)) continue
        mostMs = Math.max(mostMs, lateMs)
        leastMs = Math.min(leastMs, lateMs)
      }
      return { mostMs, leastMs }
    },

    /** Callers of a group who are remembered. */
    callersOf: (group: string): number => groups.get(group)?.callers ?? 0,

    /** Callers who are remembered. */
    get callers (): number { return accounts.size }
  }
}

function isBefore (one: Account<unknown>, other: Account<unknown>): boolean {
  return one.group === other.group ? one.spentMs < other.spentMs : one.group.spentMs < other.group.spentMs
}

function lateOf (accounts: readonly Account<unknown>[]): number {
  return accounts.reduce((sum, { lateMs }) => sum + lateMs, 0)
}

/** By more than sums of fractions are wrong by. */
function isAbove (ms: number, otherMs: number): boolean {
  return ms > otherMs * (1 + 1e-9)
}
