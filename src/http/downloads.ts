import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A file, whole or as it is made. */
export interface Download { bytes: Buffer | Readable, mediaType: string, fileName: string }

/** Sends bytes outside the envelope, to be saved or shown under a name (RFC 6266; the name is ASCII by construction). */
export function sendFile (reply: FastifyReply, { bytes, mediaType, fileName }: Download, disposition: 'inline' | 'attachment' = 'attachment'): FastifyReply {
  const safeName = fileName.replaceAll(/[^\w.-]/g, '_')
  return reply.type(mediaType).header('content-disposition', `${disposition}; filename="${safeName}"`).send(bytes)
}
