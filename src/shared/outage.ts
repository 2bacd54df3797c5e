// Prisma: P1001 unreachable, P1002 and P1008 timed out, P1017 closed, P2024 no connection free, P2028 no transaction begun,
// P2037 too many connections. PostgreSQL: class 08 connection, 53 out of resources (53100 disk full), 57P01 to 57P05 shut down.
const prismaCodes = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'])
const postgresCode = /^(08...|53...|57P0[1-5])$/
const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])
const networkMessage = /Connection terminated|timeout exceeded when trying to connect|DatabaseNotReachable|Server has closed the connection|Client has encountered a connection error/

function codesOf (error: object): string[] {
  const { code, meta, originalCode, kind } = error as { code?: unknown, meta?: { code?: unknown }, originalCode?: unknown, kind?: unknown }
  return [code, meta?.code, originalCode, kind].filter((value): value is string => typeof value === 'string')
}

/** Whether an error says that the database is away, full or stopping: nothing is known to be wrong with the request itself. */
export function isDatabaseOutage (error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 4) return false
  const codes = codesOf(error)
  if (codes.some((code) => prismaCodes.has(code) || networkCodes.has(code) || postgresCode.test(code))) return true
  if (error instanceof Error && networkMessage.test(error.message)) return true
  const { cause, meta } = error as { cause?: unknown, meta?: { driverAdapterError?: unknown } }
  return isDatabaseOutage(cause, depth + 1) || isDatabaseOutage(meta?.driverAdapterError, depth + 1)
}
