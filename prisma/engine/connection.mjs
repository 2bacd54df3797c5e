import { PrismaPg } from '@prisma/adapter-pg'
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import pg from 'pg'

/**
 * @template T
 * @param {string} url
 * @param {(client: pg.Client) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withClient (url, work) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * The driver that the engine asks for connections: adapter-pg, made fit for migrations.
 * Every connection is put into `opened`, because the engine does not end its pools by itself.
 */
export function connectionFactory (url, opened) {
  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => connect(url, opened),
    connectToShadowDb: () => connectToShadow(url, opened)
  }
}

/** For the commands that need no database: whoever tries to connect is told why that fails. */
export const noDatabase = {
  provider: 'postgres',
  adapterName: 'no database',
  connect: async () => { throw new Error('DATABASE_URL is not set') }
}

async function connect (url, opened) {
  const schema = new URL(url).searchParams.get('schema')
  const adapter = new PrismaPg({ connectionString: url, max: 4 }, schema ? { schema } : undefined)
  const connection = disposableOnce(madeFit(await adapter.connect()))
  opened.push(connection)
  return connection
}

// adapter-pg hands pg both the connection string and the shadow database's name, and in pg the string wins: the shadow
// would be the main database. Hence a URL of its own, and the shadow is dropped when the engine lets go of it.
async function connectToShadow (url, opened) {
  const name = `prisma_migrate_shadow_db_${crypto.randomUUID()}`
  await withClient(url, (client) => client.query(`create database "${name}" template template0`))
  const shadowUrl = new URL(url)
  shadowUrl.pathname = `/${name}`
  const connection = await connect(shadowUrl.toString(), opened)
  const dispose = connection.dispose
  connection.dispose = async () => {
    await dispose()
    await withClient(url, (client) => client.query(`drop database if exists "${name}" with (force)`))
  }
  return connection
}

function disposableOnce (connection) {
  const dispose = connection.dispose.bind(connection)
  let disposed
  connection.dispose = () => (disposed ??= dispose())
  return connection
}

function madeFit (connection) {
  showCharacters(connection)
  const startTransaction = connection.startTransaction?.bind(connection)
  if (startTransaction) connection.startTransaction = async (...options) => madeFit(await startTransaction(...options))

  // adapter-pg splits a script at every ";", which breaks the $$ bodies of functions: the script is sent whole, as the
  // native engine does. That makes it one transaction, in which no index can be made concurrently.
  connection.executeScript = async (script) => {
    try {
      await connection.client.query(script.replaceAll(/\bconcurrently\b/gi, ''))
    } catch (error) {
      connection.onError(error)
    }
  }
  return connection
}

const oidOfCharacter = 18
const oidOfText = 25

// The engine asks the catalogue for columns of the type "char", which adapter-pg refuses. They pass it as text and are
// named what they are afterwards, or the engine panics at the first CHECK constraint.
function showCharacters (connection) {
  const performIO = connection.performIO.bind(connection)
  const queryRaw = connection.queryRaw.bind(connection)
  const characters = new WeakMap()

  connection.performIO = async (query) => {
    const result = await performIO({ ...query, sql: fitForPostgres18(query.sql) })
    const fields = result.fields.filter((field) => field.dataTypeID === oidOfCharacter)
    characters.set(query, fields.map((field) => result.fields.indexOf(field)))
    for (const field of fields) field.dataTypeID = oidOfText
    return result
  }
  connection.queryRaw = async (query) => {
    const result = await queryRaw(query)
    for (const index of characters.get(query)) result.columnTypes[index] = ColumnTypeEnum.Character
    return result
  }
}

// PostgreSQL 18 lists NOT NULL constraints too, on which this engine panics: prisma/orm#29635, prisma-engines#5819.
const fitForPostgres18 = (sql) => sql.replace("contype NOT IN ('p', 'u', 'f')", "contype IN ('c', 'x')")
