import { withClient } from './connection.mjs'

const commands = {
  'can-connect-to-database': (url) => withClient(url, (client) => client.query('select 1')),
  'create-database': (url) => onServer(url, (name) => `create database ${name}`),
  'drop-database': async (url) => {
    await onServer(url, (name) => `drop database if exists ${name} with (force)`)
    log('INFO', { message: 'The database was successfully dropped' })
  }
}

// SQLSTATE or system error -> the code that Prisma documents for it; P1010 (access denied) covers the rest.
const prismaCodes = { '3D000': 'P1003', ECONNREFUSED: 'P1001', '28P01': 'P1000' }

/**
 * Runs one `schema-engine cli <command>` and gives its exit code.
 *
 * @param {string} name
 * @param {string} url
 * @returns {Promise<number>}
 */
export async function runCommand (name, url) {
  try {
    if (!commands[name]) throw new Error(`unknown command ${name}`)
    await commands[name](url)
    return 0
  } catch (error) {
    log('ERROR', { message: error.message, error_code: prismaCodes[error.code] ?? 'P1010' })
    return 1
  }
}

/** The database that a connection URL names. */
export function databaseName (url) {
  return decodeURIComponent(new URL(url).pathname.slice(1))
}

function onServer (url, statement) {
  const server = new URL(url)
  server.pathname = '/postgres'
  const quoted = `"${databaseName(url).replaceAll('"', '""')}"`
  return withClient(server.toString(), (client) => client.query(statement(quoted)))
}

// The CLI skips the first line of stderr and parses every later one, so a record begins with the line break and ends
// without.
function log (level, fields) {
  process.stderr.write(`\n${JSON.stringify({ level, target: 'schema_engine::logger', fields })}`)
}
