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

/**
 * Sends bytes outside the envelope, to be saved or shown under a name (RFC 6266; the name is ASCII by construction).
 */
export function sendFile (
  reply: FastifyReply, { bytes, mediaType, fileName }: Download, disposition: 'inline' | 'attachment' = 'attachment'
): FastifyReply {
  const safeName = fileName.replaceAll(/[^\w.-]/g, '_')
  if (!Buffer.isBuffer(bytes)) endWith(reply, bytes)
  return reply.type(mediaType).header('content-disposition', `${disposition}; filename="${safeName}"`).send(bytes)
}

/**
 * Fastify destroys a stream that it has begun to send; this also holds for one that comes when nobody waits any more.
 */
function endWith ({ request, server }: FastifyReply, stream: Readable): void {
  server.downloading.add(stream)
  stream.once('close', () => { server.downloading.delete(stream) })
  request.lifecycle.onClose(() => { stream.destroy() })
}
