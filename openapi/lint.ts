/** Lints openapi/openapi.json with Redocly's recommended rules; an error, not a warning, fails. Nothing is fetched. */
import { fileURLToPath } from 'node:url'
import { createConfig, formatProblems, getTotals, lint } from '@redocly/openapi-core'

const ref = fileURLToPath(new URL('openapi.json', import.meta.url))
const config = await createConfig({ extends: ['recommended'] })
const problems = await lint({ ref, config })
const totals = getTotals(problems)
if (problems.length > 0) formatProblems(problems, { format: 'stylish', version: '', totals })
process.stdout.write(`${totals.errors} errors, ${totals.warnings} warnings\n`)
process.exitCode = totals.errors === 0 ? 0 : 1
