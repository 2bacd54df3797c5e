import type { ServerOptions } from 'node:http'

const seconds = 1000
const kibibyte = 1024
const mebibyte = 1024 * kibibyte

/**
 * How long a connection may take, and how much of it is headers: of the API and of the metrics port (docs/limits.md
 * gives the table). Bodies have limits of their own in receiving.ts, answers in slow-readers.ts.
 */
export const connectionTimes = {
  // A browser's headers arrive in one packet. Also ends connections that never send anything.
  headersTimeout: 3 * seconds,
  // The last resort: the largest upload at the slowest pace that receiving.ts allows takes somewhat less.
  requestTimeout: 20 * 60 * seconds,
  // Proxies close an idle connection after 60 seconds; the server must not do so first, while a request is on its way.
  keepAliveTimeout: 65 * seconds,
  connectionsCheckingInterval: seconds,
  // Node's default, written down: a token of ours has 400 bytes, the names of a proxy's headers some 2 KiB.
  maxHeaderSize: 16 * kibibyte
  // Requests for each connection have no limit (maxRequestsPerSocket): a proxy carries those of all clients over a few.
} as const satisfies ServerOptions

export interface WireLimits {
  /** Open connections in all; further ones are closed at once. */
  connections: number
  /** Of them, from one address or one IPv6 /64. Trusted proxies are exempt. */
  connectionsPerAddress: number
  /** Requests that one connection may send ahead of the answers (pipelining); they are answered one at a time. */
  requestsAhead: number
  /** How far a client may fall behind `answerBytesPerSecond` before its connection ends. */
  answerGraceMs: number
  answerBytesPerSecond: number
  /**
   * Bytes of answers that wait in memory, of all connections together, beyond which the grace shrinks in proportion.
   */
  answerBytesWaiting: number
  /** What is read, and thrown away, of a body whose request is answered already. */
  unreadBodyMs: number
  unreadBodyBytes: number
  /** For a client to close its side after the server closed its own. */
  farewellMs: number
  /** How often connections are looked at. */
  sweepMs: number
}

export const wireLimits: WireLimits = {
  connections: 2000,
  // One busy back office behind one address keeps some dozens of connections open.
  connectionsPerAddress: 256,
  // Browsers send none ahead, HTTP libraries ten at most.
  requestsAhead: 32,
  answerGraceMs: 10 * seconds,
  // A line of 128 kbit/s; who takes less than that for longer than the grace is not reading.
  answerBytesPerSecond: 16 * kibibyte,
  answerBytesWaiting: 128 * mebibyte,
  // As long as an ordinary body may take (receiving.ts), and as many bytes as the largest upload has.
  unreadBodyMs: 5 * seconds,
  unreadBodyBytes: 64 * mebibyte,
  farewellMs: 2 * seconds,
  sweepMs: seconds
}

/** The metrics port has a handful of callers, all of them the operator's. */
export const metricsConnections = 64
