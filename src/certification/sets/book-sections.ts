import { isBlank, numberOf, plainOf, type Findings, type SetLine } from './lines.ts'
import type { GuideBookSet, PurchaseBookSet, TestPurchase } from './test-set.ts'

const salesText =
  'CONSTRUYA EL LIBRO DE VENTAS CON LOS DOCUMENTOS CON QUE GENERO EL SET BASICO O EL SET DE FACTURA EXENTA, ' +
  'SEGUN CORRESPONDA. SI OBTUVO AMBOS SET, UTILICE LOS DOCUMENTOS DEL SET BASICO PARA CONSTRUIR EL LIBRO DE VENTAS.'

/** The book of sales has nothing but its instruction. */
export function readSalesBookSet (heading: SetLine, lines: readonly SetLine[], findings: Findings): void {
  const content = lines.filter((line) => !isBlank(line))
  if (content.map(({ plain }) => plain).join(' ') !== salesText) findings.report('SET_LINE_UNKNOWN', content[0] ?? heading)
}

const guidesText =
  'CONSTRUYA EL LIBRO CON LAS GUIAS CON QUE GENERO EL SET GUIA DE DESPACHO, TENIENDO EN CUENTA LAS SIGUIENTES ' +
  'CONSIDERACIONES'
const guideShape = /^- ?EL CASO (\d{1,3}) CORRESPONDE A UNA GUIA (QUE SE FACTURO EN EL PERIODO|ANULADA)$/

export function readGuideBookSet (
  heading: SetLine, lines: readonly SetLine[], findings: Findings
): Pick<GuideBookSet, 'invoiced' | 'annulled'> {
  const content = lines.filter((line) => !isBlank(line))
  const start = content.findIndex(({ plain }) => plain.startsWith('-'))
  const instruction = content.slice(0, Math.max(start, 0)).map(({ plain }) => plain).join(' ')
  if (instruction !== guidesText) findings.report('SET_LINE_UNKNOWN', content[0] ?? heading)
  const read: Pick<GuideBookSet, 'invoiced' | 'annulled'> = { invoiced: [], annulled: [] }
  for (const line of content.slice(Math.max(start, 0))) {
    const [, number, what] = guideShape.exec(line.plain) ?? []
    if (number === undefined) findings.report('SET_LINE_UNKNOWN', line)
    else (what === 'ANULADA' ? read.annulled : read.invoiced).push(Number(number))
  }
  return read
}

const purchaseTypes: Record<string, number> = {
  FACTURA: 30,
  'FACTURA ELECTRONICA': 33,
  'FACTURA DE COMPRA': 45,
  'FACTURA DE COMPRA ELECTRONICA': 46,
  'NOTA DE DEBITO': 55,
  'NOTA DE DEBITO ELECTRONICA': 56,
  'NOTA DE CREDITO': 60,
  'NOTA DE CREDITO ELECTRONICA': 61
}

const purchaseHeadings = ['TIPO DOCUMENTO FOLIO', 'OBSERVACIONES', 'MONTO EXENTO MONTO AFECTO']
const generalShape = /^OBSERVACIONES GENERALES$/
const factorShape =
  /^EN FACTURA CON IVA USO COMUN CONSIDERE QUE EL FACTOR DE PROPORCIONALIDAD DEL IVA ES DE (\d(?:\.\d{1,3})?)$/

/** The purchases that the file lists, three lines each, and the factor of the VAT of common use. */
export function readPurchaseBookSet (
  heading: SetLine, lines: readonly SetLine[], findings: Findings
): Pick<PurchaseBookSet, 'purchases' | 'proportionality'> {
  const content = lines.filter((line) => !isBlank(line) && !/^(={9,}|-{9,})$/.test(line.flat))
  const [first = heading] = content
  if (purchaseHeadings.some((text, index) => content[index]?.plain !== text)) findings.report('SET_LINE_UNKNOWN', first)
  const rest = content.slice(purchaseHeadings.length)
  const general = rest.findIndex(({ plain }) => generalShape.test(plain))
  const rows = general === -1 ? rest : rest.slice(0, general)
  const purchases: TestPurchase[] = []
  for (let index = 0; index < rows.length; index += 3) {
    const purchase = readPurchase(rows.slice(index, index + 3), findings)
    if (purchase) purchases.push(purchase)
  }
  const factor = general === -1 ? undefined : readFactor(rest.slice(general + 1), findings)
  return { purchases, ...(factor !== undefined && { proportionality: factor }) }
}

function readPurchase (lines: readonly SetLine[], findings: Findings): TestPurchase | undefined {
  const [head, observation, amounts] = lines
  if (!head) return undefined
  const [, name = '', folio] = /^(.+) (\d{1,10})$/.exec(head.plain) ?? []
  const documentType = purchaseTypes[name]
  const read = amountsOf(amounts)
  if (documentType === undefined) findings.report('SET_DOCUMENT_UNKNOWN', head)
  else if (!observation || !vatOf(observation.plain)) findings.report('SET_LINE_UNKNOWN', observation ?? head)
  else if (!read) findings.report('SET_ROW_INVALID', amounts ?? head)
  else return { line: head.number, documentType, folio: Number(folio), observation: observation.flat, ...read }
  return undefined
}

// A number that stands first is exempt; one after a tab, or far from the margin, is subject to VAT.
const farFromMargin = 8

function amountsOf (line: SetLine | undefined): { exempt: number, net: number } | undefined {
  const text = line?.text ?? ''
  const cells = text.trim().split(/\s+/)
  const values = cells.flatMap((cell) => numberOf(cell) ?? [])
  const [first = 0, second] = values
  if (values.length !== cells.length || values.length > 2) return undefined
  if (second !== undefined) return { exempt: first, net: second }
  return isFarFromMargin(text) ? { exempt: 0, net: first } : { exempt: first, net: 0 }
}

function isFarFromMargin (text: string): boolean {
  const margin = text.slice(0, text.search(/\S|$/))
  return margin.includes('\t') || margin.length > farFromMargin
}

function readFactor (lines: readonly SetLine[], findings: Findings): number | undefined {
  const [first] = lines
  if (!first) return undefined
  const [, factor] = factorShape.exec(lines.map(({ plain }) => plain).join(' ')) ?? []
  if (factor === undefined) findings.report('SET_LINE_UNKNOWN', first)
  return factor === undefined ? undefined : Number(factor)
}

/** How a purchase's VAT is treated. */
export type PurchaseVat = 'recoverable' | 'commonUse' | 'freeDelivery' | 'withheld'

const vatShapes: [RegExp, PurchaseVat][] = [
  [/^FACTURA DEL GIRO CON DERECHO A CREDITO$/, 'recoverable'],
  [/^NOTA DE CREDITO POR DESCUENTO A? ?FACTURA/, 'recoverable'],
  [/^FACTURA CON IVA USO COMUN$/, 'commonUse'],
  [/^ENTREGA GRATUITA DEL PROVEEDOR$/, 'freeDelivery'],
  [/^COMPRA CON RETENCION TOTAL DEL IVA$/, 'withheld']
]

/** Nothing for an observation that is not known. */
export function vatOf (observation: string): PurchaseVat | undefined {
  const plain = plainOf(observation)
  return vatShapes.find(([shape]) => shape.test(plain))?.[1]
}
