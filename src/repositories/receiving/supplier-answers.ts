import type { Prisma, SupplierAnswer } from '../../generated/prisma/client.ts'
import {
  type AnsweredRow, answerKinds, type AnswerState, answerStates, readAnswerState, storedAnswered,
  type SupplierAnswerKind
} from '../../model/received.ts'
import type { PageOf } from '../postgres/totals.ts'
import { bufferOf, bytes, json, type ReadRow, readRow, type Transaction } from '../postgres/transaction.ts'

export interface SupplierAnswerRow extends
  Omit<ReadRow<SupplierAnswer>, 'tenantId' | 'content' | 'receipts' | 'kind' | 'documents' | 'state'> {
  kind: SupplierAnswerKind
  documents: AnsweredRow[]
  state: AnswerState
}

export interface SupplierAnswerFilter {
  fileId?: string | undefined
  documentId?: string | undefined
  state?: number | undefined
}

/** `receipts`: each Recibo for itself. */
export interface SignedAnswer { content: Buffer, receipts: readonly Buffer[] }

/** The failure of an answer to a supplier without a known address. */
export const noAddress = 'NO_ADDRESS'

const omit = { tenantId: true, content: true, receipts: true } as const

function rowOf (row: Omit<SupplierAnswer, keyof typeof omit>): SupplierAnswerRow {
  const kind = answerKinds.find((one) => one === row.kind)
  if (!kind) throw new RangeError(`${row.kind} is no kind of answer`)
  return { ...readRow(row), kind, documents: storedAnswered.parse(row.documents), state: readAnswerState(row.state) }
}

/** Answers to the suppliers of a tenant. */
export const supplierAnswerRepository = (tx: Transaction, tenantId: string) => ({
  /** Other answers and receptions of the tenant wait for the end of this transaction. */
  async lock (): Promise<void> {
    await tx.$executeRaw`
      insert into reception_numbers (tenant_id, last) values (${tenantId}::uuid, 0)
      on conflict (tenant_id) do update set last = reception_numbers.last`
  },

  /** The next IdRespuesta. Other answers and receptions of the tenant wait for the end of this transaction. */
  async takeNumber (): Promise<number> {
    const [row] = await tx.$queryRaw<{ number: number }[]>`
      insert into reception_numbers (tenant_id, last, last_answer) values (${tenantId}::uuid, 0, 1)
      on conflict (tenant_id) do update set last_answer = reception_numbers.last_answer + 1
      returning last_answer as number`
    if (!row) throw new Error('PostgreSQL gave no number')
    return row.number
  },

  async add ({ documents, ...row }: SupplierAnswerRow): Promise<void> {
    await tx.supplierAnswer.createMany({ data: { ...row, tenantId, documents: json(documents) } })
  },

  async find (id: string): Promise<SupplierAnswerRow | undefined> {
    const row = await tx.supplierAnswer.findUnique({ where: { tenantId_id: { tenantId, id } }, omit })
    return row ? rowOf(row) : undefined
  },

  /** The signed file. */
  async findContent (id: string): Promise<Buffer | undefined> {
    const row = await tx.supplierAnswer.findUnique({
      where: { tenantId_id: { tenantId, id } }, select: { content: true }
    })
    return row?.content ? bufferOf(row.content) : undefined
  },

  /** Those that are about a file or a document of it, the oldest first. */
  async list (filter: SupplierAnswerFilter): Promise<SupplierAnswerRow[]> {
    const rows = await tx.supplierAnswer.findMany({ where: whereOf(tenantId, filter), omit, orderBy: { id: 'asc' } })
    return rows.map(rowOf)
  },

  /** One page, the newest first. `page` counts from 1. */
  async paginate (filter: SupplierAnswerFilter, page: number, pageSize: number): Promise<PageOf<SupplierAnswerRow>> {
    const where = whereOf(tenantId, filter)
    const rows = await tx.supplierAnswer.findMany({
      where, omit, orderBy: { id: 'desc' }, skip: (page - 1) * pageSize, take: pageSize
    })
    return { rows: rows.map(rowOf), totalRecords: await tx.supplierAnswer.count({ where }), totalIsEstimate: false }
  },

  async sign (id: string, { content, receipts }: SignedAnswer): Promise<void> {
    await tx.supplierAnswer.updateMany({
      where: { tenantId, id },
      data: { content: bytes(content), receipts: receipts.map(bytes) }
    })
  },

  /** It waits for its mail, to another address if one is given. */
  async queue (id: string, address: string | null): Promise<void> {
    await tx.supplierAnswer.updateMany({
      where: { tenantId, id },
      data: { address, state: answerStates.Queued, failure: null, sentAt: null }
    })
  },

  /** What became of its mail; `failure` is null if it was sent. */
  async settle (id: string, failure: string | null, at: Date): Promise<void> {
    await tx.supplierAnswer.updateMany({
      where: { tenantId, id },
      data: failure === null
        ? { state: answerStates.Sent, failure, sentAt: at }
        : { state: failure === noAddress ? answerStates.NoAddress : answerStates.Failed, failure }
    })
  }
})

function whereOf (
  tenantId: string, { fileId, documentId, state }: SupplierAnswerFilter
): Prisma.SupplierAnswerWhereInput {
  return {
    tenantId, ...fileId !== undefined && { fileId }, ...state !== undefined && { state },
    ...documentId !== undefined && { documentIds: { has: documentId } }
  }
}
