import type { WriteRefusal } from './write-refusals.ts'

// Prisma: cannot reach, timed out, connection closed, no connection free in time, no transaction begun or one that took
// too long, too many connections.
const prismaOutages = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'])

// Node: the connection could not be made or broke.
const systemOutages = new Set([
  'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'
])

// Prisma's driver, before Prisma has given the error a code: at the begin or the commit of a transaction.
const driverOutages = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'TooManyConnections', 'SocketTimeout'])

// PostgreSQL, appendix A: 08 connection exceptions, 53 out of memory, disk or connections, 57P01 to 57P05 shutting down
// or starting, 57014 a statement that ran out of its time, 25006 a transaction that may only read.
const postgresOutages = /^(?:08\w{3}|53\w{3}|57P0[1-5]|57014|25006)$/

// pg and Prisma report these without a code. `timeout expired`: a connection that could not be opened in time.
const outageMessages =
  /^(?:Connection terminated|timeout expired$|timeout exceeded when trying to connect|Client has encountered a connection error)|DatabaseNotReachable|Server has closed the connection/

// A deadlock, or a serialization failure.
const undone = new Set(['P2034', '40P01', '40001'])
// Or a unique key that another transaction took first.
const collisions = new Set(['P2002', '23505', ...undone])

const maxCauses = 6

/**
 * Whether an error says that the database is away, full or too busy: nothing is known to be wrong with the request
 * itself.
 */
export function isDatabaseOutage (error: unknown): boolean {
  return causesOf(error).some((cause) => codesOf(cause).some(isOutageCode) || outageMessages.test(messageOf(cause)))
}

/** What an error says of a database that answers and takes no write; undefined for any other error. */
export function writeRefusalOf (error: unknown): Exclude<WriteRefusal, 'standby'> | undefined {
  const codes = causesOf(error).flatMap(codesOf)
  if (codes.includes('25006')) return 'readOnly'
  return codes.includes('53100') ? 'full' : undefined
}

/**
 * Whether an error says that another transaction was in the way: the same work, done again at once, sees what that one
 * did.
 */
export function isCollision (error: unknown): boolean {
  return causesOf(error).some((cause) => codesOf(cause).some((code) => collisions.has(code)))
}

/** Whether PostgreSQL undid the transaction for another one: nothing was done, and the same may succeed at once. */
export function isUndone (error: unknown): boolean {
  return causesOf(error).some((cause) => codesOf(cause).some((code) => undone.has(code)))
}

/** Whether a statement waited for a lock longer than it may. */
export function isLockTimeout (error: unknown): boolean {
  return causesOf(error).some((cause) => codesOf(cause).includes('55P03'))
}

function isOutageCode (code: string): boolean {
  return [prismaOutages, systemOutages, driverOutages].some((codes) => codes.has(code)) || postgresOutages.test(code)
}

/** The error and its causes: `cause`, and where Prisma keeps the driver's error. */
function causesOf (error: unknown): object[] {
  const causes: object[] = []
  let cause = error
  while (typeof cause === 'object' && cause !== null && causes.length < maxCauses) {
    causes.push(cause)
    const { cause: own, meta } = cause as { cause?: unknown, meta?: { driverAdapterError?: unknown } }
    cause = own ?? meta?.driverAdapterError
  }
  return causes
}

function codesOf (cause: object): string[] {
  const { code, originalCode, kind } = cause as { code?: unknown, originalCode?: unknown, kind?: unknown }
  return [code, originalCode, kind].filter((value) => typeof value === 'string')
}

function messageOf (cause: object): string {
  return 'message' in cause && typeof cause.message === 'string' ? cause.message : ''
}
