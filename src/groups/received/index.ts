import { ok } from '../../http/envelope.ts'
import { defineGroup } from '../../http/operation.ts'
import { pageOf, walkDescription } from '../../http/paging.ts'
import { sendFile } from '../../http/plugins/downloads.ts'
import { taxNumberBeginning } from '../../shared/search-words.ts'
import { drawingTimeoutMs } from '../../http/limits.ts'
import { drawing } from '../../http/plugins/rate-limit.ts'
import type { Clock } from '../../services/ports.ts'
import type { ReceivedClaims } from '../../services/receiving/claims.ts'
import type { ReceivingPolicies } from '../../services/receiving/policies.ts'
import { sendTable, tablesAtOnce, tableTimeoutMs } from '../../http/plugins/table-files.ts'
import type { AnswerRecords } from '../../services/receiving/answer-records.ts'
import type { ReceivedExports } from '../../services/receiving/exports.ts'
import type { ReceivedPrinting } from '../../services/receiving/printing.ts'
import type { ReceivedRecords } from '../../services/receiving/records.ts'
import type { Receiving } from '../../services/receiving/receiving.ts'
import { claimOperations } from './claims.ts'
import * as schemas from './schemas.ts'
import { answerOf, detailOf, itemOf } from './shapes.ts'

export interface ReceivedGroupDependencies {
  receiving: Receiving
  receivedRecords: ReceivedRecords
  receivedPrinting: ReceivedPrinting
  receivedClaims: ReceivedClaims
  receivingPolicies: ReceivingPolicies
  clock: Clock
  receivedExports: ReceivedExports
  answerRecords: AnswerRecords
}

// Each is read by a thread, of which a tenant has one.
const uploadTimeoutMs = 60_000

/** Documents that others issued for the tenant. */
export function receivedGroup (services: ReceivedGroupDependencies) {
  const { receiving, receivedRecords, receivedPrinting, receivedExports, answerRecords, clock } = services
  return defineGroup('Received', (operation) => {
    operation({
      method: 'POST',
      path: '/Upload',
      rule: { permission: 'Received.Manage' },
      summary: "Upload a supplier's file",
      description:
        'XML (EnvioDTE, a DTE alone, or DTEs in another file), a .zip with several, or the mail that brought them (.eml). Every check is recorded with its outcome. A failing check never hides a document, since the SII may hold it. The same file again answers what it made before.',
      ...schemas.form,
      answer: schemas.taken,
      alsoFails: [422],
      timeoutMs: uploadTimeoutMs,
      handler: async ({ actor, body }) =>
        ok({ files: await receiving.upload(actor, { name: body.FileName ?? 'file', bytes: body.File }) })
    })

    operation({
      method: 'GET',
      path: '/List',
      rule: { permission: 'Received.Read' },
      summary: 'List received documents, newest first',
      description: `Those of the company's present environment. ${walkDescription}`,
      query: schemas.listQuery,
      answer: schemas.page,
      handler: async ({ actor, query: { page, pageSize, after, issuer, ...filter } }) => {
        const { data, ...found } = await receivedRecords.paginate(
          actor, { ...filter, issuer: issuerIn(issuer) }, { page, pageSize, after }
        )
        return ok(pageOf({ page, pageSize }, { ...found, data: data.map((document) => itemOf(document, clock())) }))
      }
    })

    operation({
      method: 'GET',
      path: '/Get',
      rule: { permission: 'Received.Read' },
      summary: 'Get a received document with its checks',
      query: schemas.byId,
      answer: schemas.documentDetail,
      handler: async ({ actor, query }) => ok(detailOf(await receivedRecords.get(actor, query.id), clock()))
    })

    operation({
      method: 'GET',
      path: '/GetXml',
      rule: { permission: 'Received.Read' },
      summary: 'Download the file that brought a received document',
      description: 'Byte for byte as it came: what the law asks to keep for six years.',
      query: schemas.byId,
      answer: schemas.xmlFile,
      handler: async ({ actor, query, reply }) =>
        sendFile(reply, { ...await receivedRecords.getXml(actor, query.id), mediaType: 'application/xml' })
    })

    operation({
      method: 'GET',
      path: '/GetPdf',
      rule: { permission: 'Received.Read' },
      summary: 'Get a PDF of a received document',
      description:
        'Drawn from its XML and marked as a representation: it is not the print of the supplier. A document that came without a cover is drawn without its stamp, since the resolution that stands below it is not known.',
      query: schemas.byId,
      answer: schemas.pdfFile,
      alsoFails: [422],
      rateLimit: drawing,
      timeoutMs: drawingTimeoutMs,
      handler: async ({ actor, query, reply }) =>
        sendFile(reply, { ...await receivedPrinting.getPdf(actor, query.id), mediaType: 'application/pdf' }, 'inline')
    })

    claimOperations(operation, services)
    operation({
      method: 'GET',
      path: '/Export',
      rule: { permission: 'Received.Read' },
      summary: 'Download the list of received documents',
      description:
        'Takes the filters of List, newest first. Amounts are numbers and dates are dates; headings are in the language of `Accept-Language`.',
      query: schemas.exportQuery,
      answer: schemas.exportFile,
      maxConcurrent: tablesAtOnce,
      timeoutMs: tableTimeoutMs,
      handler: async ({ actor, query: { format, issuer, ...filter }, language, reply }) =>
        sendTable(reply, receivedExports.write(actor, { ...filter, issuer: issuerIn(issuer) }, { format, language }))
    })

    operation({
      method: 'POST',
      path: '/Answer',
      rule: { permission: 'Received.Claim' },
      summary: 'Answer whether documents are accepted',
      description:
        'Mails a signed ResultadoDTE to each supplier, for types 33, 34, 46, 52, 56 and 61. It has no effect in the registry of the SII. The same answer is not given twice.',
      body: schemas.answerBody,
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
        'Mails a signed EnvioRecibos (Ley 19.983) to each supplier, once for each document, and only where the check `signature` passed. The registry of the SII has to be told apart from it.',
      body: schemas.receiptBody,
      answer: schemas.asked,
      handler: async ({ actor, body: { ids, place } }) =>
        ok({ results: await answerRecords.give(actor, ids, { kind: 'receipt', place }) })
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
  })
}

function issuerIn (text: string | undefined): string | undefined {
  return text && (taxNumberBeginning(text) ?? text)
}
