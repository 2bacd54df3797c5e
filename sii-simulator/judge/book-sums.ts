import { child, childrenOf, textAt, type Element } from './xml.ts'

/** What a book's summary says against its lines; one text for each difference. Amounts are whole pesos. */
export function judgeSums (root: string, part: Element): string[] {
  if (root === 'LibroCompraVenta') return tradeProblems(part)
  return root === 'LibroGuia' ? guideProblems(part) : summaryProblems(part)
}

const amountAt = (element: Element | undefined, path: string): number => Number(textAt(element, path) ?? 0)
const total = (lines: readonly Element[], path: string): number =>
  lines.reduce((sum, line) => sum + amountAt(line, path), 0)

function difference (name: string, written: number, expected: number): string[] {
  return written === expected ? [] : [`${name} ${written} <> ${expected}`]
}

const tradeColumns = [
  'MntExe', 'MntNeto', 'MntIVA', 'IVAUsoComun', 'IVARetTotal', 'IVARetParcial', 'MntTotal', 'MntPeriodo'
]

/** Purchases and sales: a summary of each type with the sums of its lines, each line with the sum of its parts. */
function tradeProblems (part: Element): string[] {
  const lines = childrenOf(part, 'Detalle')
  const summaries = childrenOf(child(part, 'ResumenPeriodo'), 'TotalesPeriodo')
  const typeOf = (element: Element): string => textAt(element, 'TpoDoc') ?? ''
  const types = new Set([...lines, ...summaries].map(typeOf))
  return [...lines.flatMap(lineProblems), ...[...types].flatMap((type) => {
    const of = lines.filter((line) => typeOf(line) === type)
    const own = summaries.filter((summary) => typeOf(summary) === type)
    const [summary] = own
    if (own.length !== 1 || !summary) return [`Resumen Doc ${type}`]
    return typeProblems(summary, of).map((text) => `Doc ${type}: ${text}`)
  })]
}

/** MntTotal: without what the buyer withholds. */
function lineProblems (line: Element): string[] {
  const own = ['MntExe', 'MntNeto', 'MntIVA', 'IVAUsoComun'].reduce((sum, name) => sum + amountAt(line, name), 0)
  const parts = own + total(childrenOf(line, 'IVANoRec'), 'MntIVANoRec') - total(childrenOf(line, 'OtrosImp'), 'MntImp')
  const name = `Doc ${textAt(line, 'TpoDoc')} ${textAt(line, 'NroDoc')}: MntTotal`
  return difference(name, amountAt(line, 'MntTotal'), parts)
}

function typeProblems (summary: Element, lines: readonly Element[]): string[] {
  const recoverable = lines.filter((line) => amountAt(line, 'MntIVA') !== 0).length
  const withCommon = lines.filter((line) => child(line, 'IVAUsoComun')).length
  const common = amountAt(summary, 'TotIVAUsoComun')
  const credit = Math.round(common * amountAt(summary, 'FctProp'))
  return [
    ...difference('TotDoc', amountAt(summary, 'TotDoc'), lines.length),
    ...tradeColumns.flatMap((name) => difference(`Tot${name}`, amountAt(summary, `Tot${name}`), total(lines, name))),
    ...child(summary, 'TotOpIVARec') ? difference('TotOpIVARec', amountAt(summary, 'TotOpIVARec'), recoverable) : [],
    ...difference('TotCredIVAUsoComun', amountAt(summary, 'TotCredIVAUsoComun'), credit),
    ...difference('TotOpIVAUsoComun', amountAt(summary, 'TotOpIVAUsoComun'), withCommon),
    ...codeProblems(summary, lines, { of: 'IVANoRec', code: 'CodIVANoRec', amount: 'MntIVANoRec' }),
    ...codeProblems(summary, lines, { of: 'OtrosImp', code: 'CodImp', amount: 'MntImp' })
  ]
}

/** Sums by a code: of VAT that cannot be recovered, and of other taxes. */
function codeProblems (
  summary: Element, lines: readonly Element[], { of, code, amount }: { of: string, code: string, amount: string }
): string[] {
  const parts = lines.flatMap((line) => childrenOf(line, of))
  const totals = childrenOf(summary, `Tot${of}`)
  const codes = new Set([...parts, ...totals].map((element) => textAt(element, code)))
  return [...codes].flatMap((one) => {
    const told = totals.filter((element) => textAt(element, code) === one)
    const own = parts.filter((element) => textAt(element, code) === one)
    const isCounted = told.some((element) => child(element, `TotOp${of}`))
    return [
      ...difference(`Tot${of} ${one}`, total(told, `Tot${amount}`), total(own, amount)),
      ...isCounted ? difference(`TotOp${of} ${one}`, total(told, `TotOp${of}`), own.length) : []
    ]
  })
}

const sale = '1'

/** Delivery notes: sales, transfers by their kind, and those annulled before and after they were sent. */
function guideProblems (part: Element): string[] {
  const lines = childrenOf(part, 'Detalle')
  const summary = child(part, 'ResumenPeriodo')
  const annulled = (how: string) => lines.filter((line) => textAt(line, 'Anulado') === how)
  const valid = lines.filter((line) => !['1', '2'].includes(textAt(line, 'Anulado') ?? ''))
  const ofType = (type: string) => valid.filter((line) => textAt(line, 'TpoOper') === type)
  const transfers = childrenOf(summary, 'TotTraslado')
  const types = new Set([
    ...valid.map((line) => textAt(line, 'TpoOper') ?? ''), ...transfers.map((one) => textAt(one, 'TpoTraslado') ?? '')
  ].filter((type) => type !== sale))
  return [
    ...difference('TotFolAnulado', amountAt(summary, 'TotFolAnulado'), annulled('1').length),
    ...difference('TotGuiaAnulada', amountAt(summary, 'TotGuiaAnulada'), annulled('2').length),
    ...difference('TotGuiaVenta', amountAt(summary, 'TotGuiaVenta'), ofType(sale).length),
    ...difference('TotMntGuiaVta', amountAt(summary, 'TotMntGuiaVta'), total(ofType(sale), 'MntTotal')),
    ...difference('TotMntModificado', amountAt(summary, 'TotMntModificado'), total(valid, 'MntModificado')),
    ...[...types].flatMap((type) => {
      const told = transfers.filter((one) => textAt(one, 'TpoTraslado') === type)
      return [
        ...difference(`TotTraslado ${type}: CantGuia`, total(told, 'CantGuia'), ofType(type).length),
        ...difference(`TotTraslado ${type}: MntGuia`, total(told, 'MntGuia'), total(ofType(type), 'MntTotal'))
      ]
    })
  ]
}

/** The daily summary: folios used are those issued and those annulled, and its ranges hold as many. */
function summaryProblems (part: Element): string[] {
  return childrenOf(part, 'Resumen').flatMap((summary) => {
    const at = (name: string): number => amountAt(summary, name)
    const inRanges = (name: string) => childrenOf(summary, name).reduce((count, range) =>
      count + Number(textAt(range, 'Final') ?? textAt(range, 'Inicial')) - amountAt(range, 'Inicial') + 1, 0)
    return [
      ...difference('FoliosUtilizados', at('FoliosUtilizados'), at('FoliosEmitidos') + at('FoliosAnulados')),
      ...difference('RangoUtilizados', inRanges('RangoUtilizados'), at('FoliosEmitidos')),
      ...difference('RangoAnulados', inRanges('RangoAnulados'), at('FoliosAnulados')),
      ...difference('MntTotal', at('MntTotal'), at('MntNeto') + at('MntIva') + at('MntExento'))
    ].map((text) => `Doc ${textAt(summary, 'TipoDocumento')}: ${text}`)
  })
}
