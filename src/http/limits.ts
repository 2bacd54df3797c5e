import type { ServerOptions } from 'node:http'

const seconds = 1000
const kibibyte = 1024

/**
 * How long a connection may take, and how much of it is headers: of the API and of the metrics port (docs/limits.md
 * gives the table). Bodies have limits of their own in body-timeout.ts.
 */
export const connectionTimes = {
  // A browser's headers arrive in one packet. Also ends connections that never send anything.
  headersTimeout: 3 * seconds,
  // The last resort: the largest upload at the slowest pace that body-timeout.ts allows takes somewhat less.
  requestTimeout: 20 * 60 * seconds,
  // Proxies close an idle connection after 60 seconds; the server must not do so first, while a request is on its way.
  keepAliveTimeout: 65 * seconds,
  connectionsCheckingInterval: seconds,
  // Node's default, written down: a token of ours has 400 bytes, the names of a proxy's headers some 2 KiB.
  maxHeaderSize: 16 * kibibyte
  // Requests for each connection have no limit (maxRequestsPerSocket): a proxy carries those of all clients over a few.
} as const satisfies ServerOptions

export const defaultMaxConnections = 2000

/** Requests in progress on one connection. Browsers send none ahead of an answer, HTTP libraries ten at most. */
export const maxPipelined = 32

/** For a client to close its side after the server closed its own. */
export const clientCloseMs = 2 * seconds

/** How long idle connections stay open after the port has closed: the proxies of docker/ close theirs after three. */
export const idleAfterCloseMs = 4 * seconds

/** How long a client may take nothing of its answer. Event streams send something more often. */
export const defaultAnswerIdleMs = 15 * seconds

/** The metrics port has a handful of callers, all of them the operator's. */
export const metricsConnections = 64

/** Of an operation that draws: for fifteen samples and the start of the process that draws, each at its slowest. */
export const drawingTimeoutMs = 40_000
