/** Exit codes of the program, by which its supervisor decides whether to restart it. */
export const exitCodes = {
  /** Shut down on request. */
  asked: 0,
  /** The start failed, or a requested shutdown timed out. */
  failed: 1,
  /** An unexpected error, after which the program shut down in order. */
  uncaught: 70
} as const
