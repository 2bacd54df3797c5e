import { type Element, child } from '../judge/xml.ts'
import { textOf } from './element-checks.ts'

/** What books say again of a document. Amounts are whole pesos. */
export interface IssuedFacts {
  documentType: number
  folio: number
  date: string
  issuer: string
  receiver: string
  exempt: number
  net: number
  tax: number
  total: number
}

export function factsOf (body: Element): IssuedFacts {
  const head = child(body, 'Encabezado')
  const amount = (name: string): number => Number(textOf(head, `Totales/${name}`) ?? 0)
  return {
    documentType: Number(textOf(head, 'IdDoc/TipoDTE')), folio: Number(textOf(head, 'IdDoc/Folio')),
    date: textOf(head, 'IdDoc/FchEmis') ?? '', issuer: textOf(head, 'Emisor/RUTEmisor') ?? '',
    receiver: textOf(head, 'Receptor/RUTRecep') ?? '', exempt: amount('MntExe'), net: amount('MntNeto'),
    tax: amount('IVA'), total: amount('MntTotal')
  }
}
