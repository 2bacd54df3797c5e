import { addDays, santiagoDate, startOfSantiagoDay } from '../../dte/values/calendar.ts'
import { claimStates } from '../../model/received-claims.ts'
import type { SiiExchange } from '../../model/sii-exchanges.ts'
import type { ReceivedClaimRow } from '../../repositories/receiving/received-claims.ts'
import type { ReceivedDocumentRow, ReceivedFilter } from '../../repositories/receiving/received-documents.ts'
import type { ReceivedFileRow } from '../../repositories/receiving/received-files.ts'
import type { SupplierAnswerRow } from '../../repositories/receiving/supplier-answers.ts'
import type { Total } from '../../repositories/postgres/totals.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { dayMs } from '../../shared/durations.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { Actor } from '../actor.ts'
import type { Clock } from '../ports.ts'
import { type Walk, walkOrPage, type WalkRequest } from '../walks.ts'

export interface ReceivedDetail {
  document: ReceivedDocumentRow
  file: ReceivedFileRow
  claims: ReceivedClaimRow[]
  answers: SupplierAnswerRow[]
  /** The SII's answers about it that were not understood, the last ones. */
  unreadAnswers: SiiExchange[]
}

/** A filter as clients send it: days and answers count from now. */
export interface ReceivedQuery extends Omit<ReceivedFilter, 'due' | 'creditAtRisk' | 'failedClaims'> {
  dueWithinDays?: number | undefined
  creditAtRisk?: boolean | undefined
  failedClaims?: boolean | undefined
}

const failedMs = 30 * dayMs
const unreadAnswersShown = 5

/** Documents that a tenant received, as lists and pages show them. */
export function createReceivedRecords ({ store, clock }: { store: Store, clock: Clock }) {
  async function found (
    { receivedDocuments, receivedFiles, receivedClaims, supplierAnswers, siiExchanges }: TenantRepositories, id: string
  ): Promise<ReceivedDetail> {
    const document = await receivedDocuments.find(id)
    const file = document && await receivedFiles.find(document.fileId)
    if (!file) throw new ServiceError('RECEIVED_DOCUMENT_NOT_FOUND')
    return {
      document, file, claims: await receivedClaims.listOf(id),
      answers: await supplierAnswers.list({ fileId: file.id, documentId: id }),
      unreadAnswers: await siiExchanges.listLast(id, unreadAnswersShown)
    }
  }

  return {
    /** Those of the tenant's present environment. */
    paginate: (
      { tenantId }: Actor, query: ReceivedQuery, request: WalkRequest
    ): Promise<Total & { data: ReceivedDocumentRow[], walk?: Walk }> =>
      store.asTenant(tenantId, async ({ tenant, receivedDocuments }) => {
        const { environment } = await tenant.get()
        const filter = receivedFilter(query, clock())
        const { rows, ...total } = await walkOrPage({ ...request, updatedSince: filter.updatedSince }, {
          visibleUntil: receivedDocuments.visibleUntil,
          walk: (step) => receivedDocuments.walk(environment, filter, step),
          paginate: (page, pageSize) => receivedDocuments.paginate(environment, filter, page, pageSize)
        })
        return { ...total, data: rows }
      }),

    /** What has to be done. */
    summary: ({ tenantId }: Actor) =>
      store.asTenant(tenantId, async ({ tenant, receivedDocuments, receivedClaims }) => {
        const { environment } = await tenant.get()
        const now = clock()
        const count = (query: ReceivedQuery) => receivedDocuments.count(environment, receivedFilter(query, now))
        return {
          open: await count({ dueWithinDays: 30 }), dueToday: await count({ dueWithinDays: 0 }),
          dueIn3Days: await count({ dueWithinDays: 3 }), creditAtRisk: await count({ creditAtRisk: true }),
          awaitingApproval: await count({ awaitingApproval: true }),
          failedChecks: await count({ dueWithinDays: 30, failedChecks: true }),
          failedClaims: await count({ failedClaims: true }),
          refusedClaims: await receivedClaims.countSettled(
            claimStates.Refused, new Date(now.getTime() - failedMs)
          )
        }
      }),

    /** Throws ServiceError RECEIVED_DOCUMENT_NOT_FOUND. */
    get: ({ tenantId }: Actor, id: string): Promise<ReceivedDetail> =>
      store.asTenant(tenantId, (repositories) => found(repositories, id)),

    /** The file that brought the document, byte for byte. Throws ServiceError RECEIVED_DOCUMENT_NOT_FOUND. */
    getXml: ({ tenantId }: Actor, id: string): Promise<{ bytes: Buffer, fileName: string }> =>
      store.asTenant(tenantId, async (repositories) => {
        const { document: { issuer, documentType, folio, fileId } } = await found(repositories, id)
        const bytes = await repositories.receivedFiles.findContent(fileId)
        if (!bytes) throw new ServiceError('RECEIVED_DOCUMENT_NOT_FOUND')
        return { bytes, fileName: `${issuer}-T${documentType}F${folio}.xml` }
      })
  }
}

export type ReceivedRecords = ReturnType<typeof createReceivedRecords>

/** What a query means now. */
export function receivedFilter (
  { dueWithinDays, creditAtRisk, failedClaims, ...filter }: ReceivedQuery, now: Date
): ReceivedFilter {
  return {
    ...filter,
    ...dueWithinDays !== undefined && { due: { from: now, until: endOfDay(now, dueWithinDays) } },
    ...creditAtRisk !== undefined && { creditAtRisk: { is: creditAtRisk, at: now } },
    ...failedClaims !== undefined && {
      failedClaims: { is: failedClaims, since: new Date(now.getTime() - failedMs) }
    }
  }
}

/** The last moment of a day that is so many days from now. */
function endOfDay (now: Date, days: number): Date {
  return new Date(startOfSantiagoDay(addDays(santiagoDate(now), days + 1)).getTime() - 1)
}
