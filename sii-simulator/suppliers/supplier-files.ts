import { sign } from 'node:crypto'
import { siiNamespace } from '../judge/xml.ts'
import { type AnswerSigner, signed } from '../mail/answer-files.ts'

/** What a supplier can do wrong. */
export const defects = [
  /** The total is changed after signing. */
  'alteredAmount',
  /** The stamp says another amount than it was signed with. */
  'alteredTed',
  /** The stamp has the CAF of another company. */
  'foreignCaf',
  /** The document is for another RUT than the cover. */
  'wrongReceiver',
  /** The cover is that of the envelope for the SII. */
  'addressedToSii',
  /** The same file comes in two mails. */
  'repeatedFile',
  /** Its folio is that of the document before, with other content. */
  'otherContent',
  /** Without an envelope. */
  'bareDte',
  /** The signature holds for a hidden copy of the document, not for what is read. */
  'wrappedSignature',
  /** The K of RUTs in small letters. */
  'lowerCaseK',
  /** ISO-8859-1 without saying so. */
  'undeclaredLatin1',
  /** The cover is of the other environment. */
  'otherEnvironment',
  /** The SII never got it. */
  'neverSent',
  /** A credit note annulled it at the SII. */
  'annulled'
] as const
export type Defect = typeof defects[number]

/** A folio authorisation as the supplier stamps with it. */
export interface SupplierCaf { xml: string, keyPem: string }

export interface SupplierDocument {
  type: 33 | 61
  folio: number
  /** YYYY-MM-DDThh:mm:ss */
  at: string
  issuer: { rut: string, name: string }
  receiver: string
  net: number
  /** The invoice that a credit note annuls. */
  annuls?: number | undefined
}

interface Written { caf: SupplierCaf, signer: AnswerSigner, defect?: Defect | undefined }

const header = '<?xml version="1.0" encoding="ISO-8859-1"?>\n'

/** The folio authorisation in the file that the SII hands out. */
export function supplierCaf (file: Buffer): SupplierCaf {
  const text = file.toString('latin1')
  const part = (pattern: RegExp): string => pattern.exec(text)?.[0] ?? ''
  return {
    xml: part(/<CAF[\s\S]*<\/CAF>/).replace(/>\s+</g, '><'),
    keyPem: part(/-----BEGIN RSA PRIVATE KEY-----[\s\S]*-----END RSA PRIVATE KEY-----/)
  }
}

/** A signed DTE with its stamp. */
export function dteText (document: SupplierDocument, { caf, signer, defect }: Written): string {
  const text = `<DTE xmlns="${siiNamespace}" version="1.0">${bodyOf(document, { caf, defect })}</DTE>`
  const whole = signed(text, 'Documento', signer)
  if (defect === 'alteredAmount') return withOtherTotal(whole)
  if (defect !== 'wrappedSignature') return whole
  const genuine = /<Documento[\s\S]*<\/Documento>/.exec(whole)?.[0] ?? ''
  return withOtherTotal(whole).replace('</Signature></DTE>', `<Object>${genuine}</Object></Signature></DTE>`)
}

/** An EnvioDTE with these documents, signed. */
export function envelopeFile (
  dtes: readonly string[], { document, receiver, signer, defect, resolution }: {
    document: SupplierDocument, receiver: string, signer: AnswerSigner, defect?: Defect | undefined
    resolution: { number: number, date: string }
  }
): Buffer {
  const number = defect === 'otherEnvironment' ? (resolution.number === 0 ? 80 : 0) : resolution.number
  const counts = [33, 61].flatMap((type) => {
    const count = dtes.filter((dte) => dte.includes(`<TipoDTE>${type}<`)).length
    return count > 0 ? [`<SubTotDTE><TpoDTE>${type}</TpoDTE><NroDTE>${count}</NroDTE></SubTotDTE>`] : []
  })
  const text = `<EnvioDTE xmlns="${siiNamespace}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ` +
    `xsi:schemaLocation="${siiNamespace} EnvioDTE_v10.xsd" version="1.0"><SetDTE ID="SetDoc"><Caratula version="1.0">\n` +
    `<RutEmisor>${cased(document.issuer.rut, defect)}</RutEmisor><RutEnvia>${signer.rut}</RutEnvia>` +
    `<RutReceptor>${cased(receiver, defect)}</RutReceptor><FchResol>${resolution.date}</FchResol><NroResol>${number}</NroResol>` +
    `<TmstFirmaEnv>${document.at}</TmstFirmaEnv>${counts.join('')}</Caratula>\n${dtes.join('\n')}</SetDTE></EnvioDTE>`
  const declared = defect === 'undeclaredLatin1' ? '' : header
  return Buffer.from(declared + signed(text, 'SetDTE', signer), 'latin1')
}

/** A DTE as a file of its own. */
export function bareFile (dte: string): Buffer {
  return Buffer.from(header + dte, 'latin1')
}

function withOtherTotal (text: string): string {
  return text.replace(/<MntTotal>(\d+)/, '<MntTotal>1$1')
}

function cased (rut: string, defect: Defect | undefined): string {
  return defect === 'lowerCaseK' ? rut.toLowerCase() : rut
}

function bodyOf (document: SupplierDocument, { caf, defect }: Pick<Written, 'caf' | 'defect'>): string {
  const { type, folio, at, issuer, net, annuls } = document
  const [date] = at.split('T')
  const vat = Math.round(net * 0.19)
  const receiver = cased(document.receiver, defect)
  const reference = annuls === undefined
    ? ''
    : `<Referencia><NroLinRef>1</NroLinRef><TpoDocRef>33</TpoDocRef><FolioRef>${annuls}</FolioRef><FchRef>${date}</FchRef>` +
      '<CodRef>1</CodRef><RazonRef>Anula</RazonRef></Referencia>'
  return `<Documento ID="F${folio}T${type}">\n<Encabezado><IdDoc><TipoDTE>${type}</TipoDTE><Folio>${folio}</Folio>` +
    `<FchEmis>${date}</FchEmis>${type === 33 ? '<FmaPago>2</FmaPago>' : ''}</IdDoc><Emisor>` +
    `<RUTEmisor>${cased(issuer.rut, defect)}</RUTEmisor><RznSoc>${issuer.name}</RznSoc><GiroEmis>Venta de artículos</GiroEmis>` +
    '<Acteco>475201</Acteco><DirOrigen>Camino Ñilhue 7</DirOrigen><CmnaOrigen>Ñuñoa</CmnaOrigen></Emisor><Receptor>' +
    `<RUTRecep>${receiver}</RUTRecep><RznSocRecep>EMPRESA COMPRADORA</RznSocRecep><GiroRecep>Giro</GiroRecep>` +
    '<DirRecep>Calle 1</DirRecep><CmnaRecep>Santiago</CmnaRecep></Receptor><Totales>' +
    `<MntNeto>${net}</MntNeto><TasaIVA>19</TasaIVA><IVA>${vat}</IVA><MntTotal>${net + vat}</MntTotal></Totales></Encabezado>\n` +
    `<Detalle><NroLinDet>1</NroLinDet><NmbItem>Caja de cartón</NmbItem><QtyItem>1</QtyItem><PrcItem>${net}</PrcItem>` +
    `<MontoItem>${net}</MontoItem></Detalle>\n${reference}${stampOf(document, { caf, defect, total: net + vat })}\n` +
    `<TmstFirma>${at}</TmstFirma></Documento>`
}

function stampOf (
  { type, folio, at, issuer, receiver }: SupplierDocument,
  { caf, defect, total }: Pick<Written, 'caf' | 'defect'> & { total: number }
): string {
  const [date] = at.split('T')
  const data = `<DD><RE>${issuer.rut}</RE><TD>${type}</TD><F>${folio}</F><FE>${date}</FE><RR>${receiver}</RR>` +
    `<RSR>EMPRESA COMPRADORA</RSR><MNT>${total}</MNT><IT1>Caja de cartón</IT1>${caf.xml}<TSTED>${at}</TSTED></DD>`
  const value = sign('sha1', Buffer.from(data, 'latin1'), caf.keyPem).toString('base64')
  const shown = defect === 'alteredTed' ? data.replace(`<MNT>${total}<`, `<MNT>${total - 1}<`) : data
  return `<TED version="1.0">${shown}<FRMT algoritmo="SHA1withRSA">${value}</FRMT></TED>`
}
