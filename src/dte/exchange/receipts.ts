/**
 * EnvioRecibos [S5, EnvioRecibos_v10, Recibos_v10], [S17]: the receipts of goods or services of Ley 19.983. Each is a
 * proof that can be assigned with its invoice, so it is signed for itself.
 */
import { digestOf, signElement, type Signer, siiNamespaces, xmlDeclaration } from '../signing/signature.ts'
import { signFile } from '../signing/signed-file.ts'
import { element, toLatin1 } from '../xml/canonical.ts'
import { assertCount, contactXml, documentXml, mandatoryText, type AnswerCover, type ReceivedDocument } from './answer.ts'

export interface ReceiptEnvelope {
  cover: AnswerCover
  receipts: readonly Receipt[]
}

export interface Receipt extends ReceivedDocument {
  /** Recinto: where the goods or services were received. */
  place: string
  /** RUT of the person who signs: the certificate's holder. */
  signer: string
}

export interface BuiltReceipts {
  /** The file for the issuer, in ISO-8859-1. */
  file: Buffer
  /** Each receipt on its own, in the order given, as it is kept and goes into an assignment of the invoice. */
  receipts: Buffer[]
}

// [S5, Declaracion]: a fixed value, without accents.
const declaration =
  'El acuse de recibo que se declara en este acto, de acuerdo a lo dispuesto en la letra b) del Art. 4, y la letra c) ' +
  'del Art. 5 de la Ley 19.983, acredita que la entrega de mercaderias o servicio(s) prestado(s) ha(n) sido recibido(s).'

const setId = 'SetRecibos'

/**
 * Signs each receipt, and all of them together.
 * Throws RangeError on none or more than a thousand, on a document twice, and on a character that ISO-8859-1 lacks.
 */
export async function buildReceipts ({ cover, receipts }: ReceiptEnvelope, signer: Signer): Promise<BuiltReceipts> {
  assertCount(receipts.length, 'receipts')
  const ids = receipts.map(receiptId)
  if (new Set(ids).size < ids.length) throw new RangeError('A document has one receipt')
  const signed = await Promise.all(receipts.map((receipt) => signedReceipt(receipt, cover.signedAt, signer)))
  const coverXml = '<Caratula version="1.0">' +
    element('RutResponde', cover.responder) + element('RutRecibe', cover.recipient) + contactXml(cover) +
    element('TmstFirmaEnv', cover.signedAt) + '</Caratula>\n'
  const bodyWith = (start: string) => coverXml + signed.map((receipt) => `${start}${receipt}</Recibo>\n`).join('')
  const file = await signFile({
    root: 'EnvioRecibos', schema: 'EnvioRecibos_v10.xsd', part: 'SetRecibos', id: setId,
    body: bodyWith(receiptStart),
    // In canonical form the receipts do not repeat the namespaces that the set has in scope.
    canonicalBody: bodyWith('<Recibo version="1.0">')
  }, signer)
  return { file, receipts: signed.map((receipt) => toLatin1(`${xmlDeclaration}${receiptStart}${receipt}</Recibo>`)) }
}

const receiptStart = `<Recibo ${siiNamespaces} version="1.0">`

function receiptId ({ documentType, folio }: Receipt): string {
  return `R${folio}T${documentType}`
}

/** What stands inside Recibo. */
async function signedReceipt (receipt: Receipt, signedAt: string, signer: Signer): Promise<string> {
  const id = receiptId(receipt)
  const inner = documentXml(receipt, 'TipoDoc') + mandatoryText('Recinto', receipt.place, 80) +
    element('RutFirma', receipt.signer) + element('Declaracion', declaration) +
    element('TmstFirmaRecibo', signedAt) + '</DocumentoRecibo>'
  const digest = digestOf(`<DocumentoRecibo ${siiNamespaces} ID="${id}">${inner}`)
  const { xml } = await signElement({ id, digest }, signer)
  return `<DocumentoRecibo ID="${id}">${inner}${xml}`
}
