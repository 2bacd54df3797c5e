import type { TaxDocument } from '../../../dte/document.ts'
import { noticeOf, violationOf } from '../../../dte/errors.ts'
import type { RecentDocument } from '../../../repositories/invoicing/documents/recent-documents.ts'
import type { Store } from '../../../repositories/store.ts'
import { minuteMs } from '../../../shared/durations.ts'
import { problemAt, ServiceError } from '../../../shared/errors.ts'
import type { Clock } from '../../ports.ts'
import type { Fresh } from './issue-request.ts'

const suspectMs = 10 * minuteMs

/** Before it, an equal document is taken for another sale. */
export function suspectedSince (at: Date): Date {
  return new Date(at.getTime() - suspectMs)
}

/** Of a batch that may be of several tenants. */
export type OwnedRecent = RecentDocument & { tenantId: string }

export interface Repeat<One> { one: One, earlier: RecentDocument | undefined }

/** Documents with what was stored lately, or stands before them in the list, under the same content and tenant. */
export function repeatsAmong<One extends { draft: Fresh, folio?: number }> (
  documents: readonly One[], recent: readonly OwnedRecent[]
): Repeat<One>[] {
  const known = new Map<string, RecentDocument>(recent.map((one) => [`${one.tenantId} ${one.content}`, one]))
  return documents.map((one) => {
    const { draft: { tenantId, content, id: correlationId }, folio } = one
    if (content === undefined) return { one, earlier: undefined }
    const name = `${tenantId} ${content}`
    const earlier = known.get(name)
    if (!earlier) known.set(name, { content, correlationId, folio: folio === undefined ? null : BigInt(folio) })
    return { one, earlier }
  })
}

/** The document, with a notice that names the earlier one. */
export function noticing<One extends { draft: Fresh }> ({ one, earlier }: Repeat<One>): One {
  if (!earlier) return one
  return { ...one, draft: { ...one.draft, document: withNotice(one.draft.document, earlier) } }
}

export function withNotice (document: TaxDocument, earlier: RecentDocument): TaxDocument {
  const notice = noticeOf(violationOf('DUPLICATE_SUSPECTED', 'payload', particularsOf(document, earlier)))
  return { ...document, notices: [...document.notices ?? [], notice] }
}

/** For a tenant that wants notices to refuse. */
export function refusedRepeat (document: TaxDocument, earlier: RecentDocument): ServiceError {
  const { documentType, posted, computed } = particularsOf(document, earlier)
  return new ServiceError('DUPLICATE_SUSPECTED', {
    problems: [problemAt('payload', {
      en: `equals your document of type ${documentType}, folio ${computed} (correlationId ${posted})`,
      es: `es igual a su documento de tipo ${documentType}, folio ${computed} (correlationId ${posted})`
    })]
  })
}

function particularsOf ({ documentType }: TaxDocument, { correlationId, folio }: RecentDocument) {
  return { documentType: String(documentType), posted: correlationId, computed: folio === null ? '–' : String(folio) }
}

/** Forgets contents that are no longer compared; a recurring job. */
export function createContentCleaning ({ store, clock }: { store: Store, clock: Clock }) {
  return (): Promise<void> => store.asPlatform(({ allRecentDocuments }) =>
    allRecentDocuments.deleteBefore(suspectedSince(clock())))
}
