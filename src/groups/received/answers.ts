import { ok } from '../../http/envelope.ts'
import type { Operation } from '../../http/operation.ts'
import { pageOf } from '../../http/paging.ts'
import { sendFile } from '../../http/plugins/downloads.ts'
import type { AnswerRecords } from '../../services/receiving/answer-records.ts'
import type { ReceivedClaims } from '../../services/receiving/claims.ts'
import * as schemas from './answer-schemas.ts'
import { receiptResults } from './claim-schemas.ts'
import { answerOf } from './shapes.ts'

interface AnswerOperationDependencies {
  answerRecords: AnswerRecords
  receivedClaims: Pick<ReceivedClaims, 'giveReceipts'>
}

/** What is answered to suppliers by mail, by persons. */
export function answerOperations (
  operation: Operation, { answerRecords, receivedClaims }: AnswerOperationDependencies
): void {
  operation({
    method: 'POST',
    path: '/Answer',
    rule: { permission: 'Received.Claim' },
    summary: 'Answer whether documents are accepted',
    description:
      'Mails a signed ResultadoDTE to each supplier, for types 33, 34, 46, 52, 56 and 61. It has no effect in the registry of the SII. The same answer is not given twice.',
    body: schemas.answerBody,
    bodyLimit: schemas.idsLimit,
    answer: schemas.asked,
    handler: async ({ actor, body: { ids, result: code, comment } }) =>
      ok({ results: await answerRecords.give(actor, ids, { kind: 'result', code, comment }) })
  })

  operation({
    method: 'POST',
    path: '/GiveReceipt',
    rule: { permission: 'Received.Claim' },
    summary: 'Give the receipt of goods or services',
    description:
      'Mails a signed EnvioRecibos (Ley 19.983) to each supplier, once for each document, and only where the check `signature` passed. A document above `approvalAmount` waits for a second person, as with Claim, and one that the SII has not confirmed for the SII. The registry of the SII has to be told apart from it.',
    body: schemas.receiptBody,
    bodyLimit: schemas.idsLimit,
    answer: receiptResults,
    handler: async ({ actor, body: { ids, place } }) =>
      ok({ results: await receivedClaims.giveReceipts(actor, ids, place) })
  })

  operation({
    method: 'GET',
    path: '/Answers',
    rule: { permission: 'Received.Read' },
    summary: 'List the answers to suppliers, newest first',
    query: schemas.answersQuery,
    answer: schemas.answers,
    handler: async ({ actor, query: { page, pageSize, ...filter } }) => {
      const { data, ...total } = await answerRecords.paginate(actor, filter, { page, pageSize })
      return ok(pageOf({ page, pageSize }, { ...total, data: data.map(answerOf) }))
    }
  })

  operation({
    method: 'GET',
    path: '/GetAnswer',
    rule: { permission: 'Received.Read' },
    summary: 'Download an answer to a supplier',
    description: 'The signed file, as it is mailed.',
    query: schemas.byId,
    answer: schemas.answerFile,
    alsoFails: [409],
    handler: async ({ actor, query, reply }) =>
      sendFile(reply, { ...await answerRecords.getXml(actor, query.id), mediaType: 'application/xml' })
  })

  operation({
    method: 'POST',
    path: '/ResendAnswer',
    rule: { permission: 'Received.Claim' },
    summary: 'Mail an answer again',
    description:
      'The same file. Without `address` it goes to the mailbox that the directory of the SII has of the supplier, or else to the proven sender of the mail that brought the document.',
    body: schemas.resendBody,
    answer: schemas.oneAnswer,
    alsoFails: [404, 409],
    handler: async ({ actor, body }) => ok(answerOf(await answerRecords.resend(actor, body)))
  })
}
