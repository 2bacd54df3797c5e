import type { AnsweredDocument } from '../../dte/exchange/read-answer.ts'
import type { ExchangeEnvelope } from '../../services/ports.ts'
import { parseRut } from '../../dte/values/rut.ts'
import { decodeAnswer } from './answer-text.ts'
import { findAll, findFirst, parseXml, textOf, type XmlElement } from './xml-answer.ts'

/**
 * Reads an envelope of documents (EnvioDTE) as another company sends it. Judges neither signatures nor amounts.
 * Undefined for anything else, and for an envelope that lacks what an answer must repeat.
 */
export function readExchangeEnvelope (bytes: Buffer): ExchangeEnvelope | undefined {
  const root = parseXml(decodeAnswer(bytes, undefined))
  if (root?.name !== 'EnvioDTE') return undefined
  const parties = readParties(findFirst(root, 'Caratula'), 'RutEmisor', 'RutReceptor')
  const documents = findAll(root, 'DTE').map(readDocument)
  const setId = findFirst(root, 'SetDTE')?.id
  if (!setId || !parties || documents.length === 0 || !documents.every((one) => one !== undefined)) return undefined
  return { setId, digest: digestIn(root), ...parties, documents }
}

const shapes = [['TipoDTE', /^\d{1,3}$/], ['Folio', /^\d{1,10}$/], ['MntTotal', /^\d{1,18}$/]] as const

function readDocument (element: XmlElement): AnsweredDocument | undefined {
  const header = findFirst(element, 'Encabezado')
  const parties = readParties(header, 'RUTEmisor', 'RUTRecep')
  if (!header || !parties) return undefined
  const numbers = shapes.map(([name, shape]) => shape.exec(textOf(header, name) ?? '')?.[0])
  const issueDate = /^\d{4}-\d\d-\d\d$/.exec(textOf(header, 'FchEmis') ?? '')?.[0]
  if (!issueDate || numbers.includes(undefined)) return undefined
  const [documentType = 0, folio = 0, total = 0] = numbers.map(Number)
  return { documentType, folio, total, issueDate, ...parties }
}

function readParties (
  element: XmlElement | undefined, issuerName: string, receiverName: string
): Pick<ExchangeEnvelope, 'issuer' | 'receiver'> | undefined {
  const [issuer, receiver] = [issuerName, receiverName]
    .map((name) => parseRut((element && textOf(element, name)) ?? ''))
  return issuer && receiver ? { issuer, receiver } : undefined
}

/** Of the signature over the set, which stands beside it; those of the documents stand inside. */
function digestIn (root: XmlElement): string | undefined {
  const signature = root.children.find(({ name }) => name === 'Signature')
  return signature && textOf(signature, 'DigestValue')
}
