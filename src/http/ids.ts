import { z } from 'zod'
import { ServiceError } from '../shared/errors.ts'

/** An id as clients send it: a UUID in either case, in lower case for the services. */
export const id = z.uuid().toLowerCase()

/** The query of every Get: `?id=<uuid>`. */
export const byId = z.object({ id })

/** The query and the body of every Delete: the id travels in either. */
export const deletion = {
  query: z.object({ id: id.optional() }),
  body: z.strictObject({ id: id.optional() }).nullish()
}

/** The id that a Delete means, from its query or its body; both may be sent when they agree. */
export function idToDelete (
  { query, body }: { query: { id?: string | undefined }, body: { id?: string | undefined } | null | undefined }
): string {
  const wanted = query.id ?? body?.id
  if (wanted === undefined) throw idProblem({ en: 'is required', es: 'es obligatorio' })
  if (body?.id !== undefined && body.id !== wanted) {
    throw idProblem({ en: 'differs between the query and the body', es: 'difiere entre la consulta y el cuerpo' })
  }
  return wanted
}

function idProblem (message: { en: string, es: string }): ServiceError {
  return new ServiceError('VALIDATION_FAILED', { problems: [{ path: 'id', message }] })
}
