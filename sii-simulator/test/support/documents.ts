/** Good documents for the judge, made without a line of the service, and ways to break them. */
import { createHash, createPrivateKey, sign, X509Certificate, type KeyObject } from 'node:crypto'
import forge from 'node-forge'
import { captured, defined } from '../../../test/support/expecting.ts'

const sii = 'http://www.sii.cl/SiiDte'
const xsi = 'http://www.w3.org/2001/XMLSchema-instance'
const dsig = 'http://www.w3.org/2000/09/xmldsig#'
const c14n = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'

export interface Signer { key: KeyObject, keyInfo: string, certificate: X509Certificate }
export interface Caf { xml: string, key: KeyObject }

const wrap = (base64: string) => base64.replace(/(.{64})(?=.)/g, '$1\n')

export function openP12 (bytes: Buffer, password: string): Signer {
  const p12 = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(bytes.toString('binary')), password)
  const { pkcs8ShroudedKeyBag = '', certBag = '' } = forge.pki.oids
  const keyBag = defined(p12.getBags({ bagType: pkcs8ShroudedKeyBag })[pkcs8ShroudedKeyBag]?.[0])
  const key = createPrivateKey(forge.pki.privateKeyToPem(defined(keyBag.key)))
  const certificates = defined(p12.getBags({ bagType: certBag })[certBag]).map(({ cert }) =>
    new X509Certificate(forge.pki.certificateToPem(defined(cert)))
  )
  return signerOf(key, defined(certificates.find((certificate) => certificate.checkPrivateKey(key))))
}

export function signerOf (
  key: KeyObject, certificate: X509Certificate, keyValueOf: X509Certificate = certificate
): Signer {
  const { n, e } = keyValueOf.publicKey.export({ format: 'jwk' })
  const base64 = (text: string | undefined) => Buffer.from(text ?? '', 'base64url').toString('base64')
  const keyInfo =
    `<KeyInfo><KeyValue><RSAKeyValue><Modulus>\n${wrap(base64(n))}\n</Modulus><Exponent>${
      base64(e)
    }</Exponent></RSAKeyValue></KeyValue>` +
    `<X509Data><X509Certificate>\n${wrap(certificate.raw.toString('base64'))}\n</X509Certificate></X509Data></KeyInfo>`
  return { key, keyInfo, certificate }
}

export function openCaf (file: Buffer): Caf {
  const text = file.toString('latin1')
  const xml = defined(/<CAF version="1\.0">[\s\S]*?<\/CAF>/.exec(text))[0].replace(/>\s+</g, '><')
  return { xml, key: createPrivateKey(captured(/<RSASK>([\s\S]*?)<\/RSASK>/, text).trim()) }
}

export const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const element = (name: string, value: string | number | undefined) =>
  value === undefined ? '' : `<${name}>${typeof value === 'number' ? value : escape(value)}</${name}>`
/** `{ A: 1, B: { C: 'x' }, D: [{…}, {…}] }` as elements in that order. */
export type Node = { [name: string]: string | number | undefined | Node | (Node | string | number)[] }
export function write (node: Node): string {
  return Object.entries(node).map(([name, value]) => {
    if (Array.isArray(value)) return value.map((item) => write({ [name]: item })).join('\n')
    return typeof value === 'object' ? `<${name}>${write(value)}</${name}>` : element(name, value)
  }).join('')
}

export interface Party { rut: string, name: string }
export const issuer: Party = { rut: '99999999-9', name: 'EMPRESA DEMO ÑANDÚ SPA' }
export const holder = '12345678-5'
export const receiver: Party = { rut: '88888888-8', name: 'Servicio O\'Higgins & "Compañía"' }

export interface Sheet {
  type: number
  folio: number
  date: string
  signedAt: string
  root: 'Documento' | 'Liquidacion' | 'Exportaciones'
  body: Node
  stamp: StampFacts
}
interface StampFacts {
  RE: string
  TD: number
  F: number
  FE: string
  RR: string
  RSR: string
  MNT: string | number
  IT1: string
}

const folded = (text: string) =>
  text.normalize('NFKD').replace(/[^\x20-\x7e]/g, '').replace(/['"]/g, ' ').trim().slice(0, 40).trim()

export interface Order {
  type?: number
  folio: number
  date?: string
  signedAt?: string
  header?: Node
  lines?: Node[]
  totals?: Node
  extra?: Node
  emisor?: Node
  receptor?: Node
  party?: Party
}

/** A document of the type with two lines; any part may be replaced. */
export function sheet (order: Order): Sheet {
  const { type = 33, folio, date = '2026-11-20', signedAt = `${date}T10:00:00`, party = issuer } = order
  const isBoleta = type === 39 || type === 41
  const isExport = type >= 110
  const lines = order.lines ?? [
    { NroLinDet: 1, NmbItem: 'Cañería de cobre ½" tipo L & accesorios', QtyItem: 2, PrcItem: 1990, MontoItem: 3980 },
    { NroLinDet: 2, NmbItem: 'Flete', QtyItem: 1, PrcItem: 1000, MontoItem: 1000 },
  ]
  const totals = order.totals ?? totalsOf(type)
  const emisor: Node = isBoleta
    ? {
        RUTEmisor: party.rut, RznSocEmisor: party.name, GiroEmisor: 'Ferretería', DirOrigen: 'Alameda 1449',
        CmnaOrigen: 'Santiago'
      }
    : {
        RUTEmisor: party.rut, RznSoc: party.name, GiroEmis: 'Ferretería', Acteco: 475201, DirOrigen: 'Alameda 1449',
        CmnaOrigen: 'Santiago'
      }
  const receptor: Node = isBoleta
    ? { RUTRecep: receiver.rut, RznSocRecep: receiver.name }
    : {
        RUTRecep: isExport ? '55555555-5' : receiver.rut, RznSocRecep: receiver.name,
        ...(isExport ? {} : { GiroRecep: 'Comercio' }), DirRecep: 'Teatinos 120', CmnaRecep: 'Santiago'
      }
  const body: Node = {
    Encabezado: {
      IdDoc: {
        TipoDTE: type, Folio: folio, FchEmis: date, ...(isBoleta ? { IndServicio: 3 } : {}),
        ...(type === 52 ? { IndTraslado: 1 } : {}), ...order.header
      },
      Emisor: { ...emisor, ...order.emisor },
      Receptor: { ...receptor, ...order.receptor },
      Totales: totals,
      ...(isExport && !order.totals && { OtraMoneda: pesos }),
    },
    Detalle: lines,
    ...order.extra,
  }
  const receptorOut = { ...receptor, ...order.receptor }
  const stamp: StampFacts = {
    RE: party.rut,
    TD: type,
    F: folio,
    FE: date,
    RR: String(receptorOut['RUTRecep']),
    RSR: folded(String(receptorOut['RznSocRecep'] ?? 'CLIENTE')),
    MNT: totals['MntTotal'] as string | number,
    IT1: folded(String(lines[0]?.['NmbItem'] ?? '')),
  }
  const root = type === 43 ? 'Liquidacion' : isExport ? 'Exportaciones' : 'Documento'
  return { type, folio, date, signedAt, root, body, stamp }
}

const pesos = { TpoMoneda: 'PESO CL', TpoCambio: '950.5', MntExeOtrMnda: 4_733_490, MntTotOtrMnda: 4_733_490 }

function totalsOf (type: number): Node {
  if (type === 39) return { MntNeto: 4185, IVA: 795, MntTotal: 4980 }
  if (type === 41 || type === 34) return { MntExe: 4980, MntTotal: 4980 }
  if (type >= 110) return { TpoMoneda: 'DOLAR USA', MntExe: 4980, MntTotal: 4980 }
  return { MntNeto: 4980, TasaIVA: 19, IVA: 946, MntTotal: 5926 }
}

/** Edits of the text at the moments that matter. */
export interface Breaks {
  /** The elements before the stamp, before anything is signed. */
  body?: (text: string) => string
  /** DD, before the stamp is signed. */
  stamp?: (text: string) => string
  /** The stamp once signed. */
  stamped?: (text: string) => string
  /** SignedInfo before it is signed. */
  signedInfo?: (text: string) => string
  /** The whole DTE, once signed. */
  signed?: (text: string) => string
  withoutOwnNamespaces?: boolean
}

export interface Issued {
  type: number
  folio: number
  rest: string
  open: string
  signatureValue: string
  text: string
}

const signatureXml = (info: string, value: string, keyInfo: string) =>
  `<Signature xmlns="${dsig}"><SignedInfo>${info}</SignedInfo><SignatureValue>\n${
    wrap(value)
  }\n</SignatureValue>${keyInfo}</Signature>`

const signedInfoOf = (id: string, digest: string) =>
  `<CanonicalizationMethod Algorithm="${c14n}"></CanonicalizationMethod><SignatureMethod Algorithm="${dsig}rsa-sha1"></SignatureMethod>` +
  `<Reference URI="#${id}"><Transforms><Transform Algorithm="${dsig}enveloped-signature"></Transform></Transforms>` +
  `<DigestMethod Algorithm="${dsig}sha1"></DigestMethod><DigestValue>${digest}</DigestValue></Reference>`

const sha1 = (text: string) => createHash('sha1').update(text, 'utf8').digest('base64')
const rsa = (text: string, key: KeyObject, encoding: 'utf8' | 'latin1' = 'utf8') =>
  sign('sha1', Buffer.from(text, encoding), key).toString('base64')
const same = (text: string) => text

export function issue (from: Sheet, caf: Caf, signer: Signer, breaks: Breaks = {}): Issued {
  const { type, folio, root, signedAt } = from
  const dd = (breaks.stamp ?? same)(`<DD>${write({ ...from.stamp })}${caf.xml}<TSTED>${signedAt}</TSTED></DD>`)
  const ted = `<TED version="1.0">${dd}<FRMT algoritmo="SHA1withRSA">${rsa(dd, caf.key, 'latin1')}</FRMT></TED>`
  const id = `F${folio}T${type}`
  const inner = `${(breaks.body ?? same)(write(from.body))}${
    (breaks.stamped ?? same)(ted)
  }\n<TmstFirma>${signedAt}</TmstFirma></${root}>`
  const declarations = breaks.withoutOwnNamespaces ? `xmlns="${sii}"` : `xmlns="${sii}" xmlns:xsi="${xsi}"`
  const info = (breaks.signedInfo ?? same)(signedInfoOf(id, sha1(`<${root} ${declarations} ID="${id}">${inner}`)))
  const inherited = breaks.withoutOwnNamespaces ? '' : ` xmlns:xsi="${xsi}"`
  const value = rsa(`<SignedInfo xmlns="${dsig}"${inherited}>${info}</SignedInfo>`, signer.key)
  const rest = (breaks.signed ?? same)(`<${root} ID="${id}">${inner}${signatureXml(info, value, signer.keyInfo)}</DTE>`)
  const open = breaks.withoutOwnNamespaces ? '<DTE version="1.0">' : `<DTE ${declarations} version="1.0">`
  return { type, folio, rest, open, signatureValue: value, text: open + rest }
}

export interface Cover {
  RutEmisor?: string
  RutEnvia?: string
  RutReceptor?: string
  FchResol?: string
  NroResol?: number
  TmstFirmaEnv?: string
  SubTotDTE?: Node[]
}

/** Signs a set of documents; `edit` changes the whole file at the very end. */
export function envelope (
  documents: Issued[], signer: Signer, cover: Cover = {},
  edit: { file?: (text: string) => string, withoutSchemaLocation?: boolean } = {}
): Buffer {
  const isBoleta = [39, 41].includes(documents[0]?.type ?? 33)
  const kind = isBoleta ? 'EnvioBOLETA' : 'EnvioDTE'
  const counts = new Map<number, number>()
  for (const { type } of documents) counts.set(type, (counts.get(type) ?? 0) + 1)
  const caratula = `<Caratula version="1.0">${write({
    RutEmisor: issuer.rut,
RutEnvia: holder,
RutReceptor: '60803000-K',
FchResol: '2014-08-22',
NroResol: 0,
TmstFirmaEnv: '2026-11-20T10:00:00',
    SubTotDTE: [...counts].map(([type, count]) => ({ TpoDTE: type, NroDTE: count })),
    ...cover,
  })}</Caratula>\n`
  const redundant = '<DTE version="1.0">'
  const canonical = `<SetDTE xmlns="${sii}" xmlns:xsi="${xsi}" ID="SetDoc">\n${caratula}${
    documents.map(({ rest }) => `${redundant}${rest}\n`).join('')
  }</SetDTE>`
  const info = signedInfoOf('SetDoc', sha1(canonical))
  const value = rsa(`<SignedInfo xmlns="${dsig}" xmlns:xsi="${xsi}">${info}</SignedInfo>`, signer.key)
  const location = edit.withoutSchemaLocation
    ? ''
    : ` xsi:schemaLocation="${sii} ${isBoleta ? 'EnvioBOLETA_v11.xsd' : 'EnvioDTE_v10.xsd'}"`
  const file =
    `<?xml version="1.0" encoding="ISO-8859-1"?>\n<${kind} xmlns="${sii}" xmlns:xsi="${xsi}"${location} version="1.0"><SetDTE ID="SetDoc">\n${caratula}` +
    `${documents.map(({ text }) => `${text}\n`).join('')}</SetDTE>${
      signatureXml(info, value, signer.keyInfo)
    }</${kind}>`
  return Buffer.from((edit.file ?? same)(file), 'latin1')
}

export function signedSeed (seed: string, signer: Signer): string {
  const item = `<item><Semilla>${seed}</Semilla></item>`
  const info = signedInfoOf('', sha1(`<getToken>${item}</getToken>`)).replace('URI="#"', 'URI=""')
  const value = rsa(`<SignedInfo xmlns="${dsig}">${info}</SignedInfo>`, signer.key)
  return `<?xml version="1.0"?><getToken>${item}${signatureXml(info, value, signer.keyInfo)}</getToken>`
}
