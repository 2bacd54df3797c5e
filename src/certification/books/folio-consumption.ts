/**
 * ConsumoFolios (RCOF, the daily summary of boletas) [S5, ConsumoFolio_v10], [S38]: no obligation since August 2022,
 * but a part of the certification of boletas.
 */
import { signFile } from '../../dte/signing/signed-file.ts'
import type { Signer } from '../../dte/signing/signature.ts'
import { vatRate } from '../../dte/tables/additional-taxes.ts'
import { sum, type Decimal, zero } from '../../dte/values/amounts.ts'
import { folioRanges } from '../../dte/values/folio-ranges.ts'
import { element } from '../../dte/xml/canonical.ts'
import { assertDistinct } from './book.ts'

export interface ConsumptionCover {
  /** RUT of the boletas' issuer. */
  issuer: string
  /** RUT of the certificate's holder, who uploads. */
  sender: string
  resolutionDate: string
  resolutionNumber: number
  /** The first and the last day of the summary, YYYY-MM-DD. */
  from: string
  to: string
  /** 1 for the first report of the day, one more for each that replaces it. */
  sequence: number
  /** YYYY-MM-DDThh:mm:ss, local time of Chile. */
  signedAt: string
}

/** Boletas, and the credit notes that change them. */
export type ConsumedType = 39 | 41 | 61

export interface IssuedFolio {
  documentType: ConsumedType
  folio: number
  net?: Decimal
  vat?: Decimal
  exempt?: Decimal
  total: Decimal
}

export interface FolioConsumption {
  cover: ConsumptionCover
  issued: readonly IssuedFolio[]
}

const consumedTypes: readonly ConsumedType[] = [39, 41, 61]

/**
 * The report as a signed file in ISO-8859-1: amounts are the sums of the documents'. A day without any says so of 39.
 * Throws RangeError when a folio comes twice.
 */
export async function buildFolioConsumption ({ cover, issued }: FolioConsumption, signer: Signer): Promise<Buffer> {
  assertDistinct(issued, ({ documentType, folio }) => `${documentType} ${folio}`)
  const present = consumedTypes.filter((type) => issued.some(({ documentType }) => documentType === type))
  const types: readonly ConsumedType[] = present.length > 0 ? present : [39]
  const body = coverXml(cover) +
    types.map((type) => summaryXml(type, issued.filter(({ documentType }) => documentType === type))).join('')
  return signFile({
    root: 'ConsumoFolios', schema: 'ConsumoFolio_v10.xsd', part: 'DocumentoConsumoFolios', id: 'ConsumoFolios', body
  }, signer)
}

function coverXml (cover: ConsumptionCover): string {
  return '<Caratula version="1.0">' +
    element('RutEmisor', cover.issuer) + element('RutEnvia', cover.sender) +
    element('FchResol', cover.resolutionDate) + element('NroResol', cover.resolutionNumber) +
    element('FchInicio', cover.from) + element('FchFinal', cover.to) + element('SecEnvio', cover.sequence) +
    element('TmstFirmaEnv', cover.signedAt) + '</Caratula>\n'
}

function summaryXml (type: ConsumedType, issued: readonly IssuedFolio[]): string {
  const totalOf = (member: 'net' | 'vat' | 'exempt' | 'total') => sum(issued.map((one) => one[member] ?? zero))
  const taxed = type === 41
    ? ''
    : element('MntNeto', totalOf('net')) + element('MntIva', totalOf('vat')) + element('TasaIVA', vatRate)
  return '<Resumen>' + element('TipoDocumento', type) + taxed + element('MntExento', totalOf('exempt')) +
    element('MntTotal', totalOf('total')) + element('FoliosEmitidos', issued.length) +
    element('FoliosAnulados', 0) + element('FoliosUtilizados', issued.length) +
    folioRanges(issued.map(({ folio }) => folio)).map(({ from, to }) =>
      `<RangoUtilizados>${element('Inicial', from)}${element('Final', to)}</RangoUtilizados>`).join('') + '</Resumen>\n'
}
