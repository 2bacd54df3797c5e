/**
 * EnvioDTE and EnvioBOLETA: the file that is uploaded, many signed documents under one cover sheet and one signature.
 */
import { createHash } from 'node:crypto'
import { canonicalReferences, element, toLatin1 } from '../xml/canonical.ts'
import { dteStart, signElement, type Signer, siiNamespace, siiNamespaces, xmlDeclaration } from './signature.ts'

export interface CoverSheet {
  /** RUT of the documents' issuer. */
  issuer: string
  /** RUT of the certificate's holder, who uploads. */
  sender: string
  /** 60803000-K for the SII, the client's RUT in the exchange between companies. */
  receiver: string
  /** FchResol and NroResol of the resolution that authorises the issuer; number 0 in certification. */
  resolutionDate: string
  resolutionNumber: number
  /** YYYY-MM-DDThh:mm:ss, local time of Chile. */
  signedAt: string
}

export interface EnvelopeDocument {
  documentType: number
  /** The DTE on its own, as issueDocument gave it. */
  xml: Buffer
}

export interface EnvelopeContent {
  kind: 'DTE' | 'BOLETA'
  cover: CoverSheet
  documents: readonly EnvelopeDocument[]
  credential: Signer
}

/** What an envelope has before and after its documents. */
export interface EnvelopeFrame { start: Buffer, end: Buffer }

// [S5, SetDTE/DTE]: maxOccurs.
const envelopeKinds = {
  DTE: { root: 'EnvioDTE', schema: 'EnvioDTE_v10.xsd', mostDocuments: 2000 },
  BOLETA: { root: 'EnvioBOLETA', schema: 'EnvioBOLETA_v11.xsd', mostDocuments: 500 }
} as const

const setId = 'SetDoc'

/** The bytes of an envelope. Throws what frameEnvelope throws. */
export async function buildEnvelope (content: EnvelopeContent): Promise<Buffer> {
  return fillEnvelope(await frameEnvelope(content), content.documents)
}

/**
 * Signs an envelope, and gives what stands around its documents (ISO-8859-1). The documents go in byte for byte: each
 * declares its own namespaces, so its signature holds both here and cut out. Hashed in one pass, signed in libuv's
 * threads.
 * Throws RangeError on too few or too many documents, or on one that issueDocument did not write.
 */
export async function frameEnvelope ({ kind, cover, documents, credential }: EnvelopeContent): Promise<EnvelopeFrame> {
  const { root, schema, mostDocuments } = envelopeKinds[kind]
  if (documents.length === 0 || documents.length > mostDocuments) {
    throw new RangeError(`An ${root} holds 1 to ${mostDocuments} documents, not ${documents.length}`)
  }
  const coverSheet = coverSheetXml(cover, documents)
  const parts = documents.map(({ xml }) => afterStart(xml))
  const signature = await signElement({ id: setId, digest: digestOfSet(coverSheet, parts) }, credential)
  const start =
    `${xmlDeclaration}<${root} ${siiNamespaces} xsi:schemaLocation="${siiNamespace} ${schema}" version="1.0">` +
    `<SetDTE ID="${setId}">\n${coverSheet}`
  return { start: toLatin1(start), end: toLatin1(`</SetDTE>${signature.xml}</${root}>`) }
}

/** The bytes of the envelope that was signed with this frame around these documents, in this order. */
export function fillEnvelope ({ start, end }: EnvelopeFrame, documents: readonly Pick<EnvelopeDocument, 'xml'>[]): Buffer {
  return Buffer.concat([start, ...documents.flatMap(({ xml }) => [dteStartBytes, afterStart(xml), lineEnd]), end])
}

const lineEnd = Buffer.from('\n')
const dteStartBytes = toLatin1(dteStart)
const standaloneStart = toLatin1(xmlDeclaration + dteStart)

/** A document without its XML declaration and its first tag. */
function afterStart (xml: Buffer): Buffer {
  if (!xml.subarray(0, standaloneStart.length).equals(standaloneStart)) {
    throw new RangeError('The document does not begin as issueDocument writes it')
  }
  return xml.subarray(standaloneStart.length)
}

/** In canonical form the documents do not repeat the namespaces that SetDTE has in scope. */
function digestOfSet (coverSheet: string, parts: readonly Buffer[]): string {
  const sha1 = createHash('sha1').update(`<SetDTE ${siiNamespaces} ID="${setId}">\n${coverSheet}`)
  for (const part of parts) sha1.update(`<DTE version="1.0">${canonicalReferences(part.toString('latin1'))}\n`)
  return sha1.update('</SetDTE>').digest('base64')
}

function coverSheetXml (cover: CoverSheet, documents: readonly EnvelopeDocument[]): string {
  return '<Caratula version="1.0">' +
    element('RutEmisor', cover.issuer) + element('RutEnvia', cover.sender) + element('RutReceptor', cover.receiver) +
    element('FchResol', cover.resolutionDate) + element('NroResol', cover.resolutionNumber) +
    element('TmstFirmaEnv', cover.signedAt) + subtotalsXml(documents) + '</Caratula>\n'
}

function subtotalsXml (documents: readonly EnvelopeDocument[]): string {
  const counts = new Map<number, number>()
  for (const { documentType } of documents) counts.set(documentType, (counts.get(documentType) ?? 0) + 1)
  return [...counts].map(([documentType, count]) =>
    `<SubTotDTE>${element('TpoDTE', documentType)}${element('NroDTE', count)}</SubTotDTE>`).join('')
}
