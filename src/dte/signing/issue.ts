import type { Caf } from './caf.ts'
import { assertLatin1, canonicalReferences } from '../xml/canonical.ts'
import type { Credential } from './certificate.ts'
import type { TaxDocument } from '../document.ts'
import { documentTypeFacts } from '../values/document-types.ts'
import { digestOf, dteStart, signElement, siiNamespaces, xmlDeclaration } from './signature.ts'
import { stamp, type StampFacts } from './stamp.ts'
import { documentBody } from '../xml/xml.ts'

export interface IssuedDocument {
  /** The DTE on its own, ISO-8859-1 with its XML declaration. These bytes are stored and never rewritten. */
  xml: Buffer
  /** ID of the signed element: F60T33 for folio 60 of type 33. */
  id: string
  /** The TED as in the XML: what the printed barcode carries. */
  ted: string
  /** Base64 on one line, for QueryEstDteAv. */
  signatureValue: string
}

export interface IssueFacts {
  folio: number
  caf: Caf
  credential: Credential
  /** YYYY-MM-DDThh:mm:ss, local time of Chile: TSTED and TmstFirma. */
  signedAt: string
}

/**
 * Writes, stamps and signs a document. Both RSA signatures run in libuv's threads; the keys are used as they are given,
 * so keep their KeyObjects: the first signature with a fresh one costs three times as much.
 * Throws RangeError when the CAF does not cover the document, which is a mistake of the caller.
 */
export async function issueDocument (document: TaxDocument, facts: IssueFacts): Promise<IssuedDocument> {
  const { folio, caf, credential, signedAt } = facts
  assertCovered(document, folio, caf)
  const { branch } = documentTypeFacts(document.documentType)
  const id = `F${folio}T${document.documentType}`
  const ted = await stamp(stampFacts(document, folio, signedAt), caf)
  const body = documentBody(document, folio)
  // Of all that is written below, only this may hold anything: the stamp was checked, and the rest is ASCII.
  assertLatin1(body)
  const end = `\n<TmstFirma>${signedAt}</TmstFirma></${branch}>`
  const digest = digestOf(`<${branch} ${siiNamespaces} ID="${id}">${body}${canonicalReferences(ted)}${end}`)
  const signature = await signElement({ id, digest }, credential)
  const text = `${xmlDeclaration}${dteStart}<${branch} ID="${id}">${body}${ted}${end}${signature.xml}</DTE>`
  const xml = Buffer.from(text, 'latin1')
  return { xml, id, ted, signatureValue: signature.signatureValue }
}

function assertCovered ({ documentType, sender }: TaxDocument, folio: number, caf: Caf): void {
  const covered = caf.documentType === documentType && caf.issuer === sender.taxNumber && caf.from <= folio &&
    folio <= caf.to
  if (!covered) {
    throw new RangeError(`Folio ${folio} of type ${documentType} by ${sender.taxNumber} is not of the CAF ` +
      `${caf.issuer} ${caf.documentType} ${caf.from}-${caf.to}`)
  }
}

function stampFacts (document: TaxDocument, folio: number, stampedAt: string): StampFacts {
  return {
    senderTaxNumber: document.sender.taxNumber,
    documentType: document.documentType,
    folio,
    issueDate: document.issueDate,
    receiverTaxNumber: document.receiver.taxNumber,
    receiverName: document.receiver.businessName,
    totalAmount: document.totals.totalAmount,
    firstItemName: document.lines[0]?.itemName,
    stampedAt
  }
}
