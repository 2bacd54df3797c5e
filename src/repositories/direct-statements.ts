import pg from 'pg'
import { Prisma } from '../generated/prisma/client.ts'
import type { KnownDictionaries } from './contents/known-dictionaries.ts'
import type { Transaction } from './transaction.ts'

/** The connection of an open transaction, which refuses statements as soon as the transaction ends. */
export interface DirectConnection {
  query: (statement: pg.QueryConfig) => Promise<{ rows: unknown[], rowCount: number | null }>
}

type Parser = (text: string) => unknown

const { types: { builtins } } = pg
// pg's type names the scalar types only.
const parserOfPg = pg.types.getTypeParser as (oid: number, format: string) => Parser
const textList = 1009
const listOf: Partial<Record<number, number>> = { 1016: builtins.INT8, 1231: builtins.NUMERIC, 1182: builtins.DATE }

/** What Prisma makes of these types, and pg does not. */
const parsers: Partial<Record<number, Parser>> = {
  [builtins.INT8]: BigInt,
  [builtins.NUMERIC]: (text) => new Prisma.Decimal(text),
  [builtins.DATE]: (text) => new Date(`${text}T00:00:00Z`)
}

function parserOf (oid: number, format: string): Parser {
  return (format === 'text' ? parsers[oid] ?? listParser(oid) : undefined) ?? parserOfPg(oid, format)
}

function listParser (oid: number): Parser | undefined {
  const parse = parsers[listOf[oid] ?? -1]
  const split = parserOfPg(textList, 'text') as (text: string) => (string | null)[]
  return parse && ((text) => split(text).map((element) => element === null ? null : parse(element)))
}

const parsing = { getTypeParser: parserOf } as pg.CustomTypesConfig

interface Means {
  connection: DirectConnection
  /** The name under which a connection keeps the plan of a statement. */
  nameOf: (query: { sql: string }) => string | undefined
  dictionaries: KnownDictionaries
}

/**
 * The transaction, with its own SQL sent straight to PostgreSQL. Prisma turns parameters and rows into JSON and back
 * and checks each value, which costs several times what a statement does. Values are the same either way.
 */
export function withDirectStatements (
  tx: Prisma.TransactionClient, { connection, nameOf, dictionaries }: Means
): Transaction {
  const run = (query: TemplateStringsArray | Prisma.Sql, values: unknown[]) => {
    const statement = 'raw' in query ? Prisma.sql(query, ...values) : query
    const sql = statement.text
    return connection.query({
      name: nameOf({ sql }), text: sql, values: statement.values.map(parameterOf), types: parsing
    })
  }
  const own: Partial<Record<PropertyKey, unknown>> = {
    dictionaries,
    $queryRaw: async (query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) =>
      (await run(query, values)).rows,
    $executeRaw: async (query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) =>
      (await run(query, values)).rowCount ?? 0
  }
  return new Proxy(tx, { get: (target, name) => own[name] ?? Reflect.get(target, name) as unknown }) as Transaction
}

function parameterOf (value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Prisma.Decimal) return value.toString()
  return Array.isArray(value) ? value.map(parameterOf) : value
}
