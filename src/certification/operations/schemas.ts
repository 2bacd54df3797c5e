import { z } from 'zod'
import { enveloped, envelopedList, timestamp } from '../../http/envelope.ts'
import { id } from '../../http/ids.ts'
import { uploadForm } from '../../http/plugins/multipart.ts'
import { bulkDocument } from '../../model/bulk-document.ts'
import { itemKinds } from '../../model/certification.ts'
import { itemStates } from '../workflow/items.ts'
import { journeyStages, manualSteps } from '../workflow/next-steps.ts'
import { email } from '../../http/texts.ts'
import { said } from '../../shared/schema-problems.ts'
import { kind } from './kind.ts'
import { shownOptions } from './options-schemas.ts'
import { folioNeed, notes, testSet } from './set-schemas.ts'

const documentType = z.int().meta({ description: 'Code of the document type.', examples: [33] })
const documentTypes = (description: string, examples: number[]) =>
  z.array(z.int()).max(12).meta({ description, examples: [examples] })

export const startBody = z.strictObject({
  kind,
  documentTypes: documentTypes('The types that you want to issue.', [33, 56, 61]).min(1),
  authorisedTypes: z.array(z.int()).max(12).nullish().meta({
    description: 'Those that the company is authorised for already, with any software.', examples: [[34]]
  }),
  enrolledOn: z.iso.date().meta({ description: 'Date of the enrolment on the SII\'s page.', examples: ['2026-11-02'] }),
  email: email().nullish().meta({
    description: 'Who is told of verdicts and deadlines; the administrators if left out.', examples: ['dte@andes.example']
  })
})

const lack = z.object({
  code: z.string().meta({ examples: ['CERTIFICATE_MISSING'] }),
  documentType: documentType.nullable().meta({ description: 'The type that it is about; null for all.' }),
  message: z.string().meta({ examples: ['There is no certificate. Upload one with Tenant/Certificate.'] })
}).meta({ id: 'CertificationLack' })
export const lacks = (of: string) => z.array(lack).meta({ description: `What ${of} lacks.` })

export const started = enveloped('StartedCertification', z.object({
  id, kind, documentTypes: documentTypes('The types to be certified.', [33, 56, 61]), missing: lacks('the company')
}).meta({ id: 'StartedCertification' }))

export const setForm = uploadForm({
  fileMissing: 'TEST_SET_FILE_MISSING',
  fields: {
    Replace: z.enum(['true', 'false']).optional().meta({
      description: '`true`: the file takes the place of an earlier one.', examples: ['true']
    })
  }
})

export const uploadedSet = enveloped('UploadedTestSet', z.object({
  kind,
  stored: z.boolean().meta({ description: 'False for a dry run.', examples: [true] }),
  sets: z.array(testSet).meta({ description: 'The sets of the file, in its order.' }),
  folios: z.array(folioNeed).meta({ description: 'Folios by document type.' }),
  missing: lacks('the journey before its sets can be issued'),
  lost: z.array(z.object({
    name: z.string().meta({ examples: ['SET BASICO'] }), state: z.string().meta({ examples: ['Approved'] })
  }).meta({ id: 'LostTestSet' })).meta({ description: 'Sets of the earlier file that count no longer.' }),
  notes: notes('all sets')
}).meta({ id: 'UploadedTestSet' }))

const step = z.enum(manualSteps).meta({ description: 'What a person does and records.', examples: ['declared'] })

const next = z.object({
  operation: z.string().nullable().meta({
    description: 'The operation to call; null where a person acts on a page.', examples: ['Certification/Issue']
  }),
  step: step.nullable().meta({ description: 'The step to record once it is done.' }),
  page: z.object({
    name: z.string().meta({ examples: ['Declarar avance'] }),
    address: z.string().meta({ examples: ['https://maullin.sii.cl/cvc_cgi/dte/pe_avance1'] })
  }).nullable().meta({ description: 'The SII\'s page.' }),
  values: z.array(z.object({
    label: z.string().meta({ description: 'As the page names it.', examples: ['Número de envío'] }), value: z.string().meta({ examples: ['258973214'] })
  })).meta({ description: 'What to enter there.' }),
  message: z.string().meta({ description: 'What to do.', examples: ['Issue the set.'] })
}).nullable().meta({ id: 'CertificationNextStep', description: 'The next thing to do; null when it is to wait.' })

const state = z.enum(itemStates).meta({
  id: 'CertificationState',
  description:
    'Incomplete: something is missing. Ready: may be issued. Issued: signed and stored. Uploaded: has a track id. Processed: the SII took all of it. Objected, Refused: it did not, and a new attempt is due. Declared: the review was asked for, or a step on the SII\'s pages was recorded. Approved, NotApproved: its outcome.',
  examples: ['Processed']
})

const attemptDocument = z.object({
  case: z.int().meta({ description: 'Number of the case.', examples: [1] }),
  correlationId: z.uuid(),
  documentType,
  typeName: z.string().meta({ examples: ['Factura Electrónica'] }),
  folio: z.int().meta({ examples: [12] }),
  status: z.int().meta({ description: 'EnumOutboxStatus.', examples: [5] }),
  statusText: z.string().meta({ examples: ['Accepted'] }),
  reasons: z.array(z.object({
    code: z.string().meta({ examples: ['REF-2-780'] }), description: z.string().meta({ examples: [''] })
  })).meta({ description: 'Why the SII refused it or objected to it.' })
}).meta({ id: 'CertificationDocument' })

const moment = (description: string) => timestamp.nullable().meta({ description })

const attempt = z.object({
  number: z.int().meta({ description: 'From 1.', examples: [1] }),
  state,
  trackId: z.string().nullable().meta({ examples: ['258973214'] }),
  siiState: z.string().nullable().meta({
    description: 'What the SII says of its envelope: EPR of documents, LOK of a book; null before its answer.',
    examples: ['EPR']
  }),
  createdAt: timestamp,
  sentAt: moment('When the SII received it.'),
  declaredAt: moment('When its declaration was recorded.'),
  decidedAt: moment('When its review was recorded.'),
  documents: z.array(attemptDocument),
  reasons: z.array(z.object({
    case: z.int().nullable().meta({ description: 'Number of the case; null for the whole.', examples: [2] }),
    documentType: documentType.nullable(),
    folio: z.int().nullable().meta({ examples: [13] }),
    message: z.string().meta({ description: 'In the words of the SII.', examples: ['Los Valores de la Linea 1 del Detalle No Cuadran con lo Especificado'] }),
    remedy: z.string().nullable().meta({ description: 'What to do; null where that is not known.', examples: [null] })
  }).meta({ id: 'CertificationReason' })).meta({ description: 'What the review says.' })
}).meta({ id: 'CertificationAttempt' })

const item = z.object({
  id,
  kind: z.enum(itemKinds).meta({ description: 'A set of documents, a book, or a later step.', examples: ['documents'] }),
  name: z.string().meta({ description: 'As the SII\'s pages name it.', examples: ['SET BASICO'] }),
  attentionNumber: z.int().nullable().meta({ description: 'Attention number; null without one.', examples: [5038170] }),
  state,
  missing: lacks('its next attempt'),
  next,
  attempts: z.array(attempt)
}).meta({ id: 'CertificationItem' })

export const progress = envelopedList('CertificationJourney', z.object({
  kind,
  stage: z.enum(journeyStages).meta({ description: 'How far the journey is.', examples: ['Sets'] }),
  documentTypes: documentTypes('The types to be certified.', [33, 56, 61]),
  enrolledOn: z.iso.date().meta({ description: 'Date of the enrolment.', examples: ['2026-11-02'] }),
  startedAt: timestamp,
  loadedAt: moment('When the set file was uploaded.'),
  options: shownOptions,
  missing: lacks('the company'),
  folios: z.array(folioNeed).meta({ description: 'Folios by document type.' }),
  next,
  deadlines: z.array(z.object({
    what: z.string().meta({ description: 'What is due.', examples: ['The set is valid for two months.'] }), at: timestamp
  }).meta({ id: 'CertificationDeadline' })).meta({ description: 'Until when something is due.' }),
  items: z.array(item).meta({ description: 'In the order in which they are done.' }),
  history: z.array(z.object({
    step: z.string().meta({ description: 'What was done.', examples: ['setLoaded'] }),
    item: z.string().nullable().meta({ description: 'The set, book or step that it is about; null for the whole.', examples: ['SET BASICO'] }),
    at: timestamp,
    by: z.string().meta({ description: 'Who did it.', examples: ['Ana Rojas'] }),
    details: z.unknown().meta({ description: 'Particulars.', examples: [{ attempt: 1 }] })
  }).meta({ id: 'CertificationStep' }))
}).meta({ id: 'CertificationJourney' }))

const itemName = (description: string) => z.string().max(80).meta({ description, examples: ['SET BASICO'] })

export const issueBody = z.strictObject({
  kind,
  name: itemName('The set, as Progress names it.'),
  confirm: z.boolean().nullish().meta({
    description: 'Issues boletas although 24 hours have passed since their folios were uploaded.', examples: [false]
  })
})

const amount = (description: string, example: number) => z.number().meta({ description, examples: [example] })

export const issuedSet = enveloped('IssuedTestSet', z.object({
  name: z.string().meta({ description: 'As the SII\'s pages name it.', examples: ['SET BASICO'] }),
  attempt: z.int().meta({ description: 'Number of the attempt, from 1.', examples: [1] }),
  issued: z.boolean().meta({ description: 'False for a dry run.', examples: [true] }),
  documents: z.array(z.object({
    case: z.int().meta({ description: 'Number of the case.', examples: [1] }),
    correlationId: z.uuid().nullable().meta({ description: 'Null for a dry run.' }),
    documentType,
    folio: z.int().meta({ description: 'Of a dry run: the one that it would take.', examples: [12] }),
    netAmount: amount('Net amount, in pesos.', 841571),
    exemptAmount: amount('Exempt amount; of exports, in their currency.', 0),
    taxAmount: amount('VAT, in pesos.', 159898),
    totalAmount: amount('Total; of exports, in their currency.', 1001469),
    xml: z.string().nullable().meta({ description: 'Unsigned, for a dry run; null otherwise.', examples: [null] })
  }).meta({ id: 'IssuedTestDocument' })).meta({ description: 'In the order of the cases.' })
}).meta({ id: 'IssuedTestSet' }))

export const simulationBody = z.strictObject({
  documents: z.array(bulkDocument).min(1).max(200).meta({ description: 'In the order of the envelope; 20 to 100.' })
})

export const verdictBody = z.strictObject({
  mail: z.string().max(100_000).optional().meta({
    description: 'Subject and text of the mail. Nothing else is needed.', examples: ['SETMAIL0005038170 … SOK']
  }),
  kind: kind.optional(),
  name: itemName('By hand: the set, as Progress names it.').optional(),
  outcome: z.enum(['Approved', 'NotApproved']).optional().meta({ description: 'By hand: the outcome.', examples: ['Approved'] }),
  reasons: z.array(z.string().max(1000)).max(200).optional().meta({
    description: 'By hand: what the SII says.', examples: [[]]
  })
}).refine(({ mail, name, outcome }) => (mail === undefined) === (name !== undefined && outcome !== undefined),
  said({ en: 'needs either mail, or name and outcome', es: 'necesita mail, o bien name y outcome' }))

export const verdict = enveloped('CertificationVerdict', z.object({
  item: z.string().meta({ description: 'The set, as the SII\'s pages name it.', examples: ['SET BASICO'] }),
  attempt: attempt.describe('The attempt that was reviewed.')
}).meta({ id: 'CertificationVerdict' }))

export const stepBody = z.strictObject({
  kind,
  step,
  name: itemName('The set that was declared, as Progress names it.').nullish(),
  note: z.string().max(500).nullish().meta({ description: 'Kept in the history.', examples: ['Declarado por Ana Rojas'] })
})
