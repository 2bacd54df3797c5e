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
  /** What the total became when a later document changed it. */
  changedTotal?: Decimal
  /** The invoice that the delivery became. */
  invoice?: { documentType: number, folio: number, date: string }
}

/** A folio that is no delivery note: annulled before the note was sent, or the note annulled afterwards. */
export interface AnnulledGuide {
  folio: number
  annulled: 'folio' | 'guide'
}

export interface GuideBook {
  cover: BookCover
  guides: readonly (GuideEntry | AnnulledGuide)[]
}

// [S5, LibroGuia_v10]: Anulado.
const annulments = { folio: 1, guide: 2 } as const
const changed = 3
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
  return 'annulled' in guide
}

function summaryXml (guides: readonly (GuideEntry | AnnulledGuide)[]): string {
  const annulled = (how: AnnulledGuide['annulled']) =>
    guides.filter((guide) => isAnnulled(guide) && guide.annulled === how).length || undefined
  const valid = guides.flatMap((guide) => isAnnulled(guide) ? [] : guide)
  const sales = valid.filter(({ transferType }) => transferType === sale)
  const transfers = grouped(valid.filter(({ transferType }) => transferType !== sale), (guide) => guide.transferType)
  const changes = valid.flatMap(({ changedTotal }) => changedTotal ?? [])
  return '<ResumenPeriodo>' + element('TotFolAnulado', annulled('folio')) +
    element('TotGuiaAnulada', annulled('guide')) + element('TotGuiaVenta', sales.length) +
    element('TotMntGuiaVta', sum(sales.map(({ total }) => total))) +
    element('TotMntModificado', changes.length > 0 ? sum(changes) : undefined) +
    transfers.map(([transferType, entries]) =>
      `<TotTraslado>${element('TpoTraslado', transferType)}${element('CantGuia', entries.length)}` +
      `${element('MntGuia', sum(entries.map(({ total }) => total)))}</TotTraslado>`).join('') + '</ResumenPeriodo>\n'
}

function guideXml (guide: GuideEntry | AnnulledGuide): string {
  return `<Detalle>${element('Folio', guide.folio)}${isAnnulled(guide)
    ? element('Anulado', annulments[guide.annulled])
    : validGuideXml(guide)}</Detalle>\n`
}

function validGuideXml (guide: GuideEntry): string {
  return element('Anulado', guide.changedTotal === undefined ? undefined : changed) +
    element('TpoOper', guide.transferType) + element('FchDoc', guide.date) + element('RUTDoc', guide.taxNumber) +
    nameXml(guide.name) + element('MntNeto', guide.net) +
    element('TasaImp', guide.net === undefined || guide.net === zero ? undefined : guide.taxRate) +
    element('IVA', guide.vat) + element('MntTotal', guide.total) + element('MntModificado', guide.changedTotal) +
    element('TpoDocRef', guide.invoice?.documentType) + element('FolioDocRef', guide.invoice?.folio) +
    element('FchDocRef', guide.invoice?.date)
}
