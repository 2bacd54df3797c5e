#!/usr/bin/env node
// Stands in for Prisma's native schema-engine: the same command line, the same JSON-RPC on stdio, WebAssembly inside.
import { panics } from './engine.mjs'
import { runCommand } from './command.mjs'
import { serveRequests } from './requests.mjs'

process.on('uncaughtException', (error) => {
  // The native engine ends with 101 after a panic. The CLI then offers to send a report and, with nobody there to
  // answer, ends as if all were well; after 1 it prints the message and fails.
  const message = panics.message || error.stack
  process.stderr.write(`\n${JSON.stringify({ level: 'ERROR', target: 'schema_engine', fields: { message } })}\n`)
  process.exit(1)
})

const { version, command, url, datamodels } = readArguments(process.argv.slice(2))
if (version) {
  console.log('schema-engine-cli wasm')
} else if (command) {
  process.exit(await runCommand(command, url))
} else {
  await serveRequests({ url, datamodels })
  process.exit(0)
}

/** Every option of the native engine takes a value; those that are not known here are passed over with theirs. */
function readArguments (args) {
  const read = { version: false, command: undefined, url: undefined, datamodels: [] }
  const known = {
    '--version': () => { read.version = true },
    '--datamodels': () => { read.datamodels.push(args.shift()) },
    '--datasource': () => { read.url = JSON.parse(args.shift()).url },
    cli: () => { read.command = args.shift() }
  }
  while (args.length > 0) {
    const arg = args.shift()
    if (known[arg]) known[arg]()
    else if (arg.startsWith('--')) args.shift()
  }
  return read
}
