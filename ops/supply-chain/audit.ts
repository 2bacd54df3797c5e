/**
 * Asks the registry for known vulnerabilities of the packages that are shipped, and fails on those of high or critical
 * severity that accepted.json does not name. Where the registry does not answer, it says so: with --required it fails.
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { verdictOf, type Acceptance } from './audit-verdict.ts'

const accepted = JSON.parse(readFileSync(new URL('accepted.json', import.meta.url), 'utf8')) as Acceptance[]
const answer = await new Promise<string>((resolve) => {
  execFile('npm', ['audit', '--omit=dev', '--json'], { maxBuffer: 1 << 26 }, (_error, stdout) => { resolve(stdout) })
})
const { lines, exitCode } = verdictOf(answer, { accepted, today: new Date().toISOString().slice(0, 10), required: process.argv.includes('--required') })
for (const line of lines) console.log(line)
process.exitCode = exitCode
