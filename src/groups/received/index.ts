import { ok } from '../../http/envelope.ts'
import { defineGroup } from '../../http/operation.ts'
import { pageOf, walkDescription } from '../../http/paging.ts'
import { sendFile } from '../../http/plugins/downloads.ts'
import { taxNumberBeginning } from '../../dte/values/rut.ts'
import { drawingTimeoutMs } from '../../http/limits.ts'
import { drawing } from '../../http/plugins/rate-limit.ts'
import { sendTable, tablesAtOnce, tableTimeoutMs } from '../../http/plugins/table-files.ts'
import type { AnswerRecords } from '../../services/receiving/answer-records.ts'
import type { ReceivedExports } from '../../services/receiving/exports.ts'
import type { Clock } from '../../services/ports.ts'
import type { ReceivedClaims } from '../../services/receiving/claims.ts'
import type { ReceivingPolicies } from '../../services/receiving/policies.ts'
import type { ReceivedPrinting } from '../../services/receiving/printing.ts'
import type { ReceivedRecords } from '../../services/receiving/records.ts'
import type { Receiving } from '../../services/receiving/receiving.ts'
import { answerOperations } from './answers.ts'
import { claimOperations } from './claims.ts'
import * as schemas from './schemas.ts'
import { detailOf, itemOf } from './shapes.ts'

export interface ReceivedGroupDependencies {
  receiving: Receiving
  receivedRecords: ReceivedRecords
  receivedPrinting: ReceivedPrinting
  receivedExports: ReceivedExports
  answerRecords: AnswerRecords
  receivedClaims: ReceivedClaims
  receivingPolicies: ReceivingPolicies
  clock: Clock
}

// Each is read by a thread, of which a tenant has one.
const uploadTimeoutMs = 60_000

/** Documents that others issued for the tenant. */
export function receivedGroup (services: ReceivedGroupDependencies) {
  const { receiving, receivedRecords, receivedPrinting, receivedExports, clock } = services
  return defineGroup('Received', (operation) => {
    operation({
      method: 'POST',
      path: '/Upload',
      rule: { permission: 'Received.Manage' },
      summary: "Upload a supplier's file",
      description:
        'XML (EnvioDTE, a DTE alone, or DTEs in another file), a .zip with up to 500 files, or the mail that brought them (.eml). Every check is recorded with its outcome. A failing check never hides a document, since the SII may hold it. The same file again answers what it made before.',
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

    answerOperations(operation, services)
    claimOperations(operation, services)
  })
}

function issuerIn (text: string | undefined): string | undefined {
  return text && (taxNumberBeginning(text) ?? text)
}
