/** CAF, "Código de Autorización de Folios": the SII's permission to issue a range of folios of one type of document. */
import { createPrivateKey, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { unescapeText } from '../xml/canonical.ts'
import { type DocumentType, documentTypeFacts, isDocumentType } from '../values/document-types.ts'
import { addDays, isCalendarDate } from '../values/calendar.ts'
import { cafTexts } from './caf-texts.ts'
import { CafError } from './file-errors.ts'
import { parseRut, type Rut } from '../values/rut.ts'
import { signsFor } from './key-pair.ts'
import { siiKeys, simulatorKeyId } from './sii-keys.ts'

export interface Caf {
  /** The CAF node as every stamp carries it: the SII's own bytes without the white space between tags. */
  xml: string
  issuer: Rut
  issuerName: string
  documentType: DocumentType
  /** First and last folio of the range. */
  from: number
  to: number
  /** FA, YYYY-MM-DD. */
  authorisedOn: string
  /** IDK, the SII's key that signed the CAF: 100 certification, 300 production. */
  keyId: number
  /** RSASK: stamps the documents of this range. */
  privateKey: KeyObject
}

/** Public keys in PEM by IDK. */
export type CafKeys = Readonly<Record<number, string>>

// A genuine CAF is 2 to 3 kB.
const largestFileBytes = 64 * 1024

const field = (name: string): string => `<${name}>(?<${name}>[^<>]*)</${name}>`

// The order of [S5, Documento/TED/DD/CAF]. DSA keys (DSAPK) are in the schema but in no CAF that is given out.
const cafNode = '<CAF version="1\\.0">(?<DA><DA>' +
  field('RE') + field('RS') + field('TD') + `<RNG>${field('D')}${field('H')}</RNG>` + field('FA') +
  `<RSAPK>${field('M')}${field('E')}</RSAPK>` + field('IDK') +
  '</DA>)<FRMA algoritmo="SHA1withRSA">(?<FRMA>[^<>]*)</FRMA></CAF>'
const cafPattern = new RegExp(`^${cafNode}$`)
const filePattern = new RegExp('^(?:<\\?xml [^<>]*\\?>)?<AUTORIZACION>' +
  `(?<CAF>${cafNode})${field('RSASK')}${field('RSAPUBK')}</AUTORIZACION>$`)

/** The texts of a CAF node by the names of the schema; DA is the whole signed element. */
type CafFields = Record<'DA' | 'RE' | 'RS' | 'TD' | 'D' | 'H' | 'FA' | 'M' | 'E' | 'IDK' | 'FRMA', string>
type FileFields = CafFields & Record<'CAF' | 'RSASK' | 'RSAPUBK', string>

/**
 * Reads the file that the SII hands out [S3] and makes every check that needs nothing but the file and the
 * date: shape, RUT, type, range, date, the SII's signature, and that its keys belong together.
 * `today` is YYYY-MM-DD in Chile; `extraKeys` adds trusted keys (the simulator's) to the SII's two.
 * Throws CafError; the first failure wins.
 */
export function readCaf (bytes: Buffer, { today, extraKeys = {} }: { today: string, extraKeys?: CafKeys }): Caf {
  const fields = readFile(bytes, extraKeys)
  const facts = readFacts(fields)
  if (!isCalendarDate(facts.authorisedOn) || facts.authorisedOn > today) {
    throw new CafError('FOLIO_DATE_INVALID', `FA ${facts.authorisedOn} is no date up to ${today}`)
  }
  if (facts.keyId === simulatorKeyId && !(simulatorKeyId in extraKeys)) {
    throw new CafError('FOLIO_ENVIRONMENT_MISMATCH', 'The CAF is one of the simulator')
  }
  if (!verifyCafSignature(fields.CAF, extraKeys)) {
    throw new CafError('FOLIO_SIGNATURE_INVALID', `FRMA does not verify with a trusted key of IDK ${facts.keyId}`)
  }
  return { ...facts, privateKey: readKeys(fields) }
}

/** A CAF that was read before, from what is kept of it: its node and its key. Throws CafError on any other text. */
export function restoreCaf (xml: string, privateKey: KeyObject): Caf {
  return { ...readFacts({ ...cafFields(xml), CAF: xml }), privateKey }
}

/** The CAF that a stamp carries, with the public key of its stamps. Throws if it is malformed. */
export function embeddedCaf (xml: string): Omit<Caf, 'privateKey'> & { publicKey: KeyObject } {
  const fields = cafFields(xml)
  const key = { kty: 'RSA', n: bigEndian(fields.M), e: bigEndian(fields.E) }
  return { ...readFacts({ ...fields, CAF: xml }), publicKey: createPublicKey({ key, format: 'jwk' }) }
}

/**
 * Whether FRMA is the signature over DA by the trusted key that IDK names. `cafXml` is the node as `Caf.xml` has it.
 */
export function verifyCafSignature (cafXml: string, extraKeys: CafKeys = {}): boolean {
  const { DA, IDK, FRMA } = cafFields(cafXml)
  const keyId = Number(IDK)
  const publicKey = siiKeys[keyId]?.publicKey ?? extraKeys[keyId]
  if (publicKey === undefined) return false
  return verify('sha1', Buffer.from(DA, 'latin1'), createPublicKey(publicKey), Buffer.from(FRMA, 'base64'))
}

/** Whether two CAF nodes are one authorisation: the SII signs each only once. */
export function isSameCaf (one: string, other: string): boolean {
  return cafFields(one).DA === cafFields(other).DA
}

/**
 * The first day on which the folios may no longer be used, YYYY-MM-DD; undefined for types that never expire.
 * [S19] gives six months to the types that carry tax credit; the SII has been seen counting 180 days [S40].
 * Six months are never fewer than 181 days, so 180 days, the earlier of both, applies.
 */
export function cafExpiry (documentType: DocumentType, authorisedOn: string): string | undefined {
  if (!documentTypeFacts(documentType).folioExpires6Months) return undefined
  return addDays(authorisedOn, 180)
}

function readFile (bytes: Buffer, extraKeys: CafKeys): FileFields {
  if (bytes.length > largestFileBytes) throw new CafError('FOLIO_FILE_MALFORMED', `${bytes.length} bytes are too many`)
  const texts = cafTexts(bytes)
  if (texts.some((text) => /<!DOCTYPE|<!ENTITY/i.test(text))) {
    throw new CafError('FOLIO_FILE_DOCTYPE', 'The file declares a DOCTYPE or an entity')
  }
  const readings = texts.flatMap((text) => fileFields(text) ?? [])
  const signed = readings.find(({ CAF }) => verifyCafSignature(CAF, extraKeys)) ?? readings[0]
  if (!signed) throw new CafError('FOLIO_FILE_MALFORMED', 'The file is not an AUTORIZACION')
  return signed
}

function fileFields (text: string): FileFields | undefined {
  return filePattern.exec(text)?.groups as FileFields | undefined
}

function cafFields (xml: string): CafFields {
  const match = cafPattern.exec(xml)
  if (!match?.groups) throw new CafError('FOLIO_FILE_MALFORMED', 'The text is not a CAF node')
  return match.groups as CafFields
}

function readFacts (fields: CafFields & { CAF: string }): Omit<Caf, 'privateKey'> {
  const issuer = parseRut(fields.RE)
  if (!issuer || !/^\d{1,9}$/.test(fields.IDK)) {
    throw new CafError('FOLIO_FILE_MALFORMED', 'RE is no RUT, or IDK no number')
  }
  return {
    xml: fields.CAF,
    issuer,
    issuerName: unescapeText(fields.RS).trim(),
    documentType: readDocumentType(fields.TD),
    ...readRange(fields),
    authorisedOn: fields.FA,
    keyId: Number(fields.IDK)
  }
}

function readDocumentType (text: string): DocumentType {
  const documentType = Number(text)
  if (!/^\d{1,3}$/.test(text) || !isDocumentType(documentType)) {
    throw new CafError('FOLIO_TYPE_UNSUPPORTED', `TD ${text.slice(0, 10)} is no known type`)
  }
  return documentType
}

// [S5, FolioType]: a positive integer of ten digits at most.
const folioText = /^[1-9]\d{0,9}$/

function readRange ({ D, H }: CafFields): { from: number, to: number } {
  const from = Number(D)
  const to = Number(H)
  if (!folioText.test(D) || !folioText.test(H) || from > to) {
    throw new CafError('FOLIO_RANGE_INVALID', `RNG ${D.slice(0, 20)} to ${H.slice(0, 20)} is no range of folios`)
  }
  return { from, to }
}

/** The private key of the file, once it is sure that RSASK, RSAPUBK and RSAPK are one pair and that it signs. */
function readKeys ({ RSASK, RSAPUBK, M, E }: FileFields): KeyObject {
  const { privateKey, publicKey } = parseKeys(RSASK, RSAPUBK)
  const authorised = `${bigEndian(M)} ${bigEndian(E)}`
  const consistent = [createPublicKey(privateKey), publicKey].every((key) => rsaNumbers(key) === authorised)
  if (!consistent || !signsFor(privateKey, publicKey)) {
    throw new CafError('FOLIO_KEY_MISMATCH', 'RSASK, RSAPUBK and RSAPK are not one pair of keys')
  }
  return privateKey
}

function parseKeys (privatePem: string, publicPem: string): { privateKey: KeyObject, publicKey: KeyObject } {
  try {
    return { privateKey: createPrivateKey(tidy(privatePem)), publicKey: createPublicKey(tidy(publicPem)) }
  } catch (cause) {
    throw new CafError('FOLIO_FILE_MALFORMED', 'RSASK or RSAPUBK holds no key', { cause })
  }
}

/** PEM whose lines were joined, cut or indented, as PEM has them. */
function tidy (pem: string): string {
  return pem.trim().replace(/(-----)([^-]+)(-----END)/, (_whole, start: string, base64: string, end: string) =>
    [start, ...base64.replace(/\s/g, '').match(/.{1,64}/g) ?? [], end].join('\n'))
}

/** A big-endian number without leading zeros, in the base64url that JSON Web Keys use. */
function bigEndian (base64: string): string {
  const bytes = Buffer.from(base64, 'base64')
  const start = bytes.findIndex((byte) => byte !== 0)
  return bytes.subarray(Math.max(start, 0)).toString('base64url')
}

function rsaNumbers (publicKey: KeyObject): string | undefined {
  if (publicKey.asymmetricKeyType !== 'rsa') return undefined
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
  return `${n} ${e}`
}
