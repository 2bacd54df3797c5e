/** Whose work goes on: a tenant's, or without one that of nobody in particular, above tenants. */
export interface Goer {
  tenantId: string | undefined
  /** Nobody waits for an answer: a task of the worker. */
  isTask: boolean
}

/**
 * Turns at the thread that answers everybody (http/plugins/fair-turns.ts): for work that goes on after a wait of its
 * own.
 */
export interface Turns {
  /** Waits until it is the turn of whose work goes on; undefined where that is now. */
  again: (goer: Goer) => Promise<void> | undefined
  /** Goes on with a tenant's request now, or in its turn. */
  take: (tenantId: string, goOn: () => void) => void
}

/** Where one caller has the thread to itself, as a command has. */
export const noTurns: Turns = { again: () => undefined, take: (_tenantId, goOn) => { goOn() } }
