import type { ResultFiles } from '../../certification/workflow/result-files.ts'
import type { Evidence } from '../../services/evidence/evidence.ts'
import type { Exports } from '../../services/invoicing/documents/exports.ts'
import type { Notes } from '../../services/invoicing/notes/notes.ts'
import type { Proposals } from '../../services/invoicing/issuing/proposals.ts'
import type { Records } from '../../services/invoicing/documents/records.ts'
import type { ReasonsRequests } from '../../services/invoicing/delivery/reasons-requests.ts'
import type { RegistryRefresh } from '../../services/invoicing/registry/refresh.ts'
import type { Retry } from '../../services/invoicing/delivery/retry.ts'
import type { Reception } from '../../services/invoicing/issuing/save.ts'
import type { DocumentArchives } from '../../services/printing/document-archives.ts'
import type { Drafts } from '../../services/printing/drafts.ts'
import type { Printing } from '../../services/printing/printing.ts'
import type { TillCopiesOf } from '../../services/printing/till-copies.ts'
import type { DocumentSending } from '../../services/publishing/document-sending.ts'
import type { PublicLinks } from '../../services/publishing/public-links.ts'

/** The services behind the operations on documents. */
export interface WebhookDependencies {
  reception: Reception
  records: Records
  evidence: Evidence
  documentArchives: DocumentArchives
  exports: Exports
  proposals: Proposals
  notes: Notes
  retry: Retry
  registryRefresh: RegistryRefresh
  reasonsRequests: ReasonsRequests
  resultFiles: ResultFiles
  printing: Printing
  drafts: Drafts
  tillCopies: TillCopiesOf
  documentSending: DocumentSending
  publicLinks: PublicLinks
}
