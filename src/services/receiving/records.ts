import type { ReceivedDocumentRow, ReceivedFilter } from '../../repositories/receiving/received-documents.ts'
import type { ReceivedFileRow } from '../../repositories/receiving/received-files.ts'
import type { Total } from '../../repositories/postgres/totals.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { Actor } from '../actor.ts'
import { type Walk, walkOrPage, type WalkRequest } from '../walks.ts'

export interface ReceivedDetail { document: ReceivedDocumentRow, file: ReceivedFileRow }

/** Documents that a tenant received, as lists and pages show them. */
export function createReceivedRecords ({ store }: { store: Store }) {
  async function found ({ receivedDocuments, receivedFiles }: TenantRepositories, id: string): Promise<ReceivedDetail> {
    const document = await receivedDocuments.find(id)
    const file = document && await receivedFiles.find(document.fileId)
    if (!file) throw new ServiceError('RECEIVED_DOCUMENT_NOT_FOUND')
    return { document, file }
  }

  return {
    /** Those of the tenant's present environment. */
    paginate: (
      { tenantId }: Actor, filter: ReceivedFilter, request: WalkRequest
    ): Promise<Total & { data: ReceivedDocumentRow[], walk?: Walk }> =>
      store.asTenant(tenantId, async ({ tenant, receivedDocuments }) => {
        const { environment } = await tenant.get()
        const { rows, ...total } = await walkOrPage({ ...request, updatedSince: filter.updatedSince }, {
          visibleUntil: receivedDocuments.visibleUntil,
          walk: (step) => receivedDocuments.walk(environment, filter, step),
          paginate: (page, pageSize) => receivedDocuments.paginate(environment, filter, page, pageSize)
        })
        return { ...total, data: rows }
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
