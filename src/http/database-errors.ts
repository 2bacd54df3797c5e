// Prisma: cannot reach, timed out, connection closed, no connection free in time, too many connections.
const prismaCodes = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2037'])

// Node: the connection could not be made or broke.
const systemCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'])

// PostgreSQL, appendix A: 08 connection exceptions, 53 out of memory, disk or connections, 57P01 to 57P03 shutting down or
// starting, 57014 a statement that ran out of its time, 25006 a server that has become a read-only replica.
const sqlStates = /^(?:08\w{3}|53\w{3}|57P0[123]|57014|25006)$/

// pg reports these two without a code.
const messages = /^(?:Connection terminated|timeout exceeded when trying to connect)/

const maxCauses = 6

/** Whether an error says that the database is away, full or too busy: then trying again is the right thing. */
export function isDatabaseAway (error: unknown): boolean {
  return causesOf(error).some(saysAway)
}

function saysAway (cause: object): boolean {
  const codes = ['code', 'originalCode'].map((name) => (cause as Record<string, unknown>)[name]).filter((code) => typeof code === 'string')
  if (codes.some((code) => prismaCodes.has(code) || systemCodes.has(code) || sqlStates.test(code))) return true
  return 'message' in cause && typeof cause.message === 'string' && messages.test(cause.message)
}

function causesOf (error: unknown): object[] {
  const causes: object[] = []
  let cause = error
  while (typeof cause === 'object' && cause !== null && causes.length < maxCauses) {
    causes.push(cause)
    cause = 'cause' in cause ? cause.cause : undefined
  }
  return causes
}
