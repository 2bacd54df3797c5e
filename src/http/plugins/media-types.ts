import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../../shared/errors.ts'
import { codeOfWireError } from '../failure.ts'
import type { Upload } from './multipart.ts'

/** The media types that an operation takes: JSON, a form with a file, or both. */
export function mediaTypesOf (upload: Upload | undefined): string[] {
  if (!upload) return ['application/json']
  return upload.alsoJson ? ['application/json', 'multipart/form-data'] : ['multipart/form-data']
}

/** An error about the media type, with those that the operation takes; any other error unchanged. */
export function withMediaTypes (error: unknown, { routeOptions }: FastifyRequest): unknown {
  const isBare = error instanceof ServiceError
    ? error.code === 'MEDIA_TYPE_UNSUPPORTED' && error.problems.length === 0
    : codeOfWireError(error) === 'MEDIA_TYPE_UNSUPPORTED'
  if (!isBare) return error
  const types = mediaTypesOf(routeOptions.config.upload)
  return new ServiceError('MEDIA_TYPE_UNSUPPORTED', {
    problems: [{
      path: '',
      message: {
        en: `Send the body as ${types.join(' or ')}, not compressed.`,
        es: `Envíe el cuerpo como ${types.join(' o ')}, sin comprimir.`
      }
    }]
  })
}
