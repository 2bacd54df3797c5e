import { childrenOf, textAt, type Element } from '../judge/xml.ts'
import type { Review, ReviewReason } from './review.ts'

/** What the documents of a simulation are held against. */
export interface SimulationFacts {
  /** Every type that the company certifies. */
  documentTypes: ReadonlySet<number>
  /** "33 42": type and folio of the documents of sets. */
  setFolios: ReadonlySet<string>
  /** YYYY-MM-DD */
  today: string
}

const [fewest, most] = [20, 100]

/** Reviews a simulation: 20 to 100 documents as the business issues them, none of a set, every type among them. */
export function reviewSimulation (bodies: readonly Element[], facts: SimulationFacts): Review {
  const documents = bodies.map((body, index) => ({ body, number: index + 1, ...namesOf(body) }))
  const whole = (text: string): ReviewReason => ({ case: 0, documentType: 0, folio: '', text })
  const types = new Set(documents.map(({ documentType }) => documentType))
  const reasons = [
    ...documents.length >= fewest && documents.length <= most
      ? []
      : [whole(`La Simulacion Debe Tener entre ${fewest} y ${most} Documentos`)],
    ...[...facts.documentTypes].filter((type) => !types.has(type))
      .map((type) => whole(`La Simulacion Debe Tener Documentos de Tipo ${type}`)),
    ...documents.flatMap(({ body, number, documentType, folio }) =>
      problemsOf(body, `${documentType} ${folio}`, facts).map((text) => ({ case: number, documentType, folio, text })))
  ]
  return { state: reasons.length === 0 ? 'SOK' : 'SRH', reasons }
}

function namesOf (body: Element): { documentType: number, folio: string } {
  return {
    documentType: Number(textAt(body, 'Encabezado/IdDoc/TipoDTE')),
    folio: textAt(body, 'Encabezado/IdDoc/Folio')?.trim() ?? ''
  }
}

function problemsOf (body: Element, name: string, { setFolios, today }: SimulationFacts): string[] {
  const date = textAt(body, 'Encabezado/IdDoc/FchEmis')?.trim() ?? ''
  const isOfSet = childrenOf(body, 'Referencia').some((one) => textAt(one, 'TpoDocRef') === 'SET')
  return [
    ...isOfSet ? ['El Documento No Corresponde a la Simulacion: Tiene Referencia a un Set'] : [],
    ...setFolios.has(name) ? ['El Folio No Corresponde a la Simulacion: se Uso en un Set'] : [],
    ...date >= firstOfMonthBefore(today) && date <= today ? [] : ['La Fecha de Emision No Corresponde al Periodo']
  ]
}

function firstOfMonthBefore (today: string): string {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 10)
}
