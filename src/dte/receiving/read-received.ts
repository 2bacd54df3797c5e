/** Files with documents that others issued for a tenant: EnvioDTE, a DTE alone, or DTEs in another file [S5], [S26]. */
import { createHash } from 'node:crypto'
import { type Verification, verifyPart, type VerificationTerms } from '../signing/verification.ts'
import type { SiiEnvironment } from '../signing/sii-keys.ts'
import { add, type Decimal, subtract, zero } from '../values/amounts.ts'
import { documentTypes } from '../values/document-types.ts'
import { parseRut, type Rut } from '../values/rut.ts'
import { instantOf, integerOf } from '../xml/lexical.ts'
import {
  childOf, childrenOf, everyElement, parseReceived, type ReceivedElement, textAt, type XmlProblem
} from '../xml/received.ts'
import { type Check, checked, fileState } from './checks.ts'
import type { PrintableDocument } from '../printing/printable.ts'
import { plainXml } from './plain-xml.ts'
import { printableOfReceived, resolutionIn, resolutionNumberIn } from './printable-of-received.ts'
import { amount, type DocumentFacts, documentFacts, documentParts } from './received-document.ts'
import { schemaProblem } from './schema.ts'
import { checkStamp, type StampTerms } from './stamp-check.ts'

/** Whom the file should be for. */
export interface Recipient extends StampTerms { taxNumber: string }

export interface ReceivedDocument extends DocumentFacts {
  /** Its place among the documents of the file, from 0. */
  position: number
  /** Where it is registered: documents of certification never stand among those of production. */
  environment: SiiEnvironment
  /** SHA-256 of what is signed, however it is laid out, in hexadecimal. */
  contentSha256: string
  /** Base64 without white space, for QueryEstDteAv. */
  signatureValue: string
  /** The certificate's holder; empty without a signature that holds. */
  signer: string
  /** What it shows in print. */
  printable: PrintableDocument
  checks: Check[]
}

export interface ReceivedFile {
  kind: 'EnvioDTE' | 'DTE' | 'other'
  /** ID of the SetDTE, and the DigestValue of its signature. */
  setId: string | null
  digest: string | null
  /** RutEmisor, RutReceptor and NroResol of the cover. */
  issuer: string | null
  receiver: string | null
  resolutionNumber: number | null
  /** EstadoRecepEnv. */
  state: number
  checks: Check[]
  documents: ReceivedDocument[]
  /** Documents of which it cannot be told which they are. */
  unidentified: number
}

export type ReceivingProblem = XmlProblem | 'BOLETAS' | 'NO_DOCUMENTS' | 'TOO_MANY_DOCUMENTS' | 'OTHER_RECEIVER'
export type ReceivedReading = ReceivedFile | { problem: ReceivingProblem }

// [S5, SetDTE/DTE].
const mostDocuments = 2000
const siiTaxNumber = '60803000-K'

/** Reads a file and makes every check that needs nothing else. A check that fails hides no document. */
export function readReceived (bytes: Buffer, terms: VerificationTerms, recipient: Recipient): ReceivedReading {
  const xml = parseReceived(bytes)
  if ('problem' in xml) return xml
  try {
    return readRoot(xml.root, terms, recipient)
  } finally {
    xml.dispose()
  }
}

function readRoot (root: ReceivedElement, terms: VerificationTerms, recipient: Recipient): ReceivedReading {
  if (root.name === 'EnvioBOLETA') return { problem: 'BOLETAS' }
  const elements = dtesIn(root)
  if (elements.length === 0) return { problem: 'NO_DOCUMENTS' }
  if (elements.length > mostDocuments) return { problem: 'TOO_MANY_DOCUMENTS' }
  const cover = coverOf(root)
  const isCovered = cover?.receiver === recipient.taxNumber
  const read = elements.map((dte, position) => readDocument(dte, { cover, position, terms, recipient }))
  const documents = read.filter((one) => one !== undefined)
  const isForUs = documents.some(({ receiver }) => receiver === recipient.taxNumber)
  if (!isCovered && !isForUs) return { problem: 'OTHER_RECEIVER' }
  const checks = fileChecksOf(root, { cover, documents, elements, terms, recipient })
  return {
    kind: root.name === 'EnvioDTE' || root.name === 'DTE' ? root.name : 'other', ...completedPayload(cover), state: fileState(checks),
    checks, documents, unidentified: elements.length - documents.length
  }
}

type SaidByCover = Pick<ReceivedFile, 'setId' | 'digest' | 'issuer' | 'receiver' | 'resolutionNumber'>

function completedPayload (cover: Cover | undefined): SaidByCover {
  if (!cover) return { setId: null, digest: null, issuer: null, receiver: null, resolutionNumber: null }
  const { setId, digest, issuer, receiver, resolutionNumber } = cover
  return { setId, digest, issuer, receiver, resolutionNumber }
}

function dtesIn (root: ReceivedElement): ReceivedElement[] {
  if (root.name === 'DTE') return [root]
  if (root.name === 'EnvioDTE') return childrenOf(root, 'SetDTE').flatMap((set) => childrenOf(set, 'DTE'))
  return Array.from(everyElement(root)).filter(({ name }) => name === 'DTE')
}

interface Cover {
  set: ReceivedElement
  element: ReceivedElement
  setId: string
  digest: string | null
  issuer: Rut | null
  receiver: Rut | null
  resolutionNumber: number | null
}

function coverOf (root: ReceivedElement): Cover | undefined {
  const set = root.name === 'EnvioDTE' ? childOf(root, 'SetDTE') : undefined
  const element = childOf(set, 'Caratula')
  if (!set || !element) return undefined
  return {
    set, element, setId: (set.attributes.get('ID') ?? '').slice(0, 80),
    digest: textAt(root, 'Signature/SignedInfo/Reference/DigestValue').replace(/\s/g, '').slice(0, 100) || null,
    issuer: parseRut(textAt(element, 'RutEmisor')) ?? null, receiver: parseRut(textAt(element, 'RutReceptor')) ?? null,
    resolutionNumber: resolutionNumberIn(element) ?? null
  }
}

interface FileContext {
  cover: Cover | undefined
  documents: ReceivedDocument[]
  elements: ReceivedElement[]
  terms: VerificationTerms
  recipient: Recipient
}

function fileChecksOf (
  root: ReceivedElement, { cover, documents, elements, terms, recipient }: FileContext
): Check[] {
  const readable: Check = { check: 'readable', outcome: 'passed' }
  if (root.name !== 'EnvioDTE') {
    const others = ['structure', 'envelopeSignature', 'addressee', 'environment', 'counts'] as const
    return [readable, ...others.map((check): Check => ({ check, outcome: 'notApplicable' }))]
  }
  const at = momentSaid(textAt(cover?.element, 'TmstFirmaEnv'), terms.at)
  return [
    readable,
    schemaCheck('structure', root),
    signatureCheck('envelopeSignature', verifyPart(root, 'SetDTE', { ...terms, at })),
    checked('addressee', addresseeProblem(cover, documents, recipient)),
    checked('environment', environmentProblem(cover, recipient)),
    checked('counts', cover && countsProblem(cover, elements), 'warning')
  ]
}

/** Some issuers send their customers the envelope that they sent to the SII. */
function addresseeProblem (
  cover: Cover | undefined, documents: ReceivedDocument[], { taxNumber }: Recipient
): string | undefined {
  if (cover?.receiver === taxNumber) return undefined
  const isForUs = documents.every(({ receiver }) => receiver === taxNumber)
  return cover?.receiver === siiTaxNumber && isForUs ? 'ADDRESSED_TO_SII' : 'OTHER_RECEIVER'
}

function environmentProblem (cover: Cover | undefined, { environment }: Recipient): string | undefined {
  const number = cover?.resolutionNumber ?? null
  if (number === null) return 'RESOLUTION_MISSING'
  return (number === 0) === (environment === 'certification') ? undefined : 'OTHER_ENVIRONMENT'
}

function countsProblem ({ element }: Cover, elements: ReceivedElement[]): string | undefined {
  const said = childrenOf(element, 'SubTotDTE').map((one) =>
    `${integerOf(textAt(one, 'TpoDTE'))}:${integerOf(textAt(one, 'NroDTE'))}`)
  const counts = new Map<number | undefined, number>()
  for (const dte of elements) {
    const type = integerOf(textAt(partsOf(dte)[0], 'Encabezado/IdDoc/TipoDTE'))
    counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  const found = Array.from(counts, ([type, count]) => `${type}:${count}`)
  return said.sort().join() === found.sort().join() ? undefined : 'COUNTS_DIFFER'
}

interface DocumentContext {
  cover: Cover | undefined
  position: number
  terms: VerificationTerms
  recipient: Recipient
}

function partsOf (dte: ReceivedElement): ReceivedElement[] {
  return documentParts.flatMap((name) => childrenOf(dte, name))
}

function readDocument (
  dte: ReceivedElement, { cover, position, terms, recipient }: DocumentContext
): ReceivedDocument | undefined {
  const [part, ...more] = partsOf(dte)
  const facts = part && documentFacts(part)
  if (!part || !facts) return undefined
  const at = momentSaid(textAt(part, 'TmstFirma'), terms.at)
  const verification: Verification = more.length > 0
    ? { problem: 'SIGNATURE_MISPLACED' }
    : verifyPart(dte, part.name, { ...terms, at })
  const { problem, signedFor } = checkStamp(part, facts, recipient)
  return {
    ...facts, position, environment: signedFor ?? environmentOf(cover) ?? recipient.environment,
    contentSha256: createHash('sha256').update(plainXml(part)).digest('hex'),
    signatureValue: textAt(dte, 'Signature/SignatureValue').replace(/\s/g, '').slice(0, 2000),
    signer: signerOf(verification), printable: printableOfReceived(part, facts, resolutionIn(cover?.element)),
    checks: [
      schemaCheck('documentStructure', dte),
      signatureCheck('signature', verification),
      // Only the SII knows whom a company has authorised to sign.
      { check: 'signerAuthorised', outcome: 'notPossible' },
      issuerCheck(cover, facts),
      checked('receiver', facts.receiver === recipient.taxNumber ? undefined : 'OTHER_RECEIVER'),
      checked('stamp', problem),
      amountsCheck(part, facts)
    ]
  }
}

function schemaCheck (check: 'structure' | 'documentStructure', element: ReceivedElement): Check {
  const { code, outcome } = schemaProblem(element, check === 'structure' ? 'EnvioDTE' : 'DTE') ?? {}
  return checked(check, code, outcome)
}

function environmentOf (cover: Cover | undefined): SiiEnvironment | undefined {
  return cover && (cover.resolutionNumber === 0 ? 'certification' : 'production')
}

function signerOf (verification: Verification): string {
  return 'signer' in verification ? verification.signer.taxNumber ?? verification.signer.name : ''
}

function issuerCheck (cover: Cover | undefined, { issuer }: DocumentFacts): Check {
  if (!cover) return { check: 'issuer', outcome: 'notApplicable' }
  return checked('issuer', cover.issuer === issuer ? undefined : 'COVER_DIFFERS')
}

/** A certificate of an authority that is not on the list is a warning: the list is the operator's. */
function signatureCheck (check: 'signature' | 'envelopeSignature', verification: Verification): Check {
  const problem = 'problem' in verification ? verification.problem : undefined
  return checked(check, problem, problem === 'CERTIFICATE_NOT_TRUSTED' ? 'warning' : 'failed')
}

/** When something says that it was signed, which is not after it came. */
function momentSaid (text: string, cameAt: Date): Date {
  const said = instantOf(text)
  return said && said < cameAt ? said : cameAt
}

const mustSayPayment = [33, 34, 43]

/** The SII does not reject a document for its sums; nor does this. */
function amountsCheck (part: ReceivedElement, facts: DocumentFacts): Check {
  const { branch } = documentTypes[facts.documentType]
  if (branch === 'Exportaciones') return { check: 'amounts', outcome: 'notApplicable' }
  if (summandsOf(part, facts) !== facts.totalAmount) return checked('amounts', 'TOTAL_DIFFERS', 'warning')
  const isSilent = facts.paymentMethod === null && mustSayPayment.includes(facts.documentType)
  return checked('amounts', isSilent ? 'PAYMENT_METHOD_MISSING' : undefined, 'warning')
}

function summandsOf (
  part: ReceivedElement, { netAmount, exemptAmount, vatAmount, otherTaxes }: DocumentFacts
): Decimal {
  const total = (name: string) => amount(textAt(part, `Encabezado/Totales/${name}`)) ?? zero
  const added = [netAmount, exemptAmount, vatAmount, otherTaxes, total('GrntDep')]
  const taken = ['CredEC', 'Comisiones/ValComNeto', 'Comisiones/ValComExe', 'Comisiones/ValComIVA'].map(total)
  return taken.reduce(subtract, added.reduce<Decimal>((one, other) => add(one, other ?? zero), zero))
}
