import { verify, type KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { publicKeyFromComponents } from '../authority.ts'
import { addMonths } from '../time.ts'
import { parseExact } from './exact.ts'
import type { Document } from './facts.ts'
import { reason, type Reason } from './reasons.ts'
import { child, textAt, type Element } from './xml.ts'

// [S19]: authorisations for documents with tax credit are valid for six months.
export const typesThatExpire = [33, 43, 46, 56, 61]

/**
 * Checks the folio authorisation (CAF) in the stamp: signed by the SII, still valid, and for this issuer, type and
 * folio.
 */
export function judgeCaf (document: Document, cafKey: KeyObject): Reason[] {
  const { facts, body, stampText } = document
  const caf = textsOf(child(child(child(body, 'TED'), 'DD'), 'CAF'))
  if (!isSignedBySii(stampText, caf.signature, cafKey)) return [reason('CAF-3-516', `IDK ${caf.keyId}`)]
  const found: Reason[] = []
  if (caf.issuer !== facts.issuer) found.push(reason('CAF-3-513', caf.issuer))
  if (caf.documentType !== facts.documentType) found.push(reason('CAF-3-514', String(caf.documentType)))
  if (facts.folio < caf.from || facts.folio > caf.to) found.push(reason('CAF-3-515', `${caf.from}-${caf.to}`))
  if (isExpired(facts.documentType, caf.authorisedOn, signingDate(body))) {
    found.push(reason('CAF-3-517', caf.authorisedOn))
  }
  if (facts.issueDate < caf.authorisedOn) found.push(reason('HED-3-305', caf.authorisedOn))
  return found
}

/** Checks the stamp: it is signed with the key of the authorisation and agrees with the document. */
export function judgeStamp (document: Document): Reason[] {
  const { body, stampText } = document
  const stamp = child(body, 'TED')
  const publicKey = child(child(child(child(child(stamp, 'DD'), 'CAF'), 'DA'), 'RSAPK'), 'M')
  const exponent = textAt(stamp, 'DD/CAF/DA/RSAPK/E')
  if (!publicKey || exponent === undefined) return [reason('TED-3-509', 'RSAPK')]
  const key = keyOf(publicKey.text, exponent)
  if (!verifyFlat(stampText, textAt(stamp, 'FRMT'), key)) return [reason('TED-3-509')]
  return differences(document).map((detail) => reason('TED-2-510', detail))
}

// The documents of an authorisation carry its key, and reading it costs as much as verifying their stamps.
const knownKeys = new LRUCache<string, KeyObject>({ max: 500 })

function keyOf (modulus: string, exponent: string): KeyObject {
  const name = `${modulus}/${exponent}`
  const key = knownKeys.get(name) ??
    publicKeyFromComponents(Buffer.from(modulus, 'base64'), Buffer.from(exponent, 'base64'))
  knownKeys.set(name, key)
  return key
}

/** "Instructivo de emisión": the signature does not cover namespace declarations or white space between tags. */
function flatten (text: string): string {
  return text.replace(/>\s+</g, '><').replace(/\sxmlns(:\w+)?="[^"]*"/g, '')
}

function verifyFlat (text: string, signature: string | undefined, key: KeyObject): boolean {
  return verify('sha1', Buffer.from(flatten(text), 'latin1'), key, Buffer.from(signature ?? '', 'base64'))
}

function isSignedBySii (stampText: string, signature: string | undefined, cafKey: KeyObject): boolean {
  const authorised = /<DA>[\s\S]*<\/DA>/.exec(stampText)?.[0]
  return authorised !== undefined && verifyFlat(authorised, signature, cafKey)
}

function textsOf (caf: Element | undefined) {
  const at = (path: string) => textAt(caf, `DA/${path}`)?.trim() ?? ''
  return {
    issuer: at('RE'),
    documentType: Number(at('TD')),
    from: Number(at('RNG/D')),
    to: Number(at('RNG/H')),
    authorisedOn: at('FA'),
    keyId: at('IDK'),
    signature: textAt(caf, 'FRMA'),
  }
}

function signingDate (body: Element): string {
  return (textAt(body, 'TmstFirma') ?? '').trim().slice(0, 10)
}

function isExpired (documentType: number, authorisedOn: string, signedOn: string): boolean {
  return typesThatExpire.includes(documentType) && signedOn > addMonths(authorisedOn, 6)
}

function differences ({ facts, body }: Document): string[] {
  const stamp = child(child(body, 'TED'), 'DD')
  const pairs: [string, string][] = [
    ['RE', facts.issuer], ['TD', String(facts.documentType)], ['F', String(facts.folio)],
    ['FE', facts.issueDate], ['RR', facts.receiver],
  ]
  const unequal = pairs.filter(([name, value]) => textAt(stamp, name)?.trim() !== value).map(([name]) => name)
  if (parseExact(textAt(stamp, 'MNT')) !== parseExact(facts.totalAmount)) unequal.push('MNT')
  if (!isCutOf(textAt(stamp, 'RSR'), textAt(body, 'Encabezado/Receptor/RznSocRecep'))) unequal.push('RSR')
  if (!isCutOf(textAt(stamp, 'IT1'), textAt(child(body, 'Detalle'), 'NmbItem'))) unequal.push('IT1')
  return unequal
}

/**
 * Whether the stamp has the first forty characters of the text, with or without accents and quotes. A text without
 * other characters matches anything.
 */
function isCutOf (stamped: string | undefined, full: string | undefined): boolean {
  if (isAscii(stamped) && full?.startsWith(stamped)) return true
  if (folded(full ?? '') === '') return true
  const cut = folded(stamped ?? '')
  return beginsAlike(cut, lettersOf(full ?? ''))
}

function isAscii (text: string | undefined): text is string {
  return text !== undefined && /^[\x20-\x7e]*$/.test(text)
}

function folded (text: string): string {
  return lettersOf(text.normalize('NFKD').replace(/[^\x20-\x7e]/g, ''))
}

function lettersOf (text: string): string {
  return Array.from(text.toUpperCase()).filter((character) => character > '\x7f' || /[A-Z0-9]/.test(character)).join('')
}

/**
 * Whether the full text begins with the stamp's letters. The stamp may write an accented letter or a sign as up to four
 * letters.
 */
function beginsAlike (cut: string, full: string): boolean {
  let reached = new Set([0])
  for (const character of full) {
    if (reached.has(cut.length)) return true
    const steps = /[A-Z0-9]/.test(character) ? undefined : [0, 1, 2, 3, 4]
    reached = new Set(
      [...reached].flatMap((at) => steps?.map((step) => at + step) ?? (cut[at] === character ? [at + 1] : []))
    )
  }
  return reached.has(cut.length)
}
