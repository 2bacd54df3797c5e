import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { WireLimits } from '../limits.ts'

/**
 * Why a connection was ended: its client did not take an answer, went on with a body after its answer, or never closed
 * its side.
 */
export type EndReason = 'answerNotTaken' | 'bodyNotWanted' | 'notClosed'

/** A connection, and what was seen of it at the last look. */
export interface Watched {
  socket: Socket
  takenBytes: number
  /** How far its client is behind the slowest reader that is allowed. */
  lateMs: number
  closedMs: number
  unread: { request: IncomingMessage, bytesAtAnswer: number, ms: number } | undefined
}

export function watched (socket: Socket): Watched {
  return { socket, takenBytes: 0, lateMs: 0, closedMs: 0, unread: undefined }
}

/**
 * Notes a request that was answered while its body was still coming: the rest is read and thrown away, within limits.
 */
export function noteUnread (one: Watched, request: IncomingMessage): void {
  one.unread = { request, bytesAtAnswer: one.socket.bytesRead, ms: 0 }
}

/** The limits of one sweep: the more bytes wait to be taken, the less patience there is with those who take none. */
export function limitsNow (limits: WireLimits, bytesWaiting: number): WireLimits {
  return { ...limits, answerGraceMs: limits.answerGraceMs * Math.min(1, limits.answerBytesWaiting / bytesWaiting) }
}

/**
 * Whether a connection has to end, and why; call it every `sweepMs`. A sweep counts for `sweepMs` even when it comes
 * late: the delay was the server's own. So is the time in which nothing waits to be sent.
 */
export function reasonToEnd (one: Watched, limits: WireLimits): EndReason | undefined {
  if (one.socket.destroyed) return undefined
  if (isTooLate(one, limits)) return 'answerNotTaken'
  if (isStillSending(one, limits)) return 'bodyNotWanted'
  one.closedMs = one.socket.writableFinished ? one.closedMs + limits.sweepMs : 0
  return one.closedMs > limits.farewellMs ? 'notClosed' : undefined
}

function isTooLate (one: Watched, { sweepMs, answerBytesPerSecond, answerGraceMs }: WireLimits): boolean {
  const takenBytes = bytesTakenFrom(one.socket)
  const tookMs = (takenBytes - one.takenBytes) / answerBytesPerSecond * 1000
  one.takenBytes = takenBytes
  // Never below zero: what was taken quickly is no credit for not reading afterwards.
  one.lateMs = one.socket.writableLength === 0 ? 0 : Math.max(0, one.lateMs + sweepMs - tookMs)
  return one.lateMs > answerGraceMs
}

function isStillSending ({ socket, unread }: Watched, { sweepMs, unreadBodyMs, unreadBodyBytes }: WireLimits): boolean {
  if (!unread || unread.request.complete) return false
  unread.ms += sweepMs
  return unread.ms > unreadBodyMs || socket.bytesRead - unread.bytesAtAnswer > unreadBodyBytes
}

/** Of libuv's stream: the bytes that were handed to it, and those of them that the kernel has not taken. */
interface StreamHandle { bytesWritten: number, writeQueueSize: number }

/** The socket itself tells only when a write is complete, and a whole answer is one write. */
function bytesTakenFrom (socket: Socket): number {
  const handle = (socket as unknown as { _handle: StreamHandle | null })._handle
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0
}
