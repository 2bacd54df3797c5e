import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import type { SiiExchange as StoredExchange } from '../../../generated/prisma/client.ts'
import { exchangeLimits, type ExchangeOperation, isKeptOnce, type SiiExchange } from '../../../model/sii-exchanges.ts'
import { newId } from '../../../shared/ids.ts'
import { each, eachBytes, eachMoment } from '../../postgres/new-rows.ts'
import { bufferOf, bytes, type Transaction } from '../../postgres/transaction.ts'

// Of the queries about one thing, the first show how it began and the last how it ended.
const keptAtEachEnd = 20

const exchangeText = z.object({ address: z.string(), request: z.string(), answer: z.string().nullable() })

function exchangeOf (
  { packed: text, operation, ...row }: StoredExchange
): SiiExchange & { id: string, subjectId: string } {
  return { ...row, operation: operation as ExchangeOperation, text: unpacked(bufferOf(text)) }
}

type PackedExchange = SiiExchange & { packed: Buffer }

/** What was said to the SII about envelopes and received documents, and what it answered. */
export const siiExchangeRepository = (tx: Transaction, tenantId: string) => ({
  /** `subjectId`: the envelope, or the received document. */
  async add (subjectId: string, noted: readonly SiiExchange[]): Promise<void> {
    const exchanges = await withoutKnown(tx, { tenantId, subjectId }, noted.map((exchange) => (
      { ...exchange, packed: packed(exchange.text) })))
    if (exchanges.length === 0) return
    const values = <Column extends keyof PackedExchange>(name: Column) => exchanges.map((exchange) => exchange[name])
    await tx.$executeRaw`
      insert into sii_exchanges (
        tenant_id, envelope_id, id, invoice_id, operation, at, duration_ms, http_status, failure, packed)
      values (
        ${tenantId}::uuid, ${subjectId}::uuid, ${each('uuid', exchanges.map(() => newId()))},
        ${each('uuid', values('invoiceId'))}, ${each('text', values('operation'))}, ${eachMoment(values('at'))},
        ${each('int', values('durationMs'))}, ${each('smallint', values('httpStatus'))},
        ${each('text', values('failure'))}, ${eachBytes(values('packed'))})`
  },

  /** Those about a subject as a whole or about one document of it, in their order: some, after one of them. */
  async listOf (
    { subjectId, invoiceId }: { subjectId: string, invoiceId?: string }, after: string | undefined, limit: number
  ): Promise<(SiiExchange & { id: string })[]> {
    const rows = await tx.siiExchange.findMany({
      where: {
        tenantId, subjectId, OR: [{ invoiceId: null }, ...invoiceId === undefined ? [] : [{ invoiceId }]],
        ...after !== undefined && { id: { gt: after } }
      },
      orderBy: { id: 'asc' },
      take: limit
    })
    return rows.map(exchangeOf)
  },

  /** The last ones about a subject as a whole, the oldest first. */
  async listLast (subjectId: string, limit: number): Promise<SiiExchange[]> {
    const rows = await tx.siiExchange.findMany({
      where: { tenantId, subjectId, invoiceId: null, httpStatus: { not: null } }, orderBy: { id: 'desc' }, take: limit
    })
    return rows.map(exchangeOf).reverse()
  },

  /** The latest of the tenant, or those about one document and its envelope; the oldest of them first. */
  async latest (
    about: { envelopeId: string, invoiceId: string } | undefined, limit: number
  ): Promise<(SiiExchange & { subjectId: string })[]> {
    const rows = await tx.siiExchange.findMany({
      where: {
        tenantId,
        ...about && { subjectId: about.envelopeId, OR: [{ invoiceId: null }, { invoiceId: about.invoiceId }] }
      },
      orderBy: { id: 'desc' },
      take: limit
    })
    return rows.reverse().map(exchangeOf)
  },

  /** Deletes what lies between the first and the last questions about each thing. */
  async prune (subjectId: string): Promise<void> {
    await tx.$executeRaw`
      delete from sii_exchanges
      where tenant_id = ${tenantId}::uuid and envelope_id = ${subjectId}::uuid and id in (
        select id from (
          select id, row_number() over (partition by invoice_id order by id) as place,
            count(*) over (partition by invoice_id) as number
          from sii_exchanges where tenant_id = ${tenantId}::uuid and envelope_id = ${subjectId}::uuid
        ) as placed
        where place > ${keptAtEachEnd} and place <= number - ${keptAtEachEnd})`
  }
})

/** Without what is kept once and is there already, with the same request and answer. */
async function withoutKnown (
  tx: Transaction, subject: { tenantId: string, subjectId: string }, exchanges: PackedExchange[]
): Promise<PackedExchange[]> {
  const once = exchanges.filter(isKeptOnce)
  if (once.length === 0) return exchanges
  const stored = await tx.siiExchange.findMany({
    where: { ...subject, packed: { in: once.map(({ packed: text }) => bytes(text)) } }, select: { packed: true }
  })
  const known = new Set(stored.map(({ packed: text }) => bufferOf(text).toString('latin1')))
  return exchanges.filter((exchange) => {
    if (!isKeptOnce(exchange)) return true
    const content = exchange.packed.toString('latin1')
    const isNew = !known.has(content)
    known.add(content)
    return isNew
  })
}

function packed ({ address, request, answer }: SiiExchange['text']): Buffer {
  const { requestChars, answerChars } = exchangeLimits
  return deflateRawSync(JSON.stringify({
    address, request: request.slice(0, requestChars), answer: answer === null ? null : answer.slice(0, answerChars)
  }))
}

function unpacked (stored: Buffer): SiiExchange['text'] {
  return exchangeText.parse(JSON.parse(inflateRawSync(stored).toString()))
}
