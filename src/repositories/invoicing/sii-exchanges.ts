import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import type { SiiExchange as StoredExchange } from '../../generated/prisma/client.ts'
import { exchangeLimits, type ExchangeOperation, type SiiExchange } from '../../model/sii-exchanges.ts'
import { newId } from '../../shared/ids.ts'
import { each, eachBytes, eachMoment } from '../postgres/new-rows.ts'
import { bufferOf, type Transaction } from '../postgres/transaction.ts'

// Of the queries about one thing, the first show how it began and the last how it ended.
const keptAtEachEnd = 20

const exchangeText = z.object({ address: z.string(), request: z.string(), answer: z.string().nullable() })

/** What was said to the SII about envelopes, and what it answered. */
export const siiExchangeRepository = (tx: Transaction, tenantId: string) => ({
  async add (envelopeId: string, exchanges: readonly SiiExchange[]): Promise<void> {
    if (exchanges.length === 0) return
    const values = <Column extends keyof SiiExchange>(name: Column) => exchanges.map((exchange) => exchange[name])
    await tx.$executeRaw`
      insert into sii_exchanges (
        tenant_id, envelope_id, id, invoice_id, operation, at, duration_ms, http_status, failure, packed)
      values (
        ${tenantId}::uuid, ${envelopeId}::uuid, ${each('uuid', exchanges.map(() => newId()))},
        ${each('uuid', values('invoiceId'))}, ${each('text', values('operation'))}, ${eachMoment(values('at'))},
        ${each('int', values('durationMs'))}, ${each('smallint', values('httpStatus'))},
        ${each('text', values('failure'))}, ${eachBytes(values('text').map(packed))})`
  },

  /** Those about one document of an envelope or about the whole of it, in their order: some, after one of them. */
  async listOf (
    { envelopeId, invoiceId }: { envelopeId: string, invoiceId: string }, after: string | undefined, limit: number
  ): Promise<(SiiExchange & { id: string })[]> {
    const rows = await tx.siiExchange.findMany({
      where: {
        tenantId, envelopeId, OR: [{ invoiceId: null }, { invoiceId }], ...after !== undefined && { id: { gt: after } }
      },
      orderBy: { id: 'asc' },
      take: limit
    })
    return rows.map(exchangeOf)
  },

  /** The latest of the tenant, or those about one document and its envelope; the oldest of them first. */
  async latest (
    about: { envelopeId: string, invoiceId: string } | undefined, limit: number
  ): Promise<(SiiExchange & { envelopeId: string })[]> {
    const rows = await tx.siiExchange.findMany({
      where: {
        tenantId,
        ...about && { envelopeId: about.envelopeId, OR: [{ invoiceId: null }, { invoiceId: about.invoiceId }] }
      },
      orderBy: { id: 'desc' },
      take: limit
    })
    return rows.reverse().map(exchangeOf)
  },

  /** Deletes what lies between the first and the last questions about each thing. */
  async prune (envelopeId: string): Promise<void> {
    await tx.$executeRaw`
      delete from sii_exchanges
      where tenant_id = ${tenantId}::uuid and envelope_id = ${envelopeId}::uuid and id in (
        select id from (
          select id, row_number() over (partition by invoice_id order by id) as place,
            count(*) over (partition by invoice_id) as number
          from sii_exchanges where tenant_id = ${tenantId}::uuid and envelope_id = ${envelopeId}::uuid
        ) as placed
        where place > ${keptAtEachEnd} and place <= number - ${keptAtEachEnd})`
  }
})

function exchangeOf (
  { packed: text, operation, ...row }: StoredExchange
): SiiExchange & { id: string, envelopeId: string } {
  return { ...row, operation: operation as ExchangeOperation, text: unpacked(bufferOf(text)) }
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
