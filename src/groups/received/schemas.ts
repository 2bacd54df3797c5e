import { z } from 'zod'
import { enveloped, fileAnswer, pagesOf, timestamp } from '../../http/envelope.ts'
import { byId } from '../../http/ids.ts'
import { inOrder, numbered, queryBoolean, queryDay, queryInteger, walked, walkedPage, walking } from '../../http/paging.ts'
import { uploadForm } from '../../http/plugins/multipart.ts'
import { tableAnswer, tableFormat } from '../../http/plugins/table-files.ts'
import { registryActions, registryStates } from '../../dte/registry/events.ts'
import { confirmations, receivedEvents, storedChecks } from '../../model/received.ts'
import { supplierAnswer } from './answer-schemas.ts'
import { checkedMembers, receivedClaim } from './claim-schemas.ts'

export { byId }

export const form = uploadForm({
  fileMissing: 'RECEIVED_FILE_MISSING',
  maxFileBytes: 10 * 1024 * 1024,
  fields: {
    FileName: z.string().trim().min(1).max(200).optional().meta({ description: 'What the file is called; the `filename` of the part `File` if left out.', examples: ['facturas.zip'] })
  }
})

const hash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const id = z.uuid().meta({ description: 'Id of the received document.' })
const documentType = z.int().meta({ description: 'Code of the document type.', examples: [33] })
const folio = z.int().meta({ description: 'Its folio.', examples: [1001] })
const issuer = z.string().meta({ description: 'RUT of its issuer.', examples: ['99999999-9'] })
const sentence = z.object({ en: z.string(), es: z.string() })

const receptionState = (element: string) => z.int().meta({
  description: `${element}: what an answer to the supplier would say, by the first check that failed; 0 if none did.`, examples: [0]
})

export const taken = enveloped('ReceivedUpload', z.object({
  files: z.array(z.object({
    name: z.string().meta({ description: 'Its name, with its path in archives and mails.', examples: ['facturas.zip/F33.xml'] }),
    sha256: z.string().meta({ description: 'Of the file.', examples: [hash] }),
    outcome: z.enum(['new', 'repeated', 'refused']).meta({ description: '`repeated`: the same bytes came before.', examples: ['new'] }),
    reason: z.string().nullable().meta({ description: 'Why it was refused.', examples: [null] }),
    explanation: sentence.nullable().meta({ description: 'The reason in words.', examples: [null] }),
    fileId: z.uuid().nullable().meta({ description: 'Id of the stored file; null of a refused one.' }),
    state: receptionState('EstadoRecepEnv').nullable(),
    documents: z.array(z.object({
      id, documentType, folio, issuer,
      outcome: z.enum(['new', 'repeated']).meta({ description: '`repeated`: it came before.', examples: ['new'] }),
      failedChecks: z.array(z.string()).meta({ description: 'The checks that failed; Get explains them.', examples: [['signature']] })
    })).meta({ description: 'The documents in it.' })
  })).meta({ description: 'The file, or those in the archive or mail.' })
}))

const amount = (description: string, example: number | null) =>
  z.number().nullable().meta({ description, examples: [example] })

const enumRegistryState = z.union(Object.values(registryStates).map((value) => z.literal(value))).meta({
  id: 'EnumRegistryState',
  description: "How the SII's registry of acceptance and claims has a document.",
  'x-enum-varnames': Object.keys(registryStates),
  examples: [1]
})

const document = z.object({
  id, documentType, folio, issuer,
  issuerName: z.string().meta({ description: 'Name of its issuer.', examples: ['COMERCIAL LOS ÑIRES SPA'] }),
  receiver: z.string().meta({ description: 'RUT of its receiver.', examples: ['77777777-7'] }),
  issueDate: z.iso.date().meta({ description: 'FchEmis.', examples: ['2026-11-20'] }),
  dueDate: z.iso.date().nullable().meta({ description: 'FchVenc.', examples: [null] }),
  netAmount: amount('MntNeto.', 100_000),
  exemptAmount: amount('MntExe.', null),
  vatAmount: amount('IVA.', 19_000),
  otherTaxes: amount('Additional taxes less those withheld.', null),
  totalAmount: z.number().meta({ description: 'MntTotal.', examples: [119_000] }),
  paymentMethod: z.int().nullable().meta({ description: 'FmaPago; see Common/PaymentMethods.', examples: [2] }),
  failedChecks: checkedMembers.failedChecks,
  state: receptionState('EstadoRecepDTE'),
  confirmation: checkedMembers.confirmation,
  confirmationText: z.string().meta({ description: 'The confirmation by its name.', examples: ['Confirmed'] }),
  siiCode: z.string().nullable().meta({ description: "The SII's code: DOK, DNK, FAU …; null before an answer.", examples: ['DOK'] }),
  claimBy: timestamp.nullable().meta({
    description: 'Until when it can be claimed, by the earlier reading of the eight running days; null for types that cannot be claimed.'
  }),
  claimByLatest: timestamp.nullable().meta({ description: 'The same by the later reading, to the end of the eighth day.' }),
  deadlineEstimated: z.boolean().meta({
    description: "Whether the days are counted from the arrival here, since the SII's date of reception is not known.", examples: [true]
  }),
  siiReceivedAt: timestamp.nullable().meta({ description: 'When the SII received it; null while that is not known.' }),
  registryState: enumRegistryState.nullable().meta({ description: "How the SII's registry has it; null for what it does not take." }),
  registryStateText: z.string().nullable().meta({ description: 'The state by its name.', examples: ['Open'] }),
  daysLeft: z.int().nullable().meta({
    description: 'Days until `claimBy`, 0 if it is today; null if nothing runs.', examples: [3]
  }),
  receiptBy: timestamp.nullable().meta({
    description: 'By when the receipt (ERM) must be given for the tax credit to stay in the month in which the SII received it; null where that makes no difference.'
  }),
  possibleActions: z.array(z.enum(registryActions)).meta({
    description: 'What the registry would take now.', examples: [['ACD', 'ERM', 'RCD', 'RFP', 'RFT']]
  }),
  arrivedAt: timestamp.meta({ description: 'When it came.' }),
  updatedAt: timestamp.meta({ description: 'When it, a check of it or its confirmation last changed.' })
}).meta({ id: 'ReceivedDocument' })

const check = z.object({
  check: z.string().meta({ description: 'What was checked; docs/received-documents.md lists the names.', examples: ['signature'] }),
  outcome: storedChecks.element.shape.outcome.meta({ description: 'Its outcome.', examples: ['passed'] }),
  detail: z.string().nullable().meta({ description: 'A code, and after a colon what it is about.', examples: [null] })
})

const detail = document.extend({
  receiverName: z.string().meta({ description: 'Name of its receiver.', examples: ['Servicios Ñandú Ltda.'] }),
  environment: z.string().meta({ description: '`certification` or `production`.', examples: ['production'] }),
  lines: z.int().meta({ description: 'How many lines it has.', examples: [3] }),
  signer: z.string().nullable().meta({
    description: "RUT of the certificate's holder; null without a signature that holds.", examples: ['11111111-1']
  }),
  references: z.array(z.object({
    documentType: z.string().meta({ description: 'TpoDocRef.', examples: ['801'] }),
    folio: z.string().meta({ description: 'FolioRef.', examples: ['4500'] }),
    date: z.iso.date().nullable().meta({ description: 'FchRef.', examples: ['2026-11-10'] }),
    code: z.string().nullable().meta({ description: 'CodRef.', examples: [null] }),
    reason: z.string().nullable().meta({ description: 'RazonRef.', examples: [null] })
  })).meta({ description: 'The documents that it refers to.' }),
  siiGloss: z.string().nullable().meta({ description: "The SII's words.", examples: ['DOCUMENTO RECIBIDO. DATOS COINCIDEN'] }),
  siiAskedAt: timestamp.nullable().meta({ description: 'When the SII was last asked.' }),
  checks: z.array(check).meta({ description: 'The checks of the document, in their order.' }),
  events: z.array(z.object({
    code: z.string().meta({ description: 'Code of the event: ACD, ERM, RCD, RFP, RFT, NCA, ENC …', examples: ['ERM'] }),
    description: z.string().meta({ description: "The SII's words.", examples: ['Otorga Recibo de Mercaderías o Servicios'] }),
    responsible: z.string().meta({ description: 'RUT of who acted.', examples: ['77777777-7'] }),
    at: timestamp.meta({ description: 'When it was registered.' })
  })).meta({ description: "What the SII's registry lists of it." }),
  claims: z.array(receivedClaim).meta({ description: 'What was asked for, the oldest first.' }),
  timeline: z.array(z.object({
    at: timestamp.meta({ description: 'When it happened.' }),
    event: z.enum(receivedEvents).meta({ description: 'What happened.', examples: ['arrived'] }),
    detail: z.string().nullable().meta({ description: "The SII's code, the id of the other content or of the answer, or an action with the state of the claim.", examples: [null] })
  })).meta({ description: 'What happened to it, the oldest first.' }),
  answers: z.array(supplierAnswer).meta({ description: 'What was answered to the supplier, the oldest first.' }),
  unreadAnswers: z.array(z.object({
    at: timestamp.meta({ description: 'When the SII was asked.' }),
    operation: z.string().meta({ description: '`registry`, `documentStatus`, `seed` or `token`.', examples: ['registry'] }),
    httpStatus: z.int().nullable().meta({ description: 'HTTP status of the answer.', examples: [200] }),
    answer: z.string().nullable().meta({ description: 'The answer as it came, up to 65,536 characters, without tokens.', examples: ['<html>…</html>'] })
  }).meta({ id: 'UnreadAnswer' })).meta({
    description: "The SII's last answers about it that Timbre did not understand, five at most, each once. For support."
  }),
  file: z.object({
    id: z.uuid().meta({ description: 'Id of the file.' }),
    name: z.string().meta({ description: 'Its name.', examples: ['F33.xml'] }),
    source: z.string().meta({ description: '`upload` or `mail`.', examples: ['mail'] }),
    mailId: z.uuid().nullable().meta({ description: 'Id of the mail that brought it.' }),
    kind: z.string().meta({ description: '`EnvioDTE`, `DTE` or `other`.', examples: ['EnvioDTE'] }),
    size: z.int().meta({ description: 'Bytes.', examples: [6144] }),
    sha256: z.string().meta({ description: 'Of the file.', examples: [hash] }),
    setId: z.string().nullable().meta({ description: 'ID of its SetDTE.', examples: ['SetDoc'] }),
    digest: z.string().nullable().meta({ description: 'DigestValue of its signature.', examples: ['u6p5J3mB1v0o6pJ6sHh1x2QkM0E='] }),
    issuer: z.string().nullable().meta({ description: 'RutEmisor of its cover.', examples: ['99999999-9'] }),
    receiver: z.string().nullable().meta({ description: 'RutReceptor of its cover.', examples: ['77777777-7'] }),
    resolutionNumber: z.int().nullable().meta({ description: 'NroResol of its cover.', examples: [80] }),
    receptionNumber: z.int().meta({ description: 'Your number of the reception (CodEnvio).', examples: [12] }),
    state: receptionState('EstadoRecepEnv'),
    unidentified: z.int().meta({ description: 'Documents of which it cannot be told which they are.', examples: [0] }),
    checks: z.array(check).meta({ description: 'The checks of the file, in their order.' })
  }).meta({ description: 'The file that brought it.' })
}).meta({ id: 'ReceivedDocumentDetail' })

export const page = enveloped(pagesOf('ReceivedDocument'), walkedPage(document))
export const documentDetail = enveloped('ReceivedDocumentDetail', detail)
export const xmlFile = fileAnswer('The file, byte for byte as it came', ['application/xml'])

export const pdfFile = fileAnswer('The document, drawn from its XML', ['application/pdf'])

const filters = {
  issuer: z.string().trim().min(1).max(40).optional().describe('RUT of the issuer, with or without dots.'),
  documentType: queryInteger({ min: 1, max: 999 }).optional().describe('Code of the document type.'),
  folio: queryInteger({ min: 1, max: 9_999_999_999 }).optional(),
  startDate: queryDay().optional().describe('The first issue date.'),
  endDate: queryDay().optional().describe('The last issue date.'),
  minAmount: queryInteger({ min: 0, max: 999_999_999_999_999 }).optional().describe('The least total.'),
  maxAmount: queryInteger({ min: 0, max: 999_999_999_999_999 }).optional().describe('The largest total.'),
  failedChecks: queryBoolean().optional().describe('`true`: those with a check that failed; `false`: the others.'),
  confirmation: queryInteger({ min: 1, max: 5 }).optional().describe(numbered(confirmations)),
  registryState: queryInteger({ min: 1, max: 8 }).optional().describe(numbered(registryStates)),
  dueWithinDays: queryInteger({ min: 0, max: 30 }).optional().describe('Open ones whose `claimBy` is within so many days; 0 is today.'),
  creditAtRisk: queryBoolean().optional().describe('`true`: those with a `receiptBy` that has not passed.'),
  awaitingApproval: queryBoolean().optional().describe('`true`: those of which something waits for a second person.'),
  failedClaims: queryBoolean().optional().describe(
    '`true`: those of which something was refused or not sent in the last 30 days, or cannot be sent for now, and was not asked for again.'
  ),
  search: z.string().trim().min(1).max(100).optional().describe(
    "Words of the issuer's name, without regard to accents and capitals; the beginning of its RUT; a folio."
  )
}

export const listQuery = walked(inOrder(z.object({ ...walking, ...filters })))

export const exportQuery = inOrder(z.object({ format: tableFormat, ...filters }))
export const exportFile = tableAnswer('The received documents')
