import pg from 'pg'
import { Prisma } from '../../generated/prisma/client.ts'
import { statementName } from './statement-names.ts'

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

/**
 * Our own SQL in a transaction, sent straight to PostgreSQL. Prisma turns parameters and rows into JSON and back and
 * checks each value, which costs several times what a statement does. Values are the same either way.
 */
export function directStatements (
  connection: DirectConnection
): Pick<Prisma.TransactionClient, '$queryRaw' | '$executeRaw' | '$queryRawUnsafe' | '$executeRawUnsafe'> {
  const send = (sql: string, values: unknown[]) => connection.query({
    name: statementName({ sql }), text: sql, values: values.map(parameterOf), types: parsing
  })
  const run = (query: TemplateStringsArray | Prisma.Sql, values: unknown[]) => {
    const statement = 'raw' in query ? Prisma.sql(query, ...values) : query
    return send(statement.text, statement.values)
  }
  const own = {
    $queryRaw: async (query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) =>
      (await run(query, values)).rows,
    $executeRaw: async (query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) =>
      (await run(query, values)).rowCount ?? 0,
    $queryRawUnsafe: async (sql: string, ...values: unknown[]) => (await send(sql, values)).rows,
    $executeRawUnsafe: async (sql: string, ...values: unknown[]) => (await send(sql, values)).rowCount ?? 0
  }
  // Prisma's promises begin when they are awaited, and so nobody awaits them twice.
  return own as unknown as ReturnType<typeof directStatements>
}

function parameterOf (value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Prisma.Decimal) return value.toString()
  return Array.isArray(value) ? value.map(parameterOf) : value
}
