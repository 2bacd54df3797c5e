/**
 * Writes openapi/openapi.json from the registered operations, and openapi-3.0.json for tools that do not read 3.1. With
 * --check, fails when a file is out of date.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { inOpenApi30 } from '../http/openapi/older-version.ts'
import { contractText } from './contract.ts'

const current = await contractText()
const older = `${JSON.stringify(inOpenApi30(JSON.parse(current) as object), null, 2)}\n`

for (const [name, text] of [['openapi.json', current], ['openapi-3.0.json', older]] as const) {
  const path = new URL(`../../openapi/${name}`, import.meta.url)
  if (!process.argv.includes('--check')) {
    await writeFile(path, text)
  } else if (await readFile(path, 'utf8').catch(() => '') !== text) {
    process.stderr.write(`openapi/${name} is out of date: run npm run openapi and review the difference.\n`)
    process.exitCode = 1
  }
}
