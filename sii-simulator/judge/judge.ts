import { setImmediate } from 'node:timers/promises'
import type { Authority } from '../authority.ts'
import type { Companies } from '../companies.ts'
import { sha256 } from '../store.ts'
import { bookRoots, judgeBook } from './books.ts'
import { judgeCover, readCover } from './cover.ts'
import { judgeExports } from './exports.ts'
import { readDocuments, type Document } from './facts.ts'
import { judgeHeader } from './header.ts'
import { isRefusal, reason, type Reason } from './reasons.ts'
import { isNote, judgeReferences, readReferences, type IsReceived } from './references.ts'
import { schemaProblems } from './schema/validator.ts'
import { verifyDteSignature, verifySetSignature, type Trust } from './signatures.ts'
import { judgeCaf, judgeStamp } from './stamp.ts'
import { judgeTotals } from './totals.ts'
import type { DocumentVerdict, EnvelopeVerdict, RefusalState } from './verdict.ts'
import { characterProblems, child, parseXml, readXml, type XmlDocument, XmlRefused, type ParsedXml } from './xml.ts'

export interface Upload {
  sender: string
  company: string
  bytes: Buffer
  /** The same bytes, where they are parsed already; it is disposed with the judgement. */
  document?: XmlDocument | undefined
}

/** The hash of the bytes that the SII has accepted under a folio, if any. */
type ReceivedHash = (issuer: string, documentType: number, folio: number) => string | undefined

export interface Bench { authority: Authority, companies: Companies, receivedHash: ReceivedHash }

/**
 * Judges an envelope in the SII's order: schema, signature of the set, cover sheet, then each document. Other work runs
 * between the steps, because the simulator may share the service's process.
 */
export async function judgeEnvelope (upload: Upload, bench: Bench, now: Date): Promise<EnvelopeVerdict> {
  const trust = { authority: bench.authority, now }
  await setImmediate()
  try {
    const xml = upload.document ? readXml(upload.document) : parseXml(upload.bytes)
    try {
      return await judgeRoot(xml, upload, bench, trust)
    } finally {
      xml.dispose()
    }
  } catch (error) {
    if (error instanceof XmlRefused) return refused('RSC', [schemaReason(error.message)])
    throw error
  }
}

async function judgeRoot (
  xml: ParsedXml, upload: Upload, bench: Bench, trust: Trust
): Promise<EnvelopeVerdict> {
  await setImmediate()
  if (bookRoots.includes(xml.root.name)) return judgeBook(xml, upload, { companies: bench.companies, trust })
  const { root, encoding } = xml
  const problems = [...characterProblems(upload.bytes, encoding), ...schemaProblems(root)]
  await setImmediate()
  if (problems.length > 0) return refused('RSC', problems.map(schemaReason))
  const set = child(root, 'SetDTE')
  const documents = set && readDocuments(set, upload.bytes)
  if (!set || !documents) return refused('RSC', [schemaReason('the documents cannot be told apart')])
  await setImmediate()
  const signature = verifySetSignature(root, set, trust)
  if (signature.problem !== undefined) {
    return refused('RFR', [{ code: 'ENV-3-1', description: 'Firma del envio incorrecta', detail: signature.problem }])
  }
  if (!bench.companies.maySend(upload.company, signature.holder)) {
    return refused('RFR', [reason('ENV-3-6', signature.holder)])
  }
  const cover = judgeCover(set, documents, upload, bench.companies)
  if (cover.length > 0) return refused('RCT', cover)
  return { documents: await judgeDocuments(documents, readCover(set).issuer, bench, trust) }
}

function schemaReason (detail: string): Reason {
  return { code: 'SCH-00001', description: 'Error de esquema', detail }
}

function refused (state: RefusalState, reasons: Reason[]): EnvelopeVerdict {
  return { refusal: { state, reasons }, documents: [] }
}

/**
 * Judges notes last, because they may refer to documents of the same envelope. The verdicts keep the order of the file.
 */
async function judgeDocuments (
  documents: Document[], issuer: string, bench: Bench, trust: Trust
): Promise<DocumentVerdict[]> {
  const verdicts = new Map<Document, DocumentVerdict>()
  const here = new Map<string, string>()
  const receivedHash: ReceivedHash = (...folio) => here.get(folio.join('/')) ?? bench.receivedHash(...folio)
  const notesLast = [...documents].sort((a, b) =>
    Number(isNote(a.facts.documentType)) - Number(isNote(b.facts.documentType))
  )
  for (const document of notesLast) {
    const verdict = judgeDocument(document, issuer, { ...bench, receivedHash }, trust)
    verdicts.set(document, verdict)
    const { facts, sha256: hash, outcome } = verdict
    const folio = [facts.issuer, facts.documentType, facts.folio].join('/')
    if (outcome !== 'rejected' && !here.has(folio)) here.set(folio, hash)
    await setImmediate()
  }
  return documents.map((document) => verdicts.get(document)).filter((verdict) => verdict !== undefined)
}

/** The order is that of the SII's answers: folio already received, CAF, stamp, signature, content. */
function judgeDocument (document: Document, coverIssuer: string, bench: Bench, trust: Trust): DocumentVerdict {
  const hash = sha256(document.bytes)
  const isReceived: IsReceived = (...folio) => bench.receivedHash(...folio) !== undefined
  const stages = [
    () => judgeRepetition(document, hash, bench.receivedHash),
    () => judgeCaf(document, bench.authority.cafPublicKey),
    () => judgeStamp(document),
    () => judgeSigner(document, bench.companies, trust),
    () => judgeHeader(document, coverIssuer, bench.companies),
    () => judgeReferences(document, isReceived),
    () => judgeTotals(document),
    () => judgeExports(document),
  ]
  const reasons: Reason[] = []
  for (const stage of stages) {
    reasons.push(...stage())
    if (reasons.some(isRefusal)) break
  }
  return toVerdict(document, hash, reasons)
}

function toVerdict (document: Document, hash: string, reasons: Reason[]): DocumentVerdict {
  const outcome = reasons.some(isRefusal) ? 'rejected' : reasons.length > 0 ? 'objected' : 'accepted'
  const changes = isNote(document.facts.documentType)
    ? readReferences(document.body).map(({ documentType, folio, code }) => ({
      documentType: Number(documentType), folio: Number(folio), code
    }))
    : []
  return { facts: document.facts, sha256: hash, outcome, reasons, changes }
}

function judgeRepetition ({ facts }: Document, hash: string, receivedHash: ReceivedHash): Reason[] {
  const earlier = receivedHash(facts.issuer, facts.documentType, facts.folio)
  if (earlier === undefined) return []
  return [reason(earlier === hash ? 'DTE-3-100' : 'DTE-3-101')]
}

function judgeSigner (document: Document, companies: Companies, trust: Trust): Reason[] {
  const signature = verifyDteSignature(document.dte, document.body, trust)
  if (signature.problem !== undefined) return [reason('DTE-3-505', signature.problem)]
  return companies.maySend(document.facts.issuer, signature.holder) ? [] : [reason('ENV-3-6', signature.holder)]
}
