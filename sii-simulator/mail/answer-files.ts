import { createHash, sign } from 'node:crypto'
import { canonicalIn, child, childrenOf, inheritedNamespaces, parseXml, siiNamespace, signatureNamespace, type Element } from '../judge/xml.ts'

/** Who signs: the key, PEM, and what stands in KeyInfo, base64. */
export interface AnswerSigner { keyPem: string, certificate: string, modulus: string, exponent: string, rut: string }

/** A document as the envelope that brought it has it. */
export interface BroughtDocument {
  type: string, folio: string, date: string, issuer: string, receiver: string, total: string
}

interface Answer { responder: string, recipient: string, documents: BroughtDocument[], signedAt: string }

const canonicalXml = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
const header = '<?xml version="1.0" encoding="ISO-8859-1"?>\n'
const declaration = 'El acuse de recibo que se declara en este acto, de acuerdo a lo dispuesto en la letra b) del Art. 4, ' +
  'y la letra c) del Art. 5 de la Ley 19.983, acredita que la entrega de mercaderias o servicio(s) prestado(s) ha(n) ' +
  'sido recibido(s).'
const glosses: Record<string, Record<number, string>> = {
  RecepcionDTE: { 0: 'DTE Recibido OK', 3: 'DTE No Recibido - Error en RUT Receptor', 99: 'DTE No Recibido - Otros' },
  ResultadoDTE: { 0: 'DTE Aceptado OK', 1: 'DTE Aceptado con Discrepancias', 2: 'DTE Rechazado' }
}

/** RespuestaDTE with RecepcionEnvio. */
export function receptionFile (answer: Answer, code: number, signer: AnswerSigner): Buffer {
  const documents = answer.documents.map((one) =>
    `<RecepcionDTE>${membersOf(one, 'TipoDTE')}<EstadoRecepDTE>${code}</EstadoRecepDTE>` +
    `<RecepDTEGlosa>${glosses['RecepcionDTE']?.[code] ?? 'Otros'}</RecepDTEGlosa></RecepcionDTE>`)
  return responseFile(answer, '<RecepcionEnvio><NmbEnvio>EnvioDTE.xml</NmbEnvio>' +
    `<FchRecep>${answer.signedAt}</FchRecep><CodEnvio>1</CodEnvio><EnvioDTEID>SetDoc</EnvioDTEID>` +
    '<EstadoRecepEnv>0</EstadoRecepEnv><RecepEnvGlosa>Envio Recibido Conforme</RecepEnvGlosa>' +
    `<NroDTE>${documents.length}</NroDTE>${documents.join('\n')}</RecepcionEnvio>`, 1, signer)
}

/** RespuestaDTE with ResultadoDTE. */
export function resultFile (answer: Answer, code: number, signer: AnswerSigner): Buffer {
  const documents = answer.documents.map((one) =>
    `<ResultadoDTE>${membersOf(one, 'TipoDTE')}<CodEnvio>1</CodEnvio><EstadoDTE>${code}</EstadoDTE>` +
    `<EstadoDTEGlosa>${glosses['ResultadoDTE']?.[code] ?? 'Otros'}</EstadoDTEGlosa></ResultadoDTE>`)
  return responseFile(answer, documents.join('\n'), documents.length, signer)
}

/** EnvioRecibos; each receipt declares its own namespace, and the root has no xsi. */
export function receiptsFile (answer: Answer, signer: AnswerSigner): Buffer {
  const receipts = answer.documents.map((one) => signed(
    `<Recibo xmlns="${siiNamespace}" version="1.0"><DocumentoRecibo ID="R${one.folio}">${membersOf(one, 'TipoDoc')}` +
    `<Recinto>Bodega central</Recinto><RutFirma>${signer.rut}</RutFirma><Declaracion>${declaration}</Declaracion>` +
    `<TmstFirmaRecibo>${answer.signedAt}</TmstFirmaRecibo></DocumentoRecibo></Recibo>`, 'DocumentoRecibo', signer))
  const text = `<EnvioRecibos xmlns="${siiNamespace}" version="1.0"><SetRecibos ID="SetRecibos"><Caratula version="1.0">` +
    `<RutResponde>${answer.responder}</RutResponde><RutRecibe>${answer.recipient}</RutRecibe>` +
    `<TmstFirmaEnv>${answer.signedAt}</TmstFirmaEnv></Caratula>${receipts.join('\n')}</SetRecibos></EnvioRecibos>`
  return Buffer.from(header + signed(text, 'SetRecibos', signer), 'latin1')
}

function responseFile (
  { responder, recipient, signedAt }: Answer, details: string, count: number, signer: AnswerSigner
): Buffer {
  const text = `<RespuestaDTE xmlns="${siiNamespace}" version="1.0"><Resultado ID="Resultado"><Caratula version="1.0">` +
    `<RutResponde>${responder}</RutResponde><RutRecibe>${recipient}</RutRecibe><IdRespuesta>1</IdRespuesta>` +
    `<NroDetalles>${count}</NroDetalles><TmstFirmaResp>${signedAt}</TmstFirmaResp></Caratula>\n${details}</Resultado></RespuestaDTE>`
  return Buffer.from(header + signed(text, 'Resultado', signer), 'latin1')
}

function membersOf ({ type, folio, date, issuer, receiver, total }: BroughtDocument, typeElement: string): string {
  return `<${typeElement}>${type}</${typeElement}><Folio>${folio}</Folio><FchEmis>${date}</FchEmis>` +
    `<RUTEmisor>${issuer}</RUTEmisor><RUTRecep>${receiver}</RUTRecep><MntTotal>${total}</MntTotal>`
}

/** The text with a signature of its part before the end of its root, made over libxml2's canonical form. */
export function signed (text: string, part: string, signer: AnswerSigner): string {
  const id = new RegExp(`<${part} ID="([^"]+)"`).exec(text)?.[1] ?? ''
  const digest = createHash('sha1').update(canonicalOf(text, (root) => child(root, part))).digest('base64')
  const signedInfo = '<SignedInfo>' +
    `<CanonicalizationMethod Algorithm="${canonicalXml}"/><SignatureMethod Algorithm="${signatureNamespace}rsa-sha1"/>` +
    `<Reference URI="#${id}"><Transforms><Transform Algorithm="${canonicalXml}"/></Transforms>` +
    `<DigestMethod Algorithm="${signatureNamespace}sha1"/><DigestValue>${digest}</DigestValue></Reference></SignedInfo>`
  const end = text.lastIndexOf('</')
  // In its place, since the namespaces of the root are in scope there.
  const placed = `${text.slice(0, end)}<Signature xmlns="${signatureNamespace}">${signedInfo}</Signature>${text.slice(end)}`
  const canonical = canonicalOf(placed, (root) => child(childrenOf(root, 'Signature').at(-1), 'SignedInfo'))
  const value = sign('sha1', Buffer.from(canonical), signer.keyPem).toString('base64')
  const signature = `<Signature xmlns="${signatureNamespace}">${signedInfo}<SignatureValue>${value}</SignatureValue>` +
    `<KeyInfo><KeyValue><RSAKeyValue><Modulus>${signer.modulus}</Modulus><Exponent>${signer.exponent}</Exponent>` +
    `</RSAKeyValue></KeyValue><X509Data><X509Certificate>${signer.certificate}</X509Certificate></X509Data></KeyInfo></Signature>`
  return text.slice(0, end) + signature + text.slice(end)
}

function canonicalOf (text: string, find: (root: Element) => Element | undefined): string {
  const { root, dispose } = parseXml(Buffer.from(text))
  try {
    const part = find(root)
    if (!part) throw new Error('nothing to sign')
    return canonicalIn(part, inheritedNamespaces(part))
  } finally {
    dispose()
  }
}
