/**
 * Asks the registry for known vulnerabilities of the packages that are shipped, and fails on those of high or critical
 * severity that accepted.json does not name. Where the registry cannot be asked, it says so and what was known last
 * (last-audit.json, which --record writes): with --required it fails.
 */
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { verdictOf, type Acceptance, type LastAudit } from './audit-verdict.ts'

const accepted = JSON.parse(readFileSync(new URL('accepted.json', import.meta.url), 'utf8')) as Acceptance[]
const answer = await new Promise<string>((resolve) => {
  execFile('npm', ['audit', '--omit=dev', '--json'], { maxBuffer: 1 << 26 }, (_error, stdout) => { resolve(stdout) })
})
const lastFile = new URL('last-audit.json', import.meta.url)
const today = new Date().toISOString().slice(0, 10)
const { lines, exitCode, isAsked } = verdictOf(answer, {
  accepted, today, required: process.argv.includes('--required'),
  last: JSON.parse(readFileSync(lastFile, 'utf8')) as LastAudit | null
})
if (isAsked && process.argv.includes('--record')) writeFileSync(lastFile, `${JSON.stringify({ on: today, lines }, null, 2)}\n`)
for (const line of lines) console.log(line)
process.exitCode = exitCode
