/** TED, "Timbre Electrónico DTE": the summary of a document, signed with the key of its CAF and printed as PDF417. */
import { sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { Caf } from './caf.ts'
import { escapeText, toLatin1 } from '../xml/canonical.ts'

const signInThreads = promisify(sign)

/** What a stamp says of its document [S5, Documento/TED/DD]. */
export interface StampFacts {
  senderTaxNumber: string
  documentType: number
  folio: number
  /** YYYY-MM-DD. */
  issueDate: string
  receiverTaxNumber: string
  /** Absent in a boleta without a named receiver. */
  receiverName: string | undefined
  /** MntTotal, as the document says it: of an export with its decimals, or the SII objects (TED-3-640). */
  totalAmount: string
  firstItemName: string | undefined
  /** YYYY-MM-DDThh:mm:ss, local time of Chile. */
  stampedAt: string
}

/**
 * The signed stamp, `<TED version="1.0">…</TED>`: on one line, as the XML and the barcode carry it. The signature is
 * RSA-SHA1 over the ISO-8859-1 bytes of DD, without the namespace that DD inherits in the file [S3].
 */
export async function stamp (facts: StampFacts, caf: Pick<Caf, 'xml' | 'privateKey'>): Promise<string> {
  const signed = stampText(facts, caf.xml)
  const signature = await signInThreads('sha1', toLatin1(signed), caf.privateKey)
  return `<TED version="1.0">${signed}<FRMT algoritmo="SHA1withRSA">${signature.toString('base64')}</FRMT></TED>`
}

// The schema requires a character in RSR and IT1, but a boleta may lack a receiver, and a name may fold to nothing.
const namelessReceiver = 'CLIENTE'
const namelessItem = 'ITEM'

/** DD, the text that is signed. */
function stampText (facts: StampFacts, cafXml: string): string {
  const receiverName = stampName(facts.receiverName ?? '') || namelessReceiver
  const itemName = stampName(facts.firstItemName ?? '') || namelessItem
  return `<DD><RE>${facts.senderTaxNumber}</RE><TD>${facts.documentType}</TD><F>${facts.folio}</F>` +
    `<FE>${facts.issueDate}</FE><RR>${facts.receiverTaxNumber}</RR><RSR>${escapeText(receiverName)}</RSR>` +
    `<MNT>${facts.totalAmount}</MNT><IT1>${escapeText(itemName)}</IT1>${cafXml}<TSTED>${facts.stampedAt}</TSTED></DD>`
}

// Letters that Unicode does not take apart into a plain one and its mark, and the stroke that it puts into ½.
const plainLetters: Record<string, string> = {
  ß: 'ss', Æ: 'AE', æ: 'ae', Ø: 'O', ø: 'o', Ð: 'D', ð: 'd', Þ: 'Th', þ: 'th', '⁄': '/'
}

/**
 * A name as the stamp carries it: plain ASCII without quotes, forty characters at most, cut before it is escaped.
 * The SII checks the stamp from what a PDF417 reader gives, and readers lose bytes of 128 and more; and software
 * differs on whether a quote is signed as itself or as a reference [S3], [S41].
 */
export function stampName (name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[ßÆæØøÐðÞþ⁄]/g, (letter) => plainLetters[letter] ?? '')
    .replace(/[^\x20-\x7e\s]/g, '')
    .replace(/['"\s]+/g, ' ')
    .trim()
    .slice(0, 40)
    .trim()
}
