import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { DocumentEntry, UploadEntry } from '../ledger.ts'
import type { Context } from './context.ts'

const filter = z.object({
  company: z.string().optional(),
  channel: z.enum(['DTE', 'BOLETA']).optional(),
  trackId: z.string().optional(),
  documentType: z.coerce.number().optional(),
  folio: z.coerce.number().optional(),
  outcome: z.enum(['accepted', 'objected', 'rejected']).optional(),
  status: z.string().optional(),
  /** "true": the uploads' bytes in base64 instead of a link. */
  withBytes: z.enum(['true', 'false']).optional(),
})
type Filter = z.output<typeof filter>

/** The simulator's books, for tests and for the curious. */
export function registerLedgerRoutes (app: FastifyInstance, { ledger, simClock, reception, store }: Context): void {
  app.get('/simulator/ledger', async (request) => {
    const wanted = filter.parse(request.query)
    await reception.settled()
    const uploads = ledger.uploads.filter((entry) => isWantedUpload(entry, wanted))
    return {
      uploads: await Promise.all(uploads.map((entry) => describe(entry, wanted.withBytes === 'true'))),
      documents: ledger.documents().filter((entry) => isWantedDocument(entry, wanted)).map(({ facts, ...rest }) => ({
        ...facts, ...rest
      }))
    }
  })

  app.get<{ Params: { id: string } }>('/simulator/ledger/uploads/:id', async (request, reply) => {
    const bytes = await store.readUpload(z.coerce.number().int().parse(request.params.id))
    if (!bytes) return reply.code(404).send({ error: 'There is no such upload.' })
    return reply.type('application/xml').send(bytes)
  })

  async function describe (entry: UploadEntry, withBytes: boolean) {
    const envelope = entry.status === '0' ? ledger.envelope(entry.trackId ?? '') : undefined
    const outcome = envelope &&
      {
        state: simClock.stateOf(envelope.progress, envelope.verdict),
        ...envelope.verdict?.refusal && { reasons: envelope.verdict.refusal.reasons }
      }
    const bytes = withBytes
      ? { bytes: (await store.readUpload(entry.id))?.toString('base64') }
      : { bytesAt: `/simulator/ledger/uploads/${entry.id}` }
    return { ...entry, ...outcome, ...bytes }
  }
}

function isWantedUpload (entry: UploadEntry, { company, channel, trackId, status }: Filter): boolean {
  return equal(company, entry.company) && equal(channel, entry.channel) && equal(trackId, entry.trackId) &&
    equal(status, entry.status)
}

function isWantedDocument (entry: DocumentEntry, { company, trackId, documentType, folio, outcome }: Filter): boolean {
  return equal(company, entry.facts.issuer) && equal(documentType, entry.facts.documentType) &&
    equal(folio, entry.facts.folio) &&
    equal(outcome, entry.outcome) && (trackId === undefined || entry.trackIds.includes(trackId))
}

function equal<T> (wanted: T | undefined, actual: T | undefined): boolean {
  return wanted === undefined || wanted === actual
}
