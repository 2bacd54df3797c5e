interface Account<Item> {
  /**
   * Milliseconds of the virtual clock: what was spent, and never less than where the clock stood when the caller came.
   */
  spentMs: number
  /** What was spent lately; halved by age(). */
  lateMs: number
  /** What a long unit took, forgotten by half with each one that comes after it. */
  heaviestMs: number
  waiting: Item[]
}

/**
 * Whose turn it is: that of the caller who has spent least (start-time fair queueing: Goyal, Vin, Cheng, 1996). A
 * caller who comes starts where those stand who are served, so that nobody saves up for a rush, and nobody pays for a
 * time when no one else wanted to work. Of two callers who always wait neither gets ahead by more than one unit of
 * work.
 */
export function createFairQueue<Item> ({ maxWaiting }: { maxWaiting: number }) {
  const accounts = new Map<string, Account<Item>>()
  // Those of them who wait; of several who spent as much, the first comes next.
  const waiting = new Map<string, Account<Item>>()
  let clockMs = 0
  let size = 0

  function accountOf (caller: string): Account<Item> {
    const known = accounts.get(caller)
    if (known) return known
    const account: Account<Item> = { spentMs: clockMs, lateMs: 0, heaviestMs: 0, waiting: [] }
    accounts.set(caller, account)
    return account
  }

  function least (mostMs: number): { caller: string, account: Account<Item> } | undefined {
    let first: { caller: string, account: Account<Item> } | undefined
    for (const [caller, account] of waiting) {
      if (account.heaviestMs <= mostMs && (first === undefined || account.spentMs < first.account.spentMs)) {
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
      if (account.waiting.length === 0) account.spentMs = Math.max(account.spentMs, clockMs)
      account.waiting.push(item)
      waiting.set(caller, account)
      size += 1
      return true
    },

    /** Takes out what comes next, of those whose units lately took no more than `mostMs`. */
    shift (mostMs = Infinity): Item | undefined {
      const next = least(mostMs)
      if (next === undefined) return undefined
      const { caller, account } = next
      const item = account.waiting.shift()
      waiting.delete(caller)
      if (account.waiting.length > 0) waiting.set(caller, account)
      clockMs = account.spentMs
      size -= 1
      return item
    },

    /** Whether nobody else was here lately. */
    isAlone (caller: string): boolean {
      accountOf(caller)
      return accounts.size === 1
    },

    /** Notes that a caller is served without having waited. */
    serve (caller: string): void {
      const account = accountOf(caller)
      account.spentMs = clockMs = Math.max(account.spentMs, clockMs)
    },

    charge (caller: string, ms: number): void {
      const account = accountOf(caller)
      account.spentMs += ms
      account.lateMs += ms
      account.heaviestMs = Math.max(ms, account.heaviestMs / 2)
    },

    heaviestMs: (caller: string): number => accounts.get(caller)?.heaviestMs ?? 0,

    /** Whether the caller spent more lately than the average of all who did. */
    isAboveAverage (caller: string): boolean {
      const late = Array.from(accounts.values(), ({ lateMs }) => lateMs)
      return (accounts.get(caller)?.lateMs ?? 0) * late.length > late.reduce((sum, ms) => sum + ms, 0) * (1 + 1e-9)
    },

    /** Halves what was spent lately, and forgets callers who want nothing and spent next to nothing. */
    age (): void {
      for (const [caller, account] of accounts) {
        account.lateMs /= 2
        if (account.lateMs < 0.01 && account.waiting.length === 0) accounts.delete(caller)
      }
    },

    /** Forgets a caller of whom nothing waits. */
    forget (caller: string): void { if (!waiting.has(caller)) accounts.delete(caller) },

    /** Callers who are remembered. */
    get callers (): number { return accounts.size }
  }
}
