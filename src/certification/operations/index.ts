import { asksForDryRun } from '../../http/dry-run.ts'
import { envelopedBoolean, ok } from '../../http/envelope.ts'
import { defineGroup } from '../../http/operation.ts'
import { largeUpload } from '../../http/plugins/body-timeout.ts'
import type { Certification } from '../workflow/index.ts'
import { bookOperations } from './books.ts'
import { optionsExamples, simulationExamples } from './examples.ts'
import { type CertificationFiles, fileOperations } from './files.ts'
import { only } from './only.ts'
import { optionsBody } from './options-schemas.ts'
import { optionsOf } from './options.ts'
import * as schemas from './schemas.ts'
import { attemptIn, journeyIn, missingIn, uploadedIn } from './wording.ts'

/** The certification of an issuer with the SII: from the set file to production. */
export function certificationGroup (
  { certification, certificationFiles }: { certification: Certification, certificationFiles: CertificationFiles }
) {
  const { journeys, progress, sets, simulation, verdicts } = certification
  return defineGroup('Certification', (operation) => {
    operation({
      method: 'POST',
      path: '/Start',
      rule: { permission: 'Certification.Manage' },
      summary: 'Begin a certification',
      description:
        `Begins the journey of DTE or of boletas. Name the types that you want to issue; those that the company is authorised for already, with any software, need no certification. The answer says what the company lacks. ${only}`,
      body: schemas.startBody,
      answer: schemas.started,
      handler: async ({ actor, body, language }) => {
        const { missing, ...journey } = await journeys.start(actor, {
          ...body, authorisedTypes: body.authorisedTypes ?? [], email: body.email ?? null
        })
        return ok({ ...journey, missing: missingIn(missing, language) })
      }
    })

    operation({
      method: 'GET',
      path: '/Progress',
      rule: { permission: 'Certification.Read' },
      summary: 'See how far the certification is',
      description:
        `Shows each set, book and later step with its state, what is missing, every attempt and its documents, the next thing to do (an operation, or a page of the SII's with the values to enter there), the options, deadlines and history. ${only}`,
      alsoFails: [409],
      answer: schemas.progress,
      handler: async ({ actor, language }) => ok((await progress.get(actor)).map((one) => journeyIn(one, language)))
    })

    operation({
      method: 'POST',
      path: '/UploadSet',
      rule: { permission: 'Certification.Manage' },
      summary: 'Upload the SII\'s file of test cases',
      description:
        `Takes the file as the SII sent it, of facturas or of boletas, and shows what it asks for: each document with its amounts, purchases, folios needed and left. With \`X-Dry-Run: true\` nothing is stored. If some line is not understood, the answer is 422 TEST_SET_INVALID with each such line. A second file needs \`Replace\`: the sets of the first one then count no longer, as at the SII. ${only}`,
      ...schemas.setForm,
      requestHeaders: { 'X-Dry-Run': '`true`: only show what the file asks for.' },
      alsoFails: [409, 422],
      answer: schemas.uploadedSet,
      handler: async ({ actor, body, headers, language }) => ok(uploadedIn(await journeys.uploadSet(actor, {
        file: body.File, replace: body.Replace === 'true', dryRun: asksForDryRun(headers['x-dry-run'])
      }), language))
    })

    operation({
      method: 'PUT',
      path: '/Options',
      rule: { permission: 'Certification.Manage' },
      summary: 'Say what the set file leaves to the company',
      description:
        `Customers, supplier, principal, importer, transport and the page of boletas: asked once, used by every attempt, and shown by Progress. A member that you leave out keeps its value. ${only}`,
      body: optionsBody,
      bodyExamples: optionsExamples,
      bodyLimit: 64 * 1024,
      answer: envelopedBoolean,
      handler: async ({ actor, body: { kind, ...changes } }) => {
        await journeys.setOptions(actor, kind, optionsOf(changes))
        return ok(true)
      }
    })

    operation({
      method: 'POST',
      path: '/Issue',
      rule: { permission: 'Certification.Manage' },
      summary: 'Issue a set',
      description:
        `Issues all documents of a set in one envelope, in the order of its cases, each with its folio, or none of them. The envelope is uploaded in the background, that of boletas like any other. After an objection, a refusal or SRH, call it again: all documents are reissued with new folios. If something is missing, the answer is 422 CERTIFICATION_INCOMPLETE with each thing. ${only}`,
      requestHeaders: { 'X-Dry-Run': '`true`: show the documents and their unsigned XML; nothing is stored, no folio taken.' },
      body: schemas.issueBody,
      alsoFails: [404],
      answer: schemas.issuedSet,
      handler: async ({ actor, body, headers }) => ok(await sets.issue(actor, {
        kind: body.kind, name: body.name, confirm: body.confirm ?? false, dryRun: asksForDryRun(headers['x-dry-run'])
      }))
    })

    operation({
      method: 'POST',
      path: '/Simulation',
      rule: { permission: 'Certification.Manage' },
      summary: 'Issue the simulation',
      description:
        `Issues 20 to 100 documents of your own business in one envelope, of every type that you certify, dated in this month or the one before. They refer to one another by \`key\`, as in BulkInvoice/Create. ${only}`,
      requestHeaders: { 'X-Dry-Run': '`true`: show the documents and their unsigned XML; nothing is stored, no folio taken.' },
      body: schemas.simulationBody,
      alsoFails: [404],
      bodyExamples: simulationExamples,
      bodyLimit: 4 * 1024 * 1024,
      pace: largeUpload,
      answer: schemas.issuedSet,
      handler: async ({ actor, body: { documents }, headers }) => ok(await simulation.issue(actor, {
        documents, dryRun: asksForDryRun(headers['x-dry-run'])
      }))
    })

    operation({
      method: 'POST',
      path: '/RecordVerdict',
      rule: { permission: 'Certification.Manage' },
      summary: 'Record the SII\'s review of a set',
      description:
        `Paste subject and text of the mail SETMAIL (*Resultado de Revision del Set de Prueba*), or say the outcome by hand. After SRH a new attempt is due; each reason comes with what to do. ${only}`,
      body: schemas.verdictBody,
      alsoFails: [404],
      bodyLimit: 128 * 1024,
      answer: schemas.verdict,
      handler: async ({ actor, body, language }) => {
        const { attempt, ...found } = await verdicts.recordVerdict(actor, body.mail === undefined
          ? {
              kind: body.kind ?? 'DTE', name: body.name ?? '', outcome: body.outcome === 'Approved' ? 'approved' : 'notApproved',
              reasons: (body.reasons ?? []).map((text) => ({ case: null, documentType: null, folio: null, text }))
            }
          : { text: body.mail })
        return ok({ ...found, attempt: attemptIn(attempt, language) })
      }
    })

    operation({
      method: 'POST',
      path: '/RecordStep',
      rule: { permission: 'Certification.Manage' },
      summary: 'Record a step done on the SII\'s pages',
      description:
        `Progress names the step that comes next. \`declared\` wants the name of the set, whose envelope the SII has taken whole. ${only}`,
      body: schemas.stepBody,
      alsoFails: [404],
      answer: envelopedBoolean,
      handler: async ({ actor, body: { kind, step, name, note } }) => {
        await verdicts.recordStep(actor, { kind, step, name: name ?? null, note: note ?? null })
        return ok(true)
      }
    })

    bookOperations(operation, certification)
    fileOperations(operation, certificationFiles)
  })
}
