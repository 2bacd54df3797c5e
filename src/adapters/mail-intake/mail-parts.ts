import { createHash } from 'node:crypto'
import { addressParser, type Attachment, type Email } from 'postal-mime'
import { isReviewMail } from '../../certification/sets/review-mail.ts'
import { isAnswerRoot, readAnswer } from '../../dte/exchange/read-answer.ts'
import { resultTextKind } from '../../dte/exchange/result-mail.ts'
import { readReceived, type ReceivedReading, type Recipient } from '../../dte/receiving/read-received.ts'
import type { VerificationTerms } from '../../dte/signing/verification.ts'
import { receivedLimits, rootNameOf } from '../../dte/xml/received.ts'
import type { MailFile, MailFileKind, MailHeaders, ReadMail, UnreadFile } from '../../services/mail-ports.ts'
import { readAuthenticationResults } from './authentication-results.ts'
import { isMailSource } from '../../shared/mail-source.ts'
import { nestedMails, parseMail } from './mail-parser.ts'
import { isTnef, readTnef } from './tnef.ts'
import { damageOf, isZip, readZip } from './zip-files.ts'

// Of one mail: files, how deep archives and mails may lie in one another, how many of those are opened, and the bytes
// that come out of archives.
const limits = { files: 500, depth: 4, openings: 50, unpackedBytes: 32 * 1024 * 1024 }
const longestName = 200
const longestText = 256 * 1024
const longestHeading = 4096

interface Found { name: string, bytes: Buffer, mediaType?: string }
interface Place { path: string, depth: number }

/** `recipient`: for whom documents that others issued should be; they are not read without it. */
export interface ReadingTerms extends VerificationTerms { recipient?: Recipient | undefined }

/** Takes a mail apart and reads what it brings. For a thread: it may take seconds. */
export async function readMail (raw: Buffer, terms: ReadingTerms): Promise<ReadMail> {
  const email = await parseMail(raw)
  const parts = createParts(terms)
  await parts.collectMail(email, { path: '', depth: 0 })
  return { kind: 'read', headers: headersOf(email), files: parts.files }
}

/** The same of a file that was uploaded, an archive or a mail with others in it. */
export async function readFile (file: { name: string, bytes: Buffer }, terms: ReadingTerms): Promise<ReadMail> {
  const parts = createParts(terms)
  await parts.collect({ ...file, ...isMailSource(file.bytes) && { mediaType: 'message/rfc822' } }, { depth: 0 })
  return { kind: 'read', headers: noHeaders, files: parts.files }
}

const noHeaders: MailHeaders = {
  messageId: null, fromAddress: null, fromName: null, subject: null, sentAt: null, replyTo: null, senders: [],
  authentication: []
}

/** The files of a mail, each read as it is found, so that no more than one is in memory. */
function createParts (terms: ReadingTerms) {
  const files: MailFile[] = []
  let openings = 0
  let bytesLeft = limits.unpackedBytes

  /** Files beyond the limit are named but not looked into; the last place says that there were still more. */
  function put ({ name, bytes }: Found, known: { kind?: MailFileKind, unread?: UnreadFile } = {}): void {
    if (files.length < limits.files) files.push(fileOf({ name, bytes, ...known }, terms))
    else if (files.length < 2 * limits.files) files.push(fileOf({ name, bytes, unread: 'TOO_MANY_FILES' }, terms))
    else if (files.length === 2 * limits.files) files.push(fileOf({ name: '…', bytes: nothing, unread: 'TOO_MANY_FILES' }, terms))
  }

  async function collectMail (email: Email, { path, depth }: Place): Promise<void> {
    for (const { content, mimeType, ...attachment } of email.attachments) {
      const name = path + (attachment.filename || nameless(mimeType, attachment.disposition))
      await collect({ name, bytes: bytesOf(content), mediaType: mimeType }, { depth })
    }
    const text = (email.text ?? '').slice(0, longestText)
    const mail = `${email.subject ?? ''}\n\n${text}`
    const kind = isReviewMail(mail) ? 'certificationVerdict' : resultTextKind(text)
    if (kind) put({ name: `${path}text`, bytes: Buffer.from(mail) }, { kind })
  }

  async function collect (found: Found, { depth }: Pick<Place, 'depth'>): Promise<void> {
    const { name, bytes } = found
    const isMail = isMailIn(found)
    if (!isMail && !isTnef(bytes) && !isZip(bytes)) { put(found); return }
    openings += 1
    const deepest = depth + (isMail ? nestedMails(bytes, limits.depth) : 0)
    if (deepest >= limits.depth || openings > limits.openings) { put(found, { unread: 'NESTED_TOO_DEEP' }); return }
    const inside = { path: `${name}/`, depth: depth + 1 }
    try {
      if (isMail) await collectMail(await parseMail(bytes), inside)
      else await collectArchive(found, inside)
    } catch (error) {
      put(found, { unread: damageOf(error) })
    }
  }

  const unzipped = (bytes: Buffer, room: number) =>
    readZip(bytes, { files: room, fileBytes: receivedLimits.bytes, bytes: bytesLeft })

  /** Of an archive with more files than there is room for, none is taken: nobody could say which were left out. */
  async function collectArchive (found: Found, inside: Place): Promise<void> {
    const room = Math.max(0, limits.files - files.length)
    const { files: packed, isWhole } = isTnef(found.bytes)
      ? readTnef(found.bytes)
      : { files: await unzipped(found.bytes, room), isWhole: true }
    if (!packed || packed.length > room) { put(found, { unread: 'TOO_MANY_FILES' }); return }
    await collectAll(packed, inside)
    if (!isWhole) put(found, { unread: 'ARCHIVE_DAMAGED' })
  }

  async function collectAll (found: { name: string, bytes: Buffer | UnreadFile }[], inside: Place): Promise<void> {
    for (const { name, bytes } of found) {
      const path = inside.path + name
      if (typeof bytes === 'string') {
        put({ name: path, bytes: nothing }, { unread: bytes })
      } else {
        bytesLeft -= bytes.length
        await collect({ name: path, bytes }, inside)
      }
    }
  }

  return { files, collect, collectMail }
}

function isMailIn ({ name, mediaType }: Found): boolean {
  return mediaType === 'message/rfc822' || /\.eml$/i.test(name)
}

const nothing = Buffer.alloc(0)
const mostSenders = 10
const mostResults = 20

/** What a part without a name is called: by its type, and `text` for a file in the text of the mail. */
function nameless (mediaType: string, disposition: Attachment['disposition']): string {
  return /^text\/(?:plain|html)$/.test(mediaType) && disposition !== 'attachment' ? 'text' : mediaType || 'attachment'
}

function fileOf (
  { name, bytes, kind, unread }: Found & { kind?: MailFileKind, unread?: UnreadFile }, terms: ReadingTerms
): MailFile {
  const facts = {
    name: presentable(name, longestName), size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex')
  }
  if (unread) return { ...facts, kind: 'other', unread }
  const known = kind ?? kindOf(bytes, terms)
  if (known === 'other') return { ...facts, kind: known }
  if (bytes.length > receivedLimits.bytes) return { ...facts, kind: known, unread: 'FILE_TOO_LARGE' }
  if (known === 'answer') return { ...facts, kind: known, answer: readAnswer(bytes, terms) }
  if (known === 'document') return { ...facts, kind: known, ...documentsIn(bytes, terms) }
  const isOfSii = known === 'siiResult' || known === 'bookResult' || known === 'certificationVerdict'
  return { ...facts, kind: known, ...isOfSii && { bytes } }
}

function documentsIn (
  bytes: Buffer, { recipient, ...terms }: ReadingTerms
): { received?: ReceivedReading, bytes?: Buffer } {
  const received = recipient && readReceived(bytes, terms, recipient)
  return { ...received && { received }, ...received && !('problem' in received) && { bytes } }
}

function kindOf (bytes: Buffer, { recipient }: ReadingTerms): MailFileKind {
  const root = rootNameOf(bytes) ?? ''
  if (isAnswerRoot(root)) return 'answer'
  if (root === 'RESULTADO_ENVIO') return 'siiResult'
  if (/^Resultado.*(?:Libro|ConsumoFolios)/i.test(root)) return 'bookResult'
  if (root === 'EnvioBOLETA') return 'boletas'
  const isOfDocuments = /^(?:EnvioDTE|SetDTE|DTE|AEC)$/.test(root) || (recipient && hasDocuments(bytes))
  return isOfDocuments ? 'document' : textKindOf(bytes.toString('latin1', 0, longestHeading))
}

/** The SII mails its results as text, too. */
function textKindOf (text: string): MailFileKind {
  return isReviewMail(text) ? 'certificationVerdict' : resultTextKind(text) ?? 'other'
}

/** Some send documents in a file of their own making; the tag tells, which no page has. */
function hasDocuments (bytes: Buffer): boolean {
  return /^\s*(?:\xEF\xBB\xBF)?\s*</.test(bytes.subarray(0, 100).toString('latin1')) &&
    /<(?:[\w.-]+:)?(?:EnvioDTE|DTE)[\s/>]/.test(bytes.toString('latin1'))
}

function headersOf (email: Email): MailHeaders {
  const sentAt = new Date(email.date ?? Number.NaN)
  const headers = (key: string) => email.headers.filter((one) => one.key === key).map(({ value }) => value)
  const orNull = (text: string | undefined, most: number) => presentable(text ?? '', most) || null
  return {
    messageId: orNull(email.messageId, 300),
    fromAddress: orNull(email.from?.address?.toLowerCase(), 320),
    fromName: orNull(email.from?.name, 200),
    subject: orNull(email.subject, 300),
    sentAt: Number.isNaN(sentAt.getTime()) || Math.abs(sentAt.getUTCFullYear() - 2050) > 100 ? null : sentAt,
    replyTo: orNull(email.replyTo?.[0]?.address?.toLowerCase(), 320),
    senders: headers('from').flatMap((value) => addressParser(value, { flatten: true }))
      .map(({ address = '' }) => address.toLowerCase()).slice(0, mostSenders),
    authentication: headers('authentication-results').slice(0, mostResults)
      .map(readAuthenticationResults).filter((results) => results !== undefined)
  }
}

function bytesOf (content: Attachment['content']): Buffer {
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof Uint8Array
    ? Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    : Buffer.from(content)
}

/** PostgreSQL takes neither NUL nor halves of characters. */
function presentable (text: string, most: number): string {
  const line = text.slice(0, 4 * most).replace(/[\s\p{Cc}]+/gu, ' ').trim().slice(0, most)
  return Buffer.from(line).toString()
}
