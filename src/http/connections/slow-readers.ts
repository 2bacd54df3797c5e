import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { WireLimits } from '../limits.ts'

/**
 * Why a connection was ended: the client did not read an answer, kept sending a body after the answer, or never closed
 * its side.
 */
export type EndReason = 'answerNotTaken' | 'bodyNotWanted' | 'notClosed'

/** A connection, and its state at the last sweep. */
export interface Watched {
  socket: Socket
  takenBytes: number
  /** How far the client is behind the slowest reader that is allowed, in milliseconds. */
  lateMs: number
  closedMs: number
  unread: { request: IncomingMessage, bytesAtAnswer: number, ms: number } | undefined
}

export function watched (socket: Socket): Watched {
  return { socket, takenBytes: 0, lateMs: 0, closedMs: 0, unread: undefined }
}

/**
 * Notes a request that was answered while its body was still arriving. The rest is read and discarded, within limits.
 */
export function noteUnread (one: Watched, request: IncomingMessage): void {
  one.unread = { request, bytesAtAnswer: one.socket.bytesRead, ms: 0 }
}

/** The limits of one sweep. The more bytes wait to be read, the less time clients have that read nothing. */
export function limitsNow (limits: WireLimits, bytesWaiting: number): WireLimits {
  return { ...limits, answerGraceMs: limits.answerGraceMs * Math.min(1, limits.answerBytesWaiting / bytesWaiting) }
}

/**
 * The reason to end a connection, if there is one. Call it every `sweepMs`. A late sweep counts as `sweepMs` too,
 * because the server caused the delay. Time in which nothing waits to be sent does not count.
 */
export function reasonToEnd (one: Watched, limits: WireLimits): EndReason | undefined {
  if (one.socket.destroyed) return undefined
  if (isTooLate(one, limits)) return 'answerNotTaken'
  if (isStillSending(one, limits)) return 'bodyNotWanted'
  const isReceiving = one.unread && !one.unread.request.complete
  one.closedMs = one.socket.writableFinished && !isReceiving ? one.closedMs + limits.sweepMs : 0
  return one.closedMs > limits.farewellMs ? 'notClosed' : undefined
}

function isTooLate (one: Watched, { sweepMs, answerBytesPerSecond, answerGraceMs }: WireLimits): boolean {
  const takenBytes = bytesTakenFrom(one.socket)
  const tookMs = (takenBytes - one.takenBytes) / answerBytesPerSecond * 1000
  one.takenBytes = takenBytes
  // Never below zero: a client that read quickly may not stop reading afterwards.
  one.lateMs = one.socket.writableLength === 0 ? 0 : Math.max(0, one.lateMs + sweepMs - tookMs)
  return one.lateMs > answerGraceMs
}

function isStillSending ({ socket, unread }: Watched, { sweepMs, unreadBodyMs, unreadBodyBytes }: WireLimits): boolean {
  if (!unread || unread.request.complete) return false
  unread.ms += sweepMs
  return unread.ms > unreadBodyMs || socket.bytesRead - unread.bytesAtAnswer > unreadBodyBytes
}

/** libuv's stream: the bytes that it was given, and those that the kernel has not accepted yet. */
interface StreamHandle { bytesWritten: number, writeQueueSize: number }

/** The socket only reports complete writes, and a whole answer is one write. */
function bytesTakenFrom (socket: Socket): number {
  const handle = (socket as unknown as { _handle: StreamHandle | null })._handle
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0
}
