import { ok } from '../../http/envelope.ts'
import type { Operation } from '../../http/operation.ts'
import { sendFile } from '../../http/plugins/downloads.ts'
import { minuteMs } from '../../shared/durations.ts'
import type { ExchangeAnswers } from '../workflow/exchange-answers.ts'
import type { GoLive } from '../workflow/go-live.ts'
import type { Samples } from '../workflow/samples.ts'
import * as schemas from './file-schemas.ts'
import { only } from './only.ts'
import { productionSetupIn } from './wording.ts'

/** The steps after the sets: what the company uploads on the SII's pages, and the way into production. */
export interface CertificationFiles { exchangeAnswers: ExchangeAnswers, samples: Samples, goLive: GoLive }

// Each holds the PDFs of a whole certification, some megabytes.
const samplesAtOnce = 4

// For a hundred drawings on a machine that is slow or busy. Each has a limit of its own (PDF_SECONDS).
const samplesTimeoutMs = 10 * minuteMs

export function fileOperations (operation: Operation, { exchangeAnswers, samples, goLive }: CertificationFiles): void {
  operation({
    method: 'POST',
    path: '/Exchange',
    rule: { permission: 'Certification.Manage' },
    summary: 'Answer the exchange file of the SII',
    description:
      `In the exchange step the SII acts as your supplier. Download ENVIO_DTE_n.xml from www4.sii.cl/pfeInternet and send it here with its number. The answer is a .zip with the three signed files to upload on the same page. The document for your RUT is received, accepted and has a receipt; the one for another RUT is refused, as the SII expects. Each download has a new number, and only the answers to your last one count. ${only}`,
    ...schemas.exchangeForm,
    alsoFails: [409, 422],
    answer: schemas.exchangeFile,
    handler: async ({ actor, body, reply }) => {
      const file = await exchangeAnswers.answer(actor, { file: body.File, number: body.Number })
      return sendFile(reply, { ...file, mediaType: 'application/zip' })
    }
  })

  operation({
    method: 'GET',
    path: '/Samples',
    rule: { permission: 'Certification.Manage' },
    summary: 'Get the printed samples',
    description:
      `The PDFs that the SII asks for: each copy of the documents of every approved set, and of one document of each type of the simulation, each in a file of its own and without the mark of test documents. MANIFIESTO.csv lists them in the order of the SII's page (www4.sii.cl/pdfdteInternet) and says which have more than one page or 500 KB. All are drawn before the answer begins, which takes a minute or more on a busy machine; if one cannot be drawn, the error names its set and case. ${only}`,
    alsoFails: [409, 422],
    answer: schemas.samplesFile,
    maxConcurrent: samplesAtOnce,
    timeoutMs: samplesTimeoutMs,
    handler: async ({ actor, reply }) => {
      const { stream, fileName } = await samples.zip(actor)
      return sendFile(reply, { bytes: stream, mediaType: 'application/zip', fileName })
    }
  })

  operation({
    method: 'POST',
    path: '/GoLive',
    rule: { permission: 'Certification.Manage' },
    summary: 'Prepare the tenant in production',
    description:
      `Copies the issuer's data that the production tenant of the same RUT lacks, and the templates that it does not have, and lists what is left to do there and on the SII's pages. You need Tenant.Manage and PdfTemplate.Manage there. Certificates, folios and keys are never copied. Calling it again does no harm. ${only}`,
    body: schemas.goLiveBody,
    alsoFails: [409, 422],
    answer: schemas.productionSetup,
    handler: async ({ actor, body: { tenantCode }, language }) =>
      ok(productionSetupIn(await goLive.prepare(actor, tenantCode), language))
  })
}
