/** LibroGuia [S5, LibroGuia_v10], [S29]: the book of a month's delivery notes. */
import { signFile } from '../../dte/signing/signed-file.ts'
import type { Signer } from '../../dte/signing/signature.ts'
import { sum, type Decimal, zero } from '../../dte/values/amounts.ts'
import { element } from '../../dte/xml/canonical.ts'
import { assertDistinct, type BookCover, coverXml, grouped, nameXml } from './book.ts'

/** A delivery note. Amounts are whole pesos. */
export interface GuideEntry {
  folio: number
  /**
   * IndTraslado of the note: 1 a sale, 2 a sale to be made, 3 consignment, 4 given away, 5 between the taxpayer's own
   * places, 6 another transfer without sale, 7 goods that go back.
   */
  transferType: number
  /** YYYY-MM-DD */
  date: string
  /** RUT of who receives the goods: the issuer's own in an internal transfer. */
  taxNumber: string
  name?: string
  net?: Decimal
  /** In percent. */
  taxRate?: Decimal
  vat?: Decimal
  total: Decimal
}

/** A delivery note that was annulled after it was sent. */
export interface AnnulledGuide { folio: number, isAnnulled: true }

export interface GuideBook {
  cover: BookCover
  guides: readonly (GuideEntry | AnnulledGuide)[]
}

// [S5, LibroGuia_v10]: Anulado 2, a note that was sent.
const annulled = 2
const sale = 1

/**
 * The book as a signed file in ISO-8859-1, its summary computed from its entries.
 * Throws RangeError on a book without entries or with a folio twice, and on a character that ISO-8859-1 lacks.
 */
export async function buildGuideBook ({ cover, guides }: GuideBook, signer: Signer): Promise<Buffer> {
  if (guides.length === 0) throw new RangeError('A book has at least one delivery note')
  assertDistinct(guides, ({ folio }) => `52 ${folio}`)
  const body = coverXml(cover) + summaryXml(guides) + guides.map(guideXml).join('') +
    element('TmstFirma', cover.signedAt)
  return signFile({ root: 'LibroGuia', schema: 'LibroGuia_v10.xsd', part: 'EnvioLibro', id: 'Libro', body }, signer)
}

function isAnnulled (guide: GuideEntry | AnnulledGuide): guide is AnnulledGuide {
  return 'isAnnulled' in guide
}

function summaryXml (guides: readonly (GuideEntry | AnnulledGuide)[]): string {
  const valid = guides.flatMap((guide) => isAnnulled(guide) ? [] : guide)
  const sales = valid.filter(({ transferType }) => transferType === sale)
  const transfers = grouped(valid.filter(({ transferType }) => transferType !== sale), (guide) => guide.transferType)
  return '<ResumenPeriodo>' + element('TotGuiaAnulada', guides.length - valid.length || undefined) +
    element('TotGuiaVenta', sales.length) + element('TotMntGuiaVta', sum(sales.map(({ total }) => total))) +
    transfers.map(([transferType, entries]) =>
      `<TotTraslado>${element('TpoTraslado', transferType)}${element('CantGuia', entries.length)}` +
      `${element('MntGuia', sum(entries.map(({ total }) => total)))}</TotTraslado>`).join('') + '</ResumenPeriodo>\n'
}

function guideXml (guide: GuideEntry | AnnulledGuide): string {
  return `<Detalle>${element('Folio', guide.folio)}${isAnnulled(guide)
    ? element('Anulado', annulled)
    : validGuideXml(guide)}</Detalle>\n`
}

function validGuideXml (guide: GuideEntry): string {
  return element('TpoOper', guide.transferType) + element('FchDoc', guide.date) + element('RUTDoc', guide.taxNumber) +
    nameXml(guide.name) + element('MntNeto', guide.net) +
    element('TasaImp', guide.net === undefined || guide.net === zero ? undefined : guide.taxRate) +
    element('IVA', guide.vat) + element('MntTotal', guide.total)
}
