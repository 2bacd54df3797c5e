/** With what the program ends: its supervisor decides by it whether to start it again. */
export const exitCodes = {
  /** Somebody asked for the end. */
  asked: 0,
  /** The start failed, or an end that was asked for did not come in time. */
  failed: 1,
  /** An error that nobody foresaw, after which the program closed what it held. */
  uncaught: 70
} as const
