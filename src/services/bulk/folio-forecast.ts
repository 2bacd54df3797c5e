import type { TaxDocument } from '../../dte/document.ts'
import type { Environment } from '../../model/tax-authorities.ts'
import type { RowProblem } from '../../model/bulk-rows.ts'
import type { FolioBlockRow } from '../../repositories/tenants/folio-blocks.ts'
import type { TenantRepositories } from '../../repositories/store.ts'
import { withSource } from '../../shared/sources.ts'
import { notReady } from '../invoicing/issuing/not-ready.ts'
import type { Locate } from './problems.ts'

/** Gives why a document could never be issued with the folios that are left, and counts the one that it takes. */
export type FolioForecast = (
  document: Pick<TaxDocument, 'documentType' | 'issueDate'>, locate: Locate
) => RowProblem | undefined

/** The folios that a submission finds; `today` is the day of stamping, YYYY-MM-DD. */
export async function forecastFolios (
  { tenant, folioBlocks }: TenantRepositories, today: string
): Promise<FolioForecast> {
  const { environment } = await tenant.get()
  return folioForecast(await folioBlocks.listLeft(today), environment)
}

/**
 * Takes folios from the blocks as issuing does: from the first of the queue whose authorisation is not after the date.
 * A document for which none is left at all waits for more.
 */
export function folioForecast (blocks: readonly FolioBlockRow[], environment: Environment): FolioForecast {
  const queue = blocks
    .filter((block) => block.environment === environment && block.position !== null)
    .map(({ documentType, authorisedOn, next, rangeTo }) => ({ documentType, authorisedOn, left: rangeTo - next + 1n }))
  return ({ documentType, issueDate }, locate) => {
    const ofType = queue.filter((block) => block.documentType === documentType && block.left > 0n)
    const block = ofType.find(({ authorisedOn }) => authorisedOn <= issueDate)
    if (block) block.left--
    if (block || ofType.length === 0) return undefined
    const { code, path, message: { en, es }, source } = notReady('ISSUE_DATE_BEFORE_FOLIOS', { issueDate })
    return {
      ...locate(path.replace(/^payload\./, '')), code,
      message: { en: withSource(en, source), es: withSource(es, source) }
    }
  }
}
