import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** Files that are being sent as they are made. */
    downloading: Set<Readable>
  }
}

export const downloads = fp(async (app) => {
  const downloading = new Set<Readable>()
  app.decorate('downloading', downloading)
  app.countHeld('download', () => downloading.size)
}, { name: 'downloads', dependencies: ['requestLifecycles'] })

/** A file, whole or as it is made. */
export interface Download { bytes: Buffer | Readable, mediaType: string, fileName: string }

/** What a handler returns for Fastify to send; undefined where the request timed out before. */
export type Sent = Download['bytes'] | undefined

/**
 * Sends bytes outside the envelope, to be saved or shown under a name: the handler returns what this gives. A handler
 * that returned the reply would wait for its end, which never comes on a pipelined connection that was cut.
 */
export function sendFile (
  reply: FastifyReply, { bytes, mediaType, fileName }: Download, disposition: 'inline' | 'attachment' = 'attachment'
): Sent {
  if (!Buffer.isBuffer(bytes)) endWith(reply, bytes)
  // Fastify would log the address that was asked for, with its query.
  if (reply.sent) return undefined
  reply.type(mediaType).header('content-disposition', `${disposition}; ${nameParameters(fileName)}`)
  return bytes
}

/** The name in ASCII, and as it is where they differ (RFC 6266, 4.3 and appendix D; RFC 8187). */
function nameParameters (fileName: string): string {
  const name = fileName.replaceAll(/[\p{C}"/\\]/gu, '_')
  const ascii = name.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/[^ -~]|%/g, '_')
  if (ascii === name) return `filename="${name}"`
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/**
 * Fastify destroys a stream that it has begun to send; this also holds for one that comes when nobody waits any more.
 */
function endWith ({ request, server }: FastifyReply, stream: Readable): void {
  server.downloading.add(stream)
  stream.once('close', () => { server.downloading.delete(stream) })
  request.lifecycle.onClose(() => { stream.destroy() })
}
