import { divideHalfUp, one, parseExact, show, type Millionths } from './exact.ts'
import type { Document } from './facts.ts'
import { headerText } from './header.ts'
import { reason, type Reason } from './reasons.ts'
import { child, childrenOf, textAt, type Element } from './xml.ts'

export const exportTypes: readonly number[] = [110, 111, 112]
/** FmaPagExp. */
export const withoutPayment = 21
/** CodTpoBultos of containers, which also have IdContainer and Sello. */
export const containers: readonly number[] = [73, 74, 75, 76, 77, 78, 79]

const invoice = 110
const pesos = 'PESO CL'
const customsServices = '3'
const customsResolution = '812'

/** What the schema leaves optional and the SII demands of exports: marks, seals, pesos, the resolution of services. */
export function judgeExports ({ facts, body }: Document): Reason[] {
  if (!exportTypes.includes(facts.documentType)) return []
  return [
    ...(facts.documentType === invoice ? judgePackages(body) : []), ...judgePesos(body), ...judgeResolution(body)
  ]
}

function judgePackages (body: Element): Reason[] {
  const customs = child(child(child(body, 'Encabezado'), 'Transporte'), 'Aduana')
  return childrenOf(customs, 'TipoBultos').flatMap((packages) => {
    const isContainer = containers.includes(Number(textAt(packages, 'CodTpoBultos')))
    const demanded = isContainer ? ['Marcas', 'IdContainer', 'Sello'] : ['Marcas']
    return demanded.filter((name) => (textAt(packages, name) ?? '').trim() === '').map((name) => reason('HED-2-804', name))
  })
}

function judgePesos (body: Element): Reason[] {
  if (headerText(body, 'Totales/TpoMoneda') === pesos) return []
  const total = headerText(body, 'OtraMoneda/MntTotOtrMnda')
  if (total === undefined) return [reason('HED-3-834')]
  if (Number(headerText(body, 'IdDoc/FmaPagExp')) === withoutPayment) {
    return Number(total) === 0 ? [] : [reason('HED-1-803', total)]
  }
  if (headerText(body, 'OtraMoneda/TpoMoneda') !== pesos) return []
  return [['MntExe', 'MntExeOtrMnda'] as const, ['MntTotal', 'MntTotOtrMnda'] as const].flatMap(([amount, equivalent]) => {
    const written = parseExact(headerText(body, `OtraMoneda/${equivalent}`))
    const expected = inPesos(headerText(body, `Totales/${amount}`), headerText(body, 'OtraMoneda/TpoCambio'))
    if (written === undefined || expected === undefined || written === expected) return []
    return [reason('HED-3-835', `${equivalent} ${show(written)} <> ${show(expected)}`)]
  })
}

/** An amount at a rate of exchange, in whole pesos; half a peso goes up. Undefined without one of them. */
export function inPesos (amount: string | undefined, rate: string | undefined): Millionths | undefined {
  const [exactAmount, exactRate] = [parseExact(amount), parseExact(rate)]
  if (exactAmount === undefined || exactRate === undefined) return undefined
  return divideHalfUp(exactAmount * exactRate, one * one) * one
}

function judgeResolution (body: Element): Reason[] {
  if (headerText(body, 'IdDoc/IndServicio') !== customsServices) return []
  const types = childrenOf(body, 'Referencia').map((row) => textAt(row, 'TpoDocRef')?.trim())
  return types.includes(customsResolution) ? [] : [reason('REF-2-826')]
}
