import { escapeMarkup } from '../../shared/escape-markup.ts'
import { presentable } from './answer-text.ts'
import type { HttpOutcome } from './http.ts'
import { findFirst, parseXml, textOf, type XmlElement } from './xml-answer.ts'

export interface SoapOperation {
  namespace: string
  name: string
  /** The parameters in the order of the WSDL: the SII's rpc services bind them by position. */
  parameters: readonly (readonly [name: string, value: string])[]
  /** rpc/literal, as the registry's service: without types and the encoding of SOAP 1.1. */
  isLiteral?: true
}

/** The SII's RESPUESTA, or why it is missing; `tokenRefused` where a fault says that the token is not valid. */
export type SiiAnswer =
  | { kind: 'answer', answer: XmlElement }
  | { kind: 'none', cause: string, tokenRefused?: boolean }

export const soapHeaders = { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '""', Accept: 'text/xml' } as const

/** Envelope of an rpc call with text parameters, as UTF-8 bytes. */
export function soapBody ({ namespace, name, parameters, isLiteral }: SoapOperation): Buffer {
  const type = isLiteral ? '' : ' xsi:type="xsd:string"'
  const encoding = isLiteral ? '' : ' soapenv:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"'
  const values = parameters.map(([part, value]) => `<${part}${type}>${escapeMarkup(value)}</${part}>`)
  return Buffer.from([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
    '<soapenv:Body>',
    `<m:${name} xmlns:m="${escapeMarkup(namespace)}"${encoding}>${values.join('')}</m:${name}>`,
    '</soapenv:Body></soapenv:Envelope>'
  ].join(''))
}

/**
 * Reads the RESPUESTA of an answer: escaped or in CDATA inside a SOAP body, or as plain elements (the boletas' seed and
 * token).
 */
export function readRespuesta (outcome: HttpOutcome): SiiAnswer {
  if (outcome.kind === 'failed') return { kind: 'none', cause: describeFailure(outcome) }
  const root = parseXml(outcome.text)
  if (root === undefined) return { kind: 'none', cause: `HTTP ${outcome.status} without readable XML` }
  const answer = findFirst(root, 'RESPUESTA') ?? nestedAnswer(root)
  if (answer !== undefined) return { kind: 'answer', answer }
  const fault = faultIn(root)
  return {
    kind: 'none', cause: fault ?? `HTTP ${outcome.status} without RESPUESTA`,
    tokenRefused: fault !== undefined && isTokenRefusal(fault)
  }
}

/** Whether words of the SII are about the token: "Error de Autenticacion: TOKEN invalido", "No trae TOKEN". */
export function isTokenRefusal (words: string): boolean {
  return /token/i.test(words) && /inv[aá]lid|no existe|no trae|expir|inactiv|vencid|autenticaci[oó]n/i.test(words)
}

/**
 * Asks with the first namespace, and with the next where the service knows no such operation in it: the namespace of
 * the WSDL and `http://DefaultNamespace` each work for some who use these services [S40].
 */
export async function withNamespaces (
  namespaces: readonly string[], ask: (namespace: string) => Promise<HttpOutcome>
): Promise<HttpOutcome> {
  const [first = defaultNamespace, ...others] = namespaces
  const outcome = await ask(first)
  const isUnknown = outcome.kind === 'answered' && /no such operation/i.test(outcome.text)
  return isUnknown && others.length > 0 ? await withNamespaces(others, ask) : outcome
}

export const defaultNamespace = 'http://DefaultNamespace'

/** A SOAP fault in words; undefined where the answer has none. */
export function faultIn (root: XmlElement): string | undefined {
  const fault = findFirst(root, 'Fault')
  return fault && `SOAP fault: ${presentable(textOf(fault, 'faultstring') ?? fault.text)}`
}

function nestedAnswer (root: XmlElement): XmlElement | undefined {
  const inner = parseXml(root.text)
  return inner && findFirst(inner, 'RESPUESTA')
}

/** A failed exchange in words, for the cause of an outcome. */
export function describeFailure ({ failure, detail }: Extract<HttpOutcome, { kind: 'failed' }>): string {
  return `${failure}: ${detail}`
}

/** Text of an element in the answer's header part; in the whole answer when it has no header part. */
export function headerText (answer: XmlElement, name: string): string | undefined {
  return presentableText(findFirst(answer, 'RESP_HDR') ?? answer, name)
}

/** Text of an element in the answer's body part. */
export function bodyText (answer: XmlElement, name: string): string | undefined {
  const body = findFirst(answer, 'RESP_BODY')
  return body && presentableText(body, name)
}

function presentableText (part: XmlElement, name: string): string | undefined {
  const text = textOf(part, name)
  return text && presentable(text)
}
