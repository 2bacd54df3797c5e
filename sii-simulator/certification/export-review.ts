import { parseExact } from '../judge/exact.ts'
import { containers, inPesos, withoutPayment } from '../judge/exports.ts'
import { type Element, child, childrenOf } from '../judge/xml.ts'
import { type ExpectedDocument, lineAmounts } from './cases.ts'
import { isNumber, isText, textOf } from './element-checks.ts'
import { type ExpectedExport, paidInAdvance } from './export-facts.ts'

const foreigner = '55555555-5'
const pesos = 'PESO CL'

/** What only exports say: payment, customs, currency. Totals are those of `exportTotals`. */
export function exportProblems (body: Element, facts: ExpectedExport): string[] {
  const head = child(body, 'Encabezado')
  const isRight = isText(head, 'Receptor/RUTRecep', foreigner) && isText(head, 'IdDoc/FmaPagExp', facts.payment) &&
    isText(head, 'IdDoc/IndServicio', facts.service) && isText(head, 'Receptor/Extranjero/Nacionalidad', facts.nationality) &&
    (facts.payment !== paidInAdvance || textOf(head, 'IdDoc/FchCancel') !== undefined) &&
    areCustomsRight(child(child(head, 'Transporte'), 'Aduana'), facts.customs)
  return isRight ? [] : ['Datos del Documento de Exportación No Corresponde']
}

// Approved without them.
const mayLack = ['CodUnidMedTara', 'CodUnidPesoBruto', 'CodUnidPesoNeto']
const ofPackages = ['CodTpoBultos', 'CantBultos']
// The company's own, in any words. Sets were approved with weights of their own and without [S49].
const free = ['TipoBultos', 'Marcas', 'IdContainer', 'Sello', 'EmisorSello', 'Tara', 'PesoBruto', 'PesoNeto']

/** Everything that the case says, and nothing that it does not say. */
function areCustomsRight (customs: Element | undefined, expected: Record<string, number>): boolean {
  const [packing] = childrenOf(customs, 'TipoBultos')
  const written = [...customs?.children ?? [], ...packing?.children ?? []].filter(({ name }) => !free.includes(name))
  const isSaid = Object.entries(expected).every(([name, value]) => {
    const element = ofPackages.includes(name) ? packing : customs
    return isNumber(element, name, value) || (mayLack.includes(name) && isText(element, name, undefined))
  })
  return isSaid && written.every(({ name }) => name in expected) &&
    arePackagesRight(childrenOf(customs, 'TipoBultos'), expected['CodTpoBultos'])
}

/** Marks of all packages, number and seal of containers. */
function arePackagesRight (packages: readonly Element[], type: number | undefined): boolean {
  if (type === undefined) return packages.length === 0
  const [packing] = packages
  const isSealed = !containers.includes(type) || (isTold(packing, 'IdContainer') && isTold(packing, 'Sello'))
  return packages.length === 1 && isTold(packing, 'Marcas') && isSealed
}

function isTold (element: Element | undefined, name: string): boolean {
  return (textOf(element, name) ?? '') !== ''
}

/** The surcharges of the whole, in their order and to the cent. */
export function areSurchargesRight (body: Element, { surcharges }: ExpectedExport): boolean {
  const written = childrenOf(body, 'DscRcgGlobal')
  return written.length === surcharges.length && surcharges.every((cents, index) => {
    const element = written[index]
    return isText(element, 'NroLinDR', index + 1) && isText(element, 'TpoMov', 'R') && isText(element, 'TpoValor', '$') &&
      isNumber(element, 'ValorDR', cents / 100) && [undefined, '1'].includes(textOf(element, 'IndExeDR'))
  })
}

/** The sum of lines and surcharges, in the currency and in pesos; an export without payment has none in pesos. */
export function areExportTotalsRight (body: Element, { lines }: ExpectedDocument, facts: ExpectedExport): boolean {
  const head = child(body, 'Encabezado')
  const cents = lines.reduce((sum, line) => sum + lineAmounts(line).amount * 100, 0) +
    facts.surcharges.reduce((sum, surcharge) => sum + surcharge, 0)
  const isFree = facts.payment === withoutPayment
  const total = cents / 100
  // Approved with the sum, although the format says 0.
  const isTotal = isNumber(head, 'Totales/MntTotal', total) || (isFree && isNumber(head, 'Totales/MntTotal', 0))
  return isText(head, 'Totales/TpoMoneda', facts.currency) && isNumber(head, 'Totales/MntExe', total) && isTotal &&
    arePesosRight(child(head, 'OtraMoneda'), isFree ? '0' : total.toFixed(2))
}

/** OtraMoneda: at any rate, but the same one for both amounts, to the peso. */
function arePesosRight (other: Element | undefined, total: string): boolean {
  const expected = inPesos(total, textOf(other, 'TpoCambio'))
  const isAmount = (name: string): boolean => parseExact(textOf(other, name)) === expected
  const exempt = textOf(other, 'MntExeOtrMnda')
  return isText(other, 'TpoMoneda', pesos) && isAmount('MntTotOtrMnda') &&
    (exempt === undefined || isAmount('MntExeOtrMnda'))
}
