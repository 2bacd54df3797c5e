import { type AnswerCover, isAnswered, type ReceivedDocument } from '../../dte/exchange/answer.ts'
import { buildReceipts } from '../../dte/exchange/receipts.ts'
import { buildReceptionAnswer, buildResultAnswer, type Reception, type ResultAnswer } from '../../dte/exchange/responses.ts'
import type { Credential } from '../../dte/signing/certificate.ts'
import type { Decimal } from '../../dte/values/amounts.ts'
import { santiagoDateTime } from '../../dte/values/calendar.ts'
import { isLatin1 } from '../../dte/xml/canonical.ts'
import type { ReceivedFileRow } from '../../repositories/receiving/received-files.ts'
import type { SupplierAnswerRow } from '../../repositories/receiving/supplier-answers.ts'
import type { TenantRow } from '../../repositories/tenants/tenants.ts'

export interface AnswerContext { tenant: TenantRow, file: ReceivedFileRow, credential: Credential, at: Date }

type State<Entry> = Entry extends { state: infer Code } ? Code : never

/** The file of an answer, signed. Throws RangeError on a character that ISO-8859-1 lacks. */
export async function signedAnswer (
  answer: SupplierAnswerRow, { tenant, file, credential, at }: AnswerContext
): Promise<{ content: Buffer, receipts: Buffer[] }> {
  const { kind, comment, recipient, number, code } = answer
  const cover: AnswerCover = {
    responder: tenant.taxNumber, recipient, signedAt: santiagoDateTime(at),
    ...tenant.email && { contactEmail: tenant.email }, ...tenant.phone && { contactPhone: tenant.phone }
  }
  const documents = answer.documents.map(({ documentType, total, ...one }) => {
    if (!isAnswered(documentType)) throw new RangeError(`Type ${documentType} is not answered`)
    return { ...one, documentType, total: total as Decimal }
  })
  if (kind === 'receipt') {
    const receipts = documents.map((one: ReceivedDocument) =>
      ({ ...one, place: comment, signer: credential.holderTaxNumber }))
    const built = await buildReceipts({ cover, receipts }, credential)
    return { content: built.file, receipts: built.receipts }
  }
  const answerNumber = number ?? 0
  const { receptionNumber } = file
  if (kind === 'result') {
    const state = code as State<ResultAnswer['results'][number]>
    const results = documents.map((one) => ({ ...one, receptionNumber, state, comment }))
    return { content: await buildResultAnswer({ cover, answerNumber, results }, credential), receipts: [] }
  }
  const reception: Reception = {
    fileName: writable(file.name.slice(file.name.lastIndexOf('/') + 1)), receivedAt: santiagoDateTime(file.arrivedAt),
    receptionNumber, setId: writable(file.setId ?? ''), state: code as Reception['state'], comment,
    ...file.digest !== null && { digest: file.digest }, ...file.issuer !== null && { issuer: file.issuer },
    ...file.receiver !== null && { receiver: file.receiver },
    documents: documents as (ReceivedDocument & { state: State<Reception['documents'][number]> })[]
  }
  const content = await buildReceptionAnswer({ cover, answerNumber, receptions: [reception] }, credential)
  return { content, receipts: [] }
}

/** Names that others chose, in the characters that the file can have. */
function writable (text: string): string {
  return Array.from(text, (character) => isLatin1(character) ? character : '?').join('')
}
