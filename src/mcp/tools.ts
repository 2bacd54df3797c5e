import { z } from 'zod'
import { examplePayloads } from '../groups/webhook/save-examples.ts'
import { statuses, type StatusName } from '../model/document-states.ts'
import { invalidAt, type Sentence } from '../shared/errors.ts'
import { newId } from '../shared/ids.ts'
import { OperationRefused, type Operations, type Receipt, type Result } from './operations.ts'

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  title: Sentence
  description: Sentence
  input: Input
  isReadOnly: boolean
  run: (operations: Operations, input: z.output<Input>) => Promise<Result>
}

/** Says the type of the input once, for its schema and for `run`. */
function tool<Input extends z.ZodObject> (definition: Tool<Input>): Tool {
  return definition
}

const mostDocuments = 20
const statusNames = Object.keys(statuses) as [StatusName, ...StatusName[]]
const correlationId = z.uuid().describe('Id of the document: `correlationId` of find_documents.')
const payload = z.record(z.string(), z.unknown()).describe(
  'The document. Leave out folio, date, sender, amounts of lines and totals: Timbre fills them in.'
)

/** What an assistant can do. Each tool calls operations of the API, which decide who may do it. */
export const tools: Readonly<Record<string, Tool>> = {
  find_documents: tool({
    title: { en: 'Find documents', es: 'Buscar documentos' },
    description: {
      en: `Lists issued tax documents (DTE) of the company, newest first, at most ${mostDocuments} at a time. \`totalRecords\` counts all that match. Amounts are in Chilean pesos unless \`currency\` says otherwise.`,
      es: `Lista los documentos tributarios (DTE) emitidos por la empresa, los más nuevos primero, a lo más ${mostDocuments} a la vez. \`totalRecords\` cuenta todos los que coinciden. Los montos son pesos chilenos, salvo que \`currency\` indique otra moneda.`
    },
    input: z.strictObject({
      customerTaxNumber: z.string().optional().describe('RUT of the customer, such as 88888888-8.'),
      search: z.string().optional().describe('Part of the customer\'s name or of an item\'s, a folio, or the total.'),
      startDate: z.string().optional().describe('First date of issue, YYYY-MM-DD.'),
      endDate: z.string().optional().describe('Last date of issue, YYYY-MM-DD.'),
      status: z.array(z.enum(statusNames)).optional().describe('Only documents in one of these states.'),
      invoiceTypeCode: z.int().optional().describe('Type: 33 factura, 34 factura exenta, 39 boleta, 52 guía, 56 nota de débito, 61 nota de crédito …'),
      folio: z.int().optional(),
      externalId: z.string().optional().describe('The company\'s own number of the sale, exactly.'),
      page: z.int().min(1).default(1),
      limit: z.int().min(1).max(mostDocuments).default(mostDocuments)
    }),
    isReadOnly: true,
    run: ({ read }, { status, folio, limit, ...filters }) => read('GetWebhooks', queryOf({
      ...filters, pageSize: limit, invoiceNumber: folio, status: status?.map((name) => statuses[name]).join(',')
    }))
  }),

  get_document: tool({
    title: { en: 'Get a document', es: 'Ver un documento' },
    description: {
      en: 'Answers one document with its lines, totals, history, related notes and the SII\'s verdict.',
      es: 'Entrega un documento con sus líneas, totales, historia, notas relacionadas y el veredicto del SII.'
    },
    input: z.strictObject({ correlationId }),
    isReadOnly: true,
    run: ({ read }, input) => read('GetWebhook', input)
  }),

  find_receivers: tool({
    title: { en: 'Find customers', es: 'Buscar clientes' },
    description: {
      en: 'Lists at most ten receivers of earlier documents, with what the latest document says of each: for the receiver of a new document.',
      es: 'Lista a lo más diez receptores de documentos anteriores, con lo que el último documento dice de cada uno: para el receptor de un documento nuevo.'
    },
    input: z.strictObject({ search: z.string().optional().describe('The beginning of the RUT, or words of the name.') }),
    isReadOnly: true,
    run: async ({ read }, input) => ({ receivers: await read<Result[]>('Receivers', queryOf(input)) })
  }),

  explain_rejection: tool({
    title: { en: 'Explain a rejection', es: 'Explicar un rechazo' },
    description: {
      en: 'Says why a document waits, failed, was rejected or objected to: each reason with its code, its meaning and the remedy, and what a retry would do.',
      es: 'Dice por qué un documento espera, falló, fue rechazado o tiene reparos: cada motivo con su código, su significado y el remedio, y qué haría un reintento.'
    },
    input: z.strictObject({ correlationId }),
    isReadOnly: true,
    run: async ({ read }, input) => {
      const { invoiceTypeCode, invoiceNumber, status, statusText, reason, verdict, retry } = await read('GetWebhook', input)
      return { ...input, invoiceTypeCode, invoiceNumber, status, statusText, reason, verdict, retry }
    }
  }),

  dry_run_document: tool({
    title: { en: 'Check a document', es: 'Revisar un documento' },
    description: {
      en: `Checks a document without issuing it: totals, problems that would refuse it, notices, and the \`confirmation\` that issue_document wants. Show the user the receiver, the lines and the total before you issue. Documents by type: ${JSON.stringify(examplePayloads)}`,
      es: `Revisa un documento sin emitirlo: totales, problemas por los que se rechazaría, avisos y la \`confirmation\` que pide issue_document. Muestre al usuario el receptor, las líneas y el total antes de emitir. Documentos por tipo: ${JSON.stringify(examplePayloads)}`
    },
    input: z.strictObject({ payload }),
    isReadOnly: true,
    run: async (operations, { payload }) => {
      const { currency, totalAmount, waitingFor, dryRun } = await dryRunOf(operations, payload)
      const confirmation = {
        confirmTotal: totalAmount, ...(hasExternalId(payload) ? {} : { idempotencyKey: newId() })
      }
      return {
        ...dryRun, currency, ...(waitingFor === undefined ? {} : { waitingFor }),
        confirmation: dryRun.valid ? confirmation : null
      }
    }
  }),

  issue_document: tool({
    title: { en: 'Issue a document', es: 'Emitir un documento' },
    description: {
      en: 'Issues a legally binding tax document: it takes a folio, goes to the SII and cannot be undone, only annulled by a note. Call it only after dry_run_document, and after the user has agreed to the total. Take the same payload and the members of `confirmation`. A repeated call with the same key answers the first document.',
      es: 'Emite un documento tributario válido: toma un folio, se envía al SII y no se puede deshacer, sólo anular con una nota. Llámela sólo después de dry_run_document, y después de que el usuario aceptó el total. Use el mismo payload y los campos de `confirmation`. Una llamada repetida con la misma clave entrega el primer documento.'
    },
    input: z.strictObject({
      payload,
      confirmTotal: z.number().describe('`confirmation.confirmTotal` of dry_run_document, which the user has agreed to.'),
      idempotencyKey: z.string().optional().describe(
        '`confirmation.idempotencyKey` of dry_run_document. Required unless the payload has an externalId, which is a key itself.'
      )
    }),
    isReadOnly: false,
    run: async (operations, { payload, confirmTotal, idempotencyKey }) => {
      if (idempotencyKey === undefined && !hasExternalId(payload)) throw invalidAt('idempotencyKey', keyMissing)
      const { totalAmount, dryRun: { totals, problems } } = await dryRunOf(operations, payload)
      if (totals === null) throw refusedFor(problems)
      if (totalAmount !== confirmTotal) throw invalidAt('confirmTotal', otherTotal)
      return operations.issue(payload, idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey })
    }
  })
}

const keyMissing: Sentence = {
  en: 'is required: take it from the confirmation of dry_run_document, or give the document an externalId',
  es: 'es obligatorio: tómelo de la confirmation de dry_run_document, o dé al documento un externalId'
}

// Without the right total, so that nobody issues without the dry run and the user's consent.
const otherTotal: Sentence = {
  en: 'is not the total of this document: call dry_run_document again and show the user its total',
  es: 'no es el total de este documento: llame otra vez a dry_run_document y muestre su total al usuario'
}

type DryRun = NonNullable<Receipt['dryRun']>

async function dryRunOf (operations: Operations, payload: unknown): Promise<Receipt & { dryRun: DryRun }> {
  return await operations.issue(payload, { 'x-dry-run': 'true' }) as Receipt & { dryRun: DryRun }
}

function refusedFor (problems: DryRun['problems']): OperationRefused {
  return new OperationRefused(problems[0]?.code ?? '', problems.map(({ path, message }) => `${path}: ${message}`))
}

/** Whether a payload that nobody has checked yet has the company's own number of the sale. */
function hasExternalId ({ header }: Result): boolean {
  const { documentId } = Object(header) as { documentId?: unknown }
  const { externalId } = Object(documentId) as { externalId?: unknown }
  return typeof externalId === 'string' && externalId.trim() !== ''
}

function queryOf (members: Record<string, string | number | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(members).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const]
  ))
}
