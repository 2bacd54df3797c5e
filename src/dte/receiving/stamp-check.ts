/** Verifies the stamp of a document that others issued: TED, and the CAF inside it. */
import { verify } from 'node:crypto'
import { type CafKeys, embeddedCaf, verifyCafSignature } from '../signing/caf.ts'
import { type SiiEnvironment, siiKeys } from '../signing/sii-keys.ts'
import { stampName } from '../signing/stamp.ts'
import { type Decimal, roundHalfUp } from '../values/amounts.ts'
import { parseRut } from '../values/rut.ts'
import { dateOf, integerOf } from '../xml/lexical.ts'
import { childOf, childrenOf, type ReceivedElement, textAt } from '../xml/received.ts'
import { plainXml, quoteStyles } from './plain-xml.ts'
import { amount, type DocumentFacts } from './received-document.ts'

export interface StampTerms {
  environment: SiiEnvironment
  /** Keys that sign CAFs beside the SII's own: the simulator's. */
  cafKeys: CafKeys
}

/** `signedFor`: the environment whose key signed the CAF; undefined for other keys. */
export interface StampVerdict { problem: string | undefined, signedFor: SiiEnvironment | undefined }

/** The first thing that is wrong with a stamp, from the CAF to what it says of the document. */
export function checkStamp (part: ReceivedElement, facts: DocumentFacts, terms: StampTerms): StampVerdict {
  const [stamp, ...more] = childrenOf(part, 'TED')
  const caf = childOf(childOf(stamp, 'DD'), 'CAF')
  if (!stamp || !caf || more.length > 0) return { problem: 'STAMP_MISSING', signedFor: undefined }
  try {
    return verdictOf({ stamp, caf, part }, facts, terms)
  } catch {
    return { problem: 'CAF_MALFORMED', signedFor: undefined }
  }
}

function verdictOf (
  { stamp, caf, part }: Record<'stamp' | 'caf' | 'part', ReceivedElement>, facts: DocumentFacts,
  { environment, cafKeys }: StampTerms
): StampVerdict {
  const style = quoteStyles.find((quotes) => verifyCafSignature(plainXml(caf, quotes), cafKeys))
  if (!style) return { problem: 'CAF_SIGNATURE_WRONG', signedFor: undefined }
  const read = embeddedCaf(plainXml(caf, style))
  const signedFor = siiKeys[read.keyId]?.environment
  if (signedFor !== undefined && signedFor !== environment) return { problem: 'CAF_ENVIRONMENT', signedFor }
  const problem = cafProblem(read, facts) ?? signatureProblem(stamp, read) ?? difference(stamp, part, facts)
  return { problem, signedFor }
}

type EmbeddedCaf = ReturnType<typeof embeddedCaf>

function cafProblem (
  { issuer, documentType, from, to }: EmbeddedCaf, facts: DocumentFacts
): string | undefined {
  if (issuer !== facts.issuer) return 'CAF_ISSUER'
  if (documentType !== facts.documentType) return 'CAF_TYPE'
  return facts.folio < from || facts.folio > to ? 'FOLIO_OUT_OF_RANGE' : undefined
}

function signatureProblem (stamp: ReceivedElement, { publicKey }: EmbeddedCaf): string | undefined {
  const signed = childOf(stamp, 'DD')
  const signature = Buffer.from(textAt(stamp, 'FRMT'), 'base64')
  const texts = signed ? quoteStyles.flatMap((own) => quoteStyles.map((caf) => plainXml(signed, own, caf))) : []
  const holds = Array.from(new Set(texts)).some((text) =>
    verify('sha1', Buffer.from(text, 'latin1'), publicKey, signature))
  return holds ? undefined : 'STAMP_SIGNATURE_WRONG'
}

/** What the stamp says otherwise than the document. */
function difference (stamp: ReceivedElement, part: ReceivedElement, facts: DocumentFacts): string | undefined {
  const stamped = (name: string) => textAt(stamp, `DD/${name}`)
  const pairs: [name: string, equal: boolean][] = [
    ['RE', parseRut(stamped('RE')) === facts.issuer],
    ['TD', integerOf(stamped('TD')) === facts.documentType],
    ['F', integerOf(stamped('F')) === facts.folio],
    ['FE', dateOf(stamped('FE')) === facts.issueDate],
    ['RR', parseRut(stamped('RR')) === facts.receiver],
    ['MNT', isTotal(amount(stamped('MNT')), facts)],
    ['RSR', isNamed(stamped('RSR'), textAt(part, 'Encabezado/Receptor/RznSocRecep'))],
    ['IT1', isNamed(stamped('IT1'), textAt(part, 'Detalle/NmbItem'))]
  ]
  const different = pairs.find(([, equal]) => !equal)?.[0]
  return different && `STAMP_DIFFERS: ${different}`
}

/** Stamps of exports in other currencies have the decimals, or are rounded. */
function isTotal (stamped: Decimal | null, { totalAmount }: DocumentFacts): boolean {
  return stamped === totalAmount || stamped === roundHalfUp(totalAmount)
}

/** A stamp has the beginning of a name, and programs fold or leave out characters. */
function isNamed (stamped: string, name: string): boolean {
  return stampName(name).startsWith(stampName(stamped))
}
