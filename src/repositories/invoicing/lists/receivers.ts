import { Prisma } from '../../../generated/prisma/client.ts'
import { taxNumberBeginning } from '../../../dte/values/rut.ts'
import { foldedText } from '../../../shared/search-words.ts'
import { foldedName } from '../../reports/document-sums.ts'
import type { NamedReceiver } from './invoice-ids.ts'
import { literally, type Transaction } from '../../postgres/transaction.ts'

/** The interpretations of a search text. */
export interface Search {
  /** For LIKE: a part of the name, as `foldedName` has it. */
  name: string
  /** For LIKE: the beginning of a RUT. */
  taxNumber: string
  folio: number | undefined
  /** The client's own number of a sale. */
  externalId: string
  /** For LIKE: a part of the name of an item, or of the folio of a reference; undefined for one that most have. */
  text: string | undefined
  /** A decimal. */
  amount: string | undefined
}

export interface Receivers {
  /** Those whose documents are the latest: no document of any of them is newer than `lastId`. */
  latest: (NamedReceiver & { lastId: string })[]
  /** Settled documents of all receivers that match. */
  documents: number
}

const shortestText = 3

export function searchOf (text: string): Search {
  const trimmed = text.trim()
  return {
    name: `%${literally(foldedText(trimmed))}%`,
    taxNumber: `${literally(taxNumberBeginning(trimmed) ?? trimmed)}%`,
    folio: /^\d{1,10}$/.test(trimmed) ? Number(trimmed) : undefined,
    externalId: trimmed,
    text: trimmed.length < shortestText ? undefined : `%${literally(foldedText(trimmed))}%`,
    amount: amountOf(trimmed)
  }
}

/** Of a total as people write it: 1234567, 1.234.567, $ 1.234.567 or 1.234,5. */
function amountOf (text: string): string | undefined {
  const digits = text.replace(/^\$\s*/, '')
  const isAmount = /^(\d{1,15}|\d{1,3}(\.\d{3}){1,4})(,\d{1,4})?$/.test(digits)
  return isAmount ? digits.replaceAll('.', '').replace(',', '.') : undefined
}

/** Whether a document, settled or not, is of a matching receiver. */
export const isOfReceiver = ({ name, taxNumber }: Search): Prisma.Sql => Prisma.sql`
  (${foldedName(Prisma.sql`receiver_name`)} like ${name} or receiver_tax_number like ${taxNumber})`

export const receiverRepository = (tx: Transaction, tenantId: string) => {
  const ofTenant = Prisma.sql`tenant_id = ${tenantId}::uuid and documents > 0`

  const find = async (condition: Prisma.Sql, limit: number): Promise<Receivers> => {
    const rows = await tx.$queryRaw<(NamedReceiver & { lastId: string, documents: number })[]>`
      select tax_number as "taxNumber", name, last_id as "lastId", (sum(documents) over ())::int as documents
      from receivers where ${ofTenant} and ${condition} order by last_id desc limit ${limit}`
    return { latest: rows, documents: rows[0]?.documents ?? 0 }
  }

  const matches = ({ name, taxNumber }: Search) => Prisma.sql`(folded like ${name} or tax_number like ${taxNumber})`

  return {
    find: (taxNumbers: readonly string[], limit: number) => find(Prisma.sql`tax_number = any(${taxNumbers})`, limit),
    search: (search: Search, limit: number) => find(matches(search), limit),

    /** Whether a settled document is of a matching receiver: quicker for many documents than `isOfReceiver`. */
    isSettledOf: (search: Search): Prisma.Sql => Prisma.sql`
      (receiver_tax_number, receiver_name) in (select tax_number, name from receivers where ${ofTenant} and ${matches(search)})`
  }
}

export type ReceiverRepository = ReturnType<typeof receiverRepository>
