/**
 * Lints both files of the contract with Redocly's recommended rules; an error, not a warning, fails. Nothing is
 * fetched.
 * Constants that are listed as alternatives fail, too: generators make a type of each.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createConfig, formatProblems, getTotals, lint } from '@redocly/openapi-core'
import { alternativeConstants } from '../src/http/openapi/json-schema.ts'

const config = await createConfig({ extends: ['recommended'] })

async function lintFile (name: string): Promise<number> {
  const ref = fileURLToPath(new URL(name, import.meta.url))
  const problems = await lint({ ref, config })
  const totals = getTotals(problems)
  if (problems.length > 0) formatProblems(problems, { format: 'stylish', version: '', totals })
  process.stdout.write(`${name}: ${totals.errors} errors, ${totals.warnings} warnings\n`)
  const alternatives = alternativeConstants(JSON.parse(await readFile(ref, 'utf8')))
  for (const path of alternatives) process.stdout.write(`${path}: write the constants as one enum\n`)
  return totals.errors + alternatives.length
}

const errors = await lintFile('openapi.json') + await lintFile('openapi-3.0.json')
process.exitCode = errors === 0 ? 0 : 1
