/**
 * Lints the contract, and what the server makes of it in OpenAPI 3.0, with Redocly's recommended rules; an error, not a
 * warning, fails. Nothing is fetched. Constants that are listed as alternatives fail, too: generators make a type of
 * each.
 */
import { readFile } from 'node:fs/promises'
import { createConfig, formatProblems, getTotals, lintFromString } from '@redocly/openapi-core'
import { alternativeConstants } from '../src/http/openapi/json-schema.ts'
import { inOpenApi30 } from '../src/http/openapi/older-version.ts'

const config = await createConfig({ extends: ['recommended'] })

async function lintContract (name: string, contract: object): Promise<number> {
  const problems = await lintFromString({ source: JSON.stringify(contract), absoluteRef: name, config })
  const totals = getTotals(problems)
  if (problems.length > 0) formatProblems(problems, { format: 'stylish', version: '', totals })
  process.stdout.write(`${name}: ${totals.errors} errors, ${totals.warnings} warnings\n`)
  const alternatives = alternativeConstants(contract)
  for (const path of alternatives) process.stdout.write(`${path}: write the constants as one enum\n`)
  return totals.errors + alternatives.length
}

const contract = JSON.parse(await readFile(new URL('openapi.json', import.meta.url), 'utf8')) as object
const errors = await lintContract('openapi.json', contract) +
  await lintContract('openapi-3.0.json', inOpenApi30(contract))
process.exitCode = errors === 0 ? 0 : 1
