/**
 * Prints the notes of a release, from CHANGELOG.md; ends with 1 if the tag is not that of the newest version.
 *
 *   node ops/release/notes.ts v1.0.0 https://github.com/owner/timbre
 */
import { readFileSync } from 'node:fs'
import { releaseNotes, whyNotReleased } from './changelog.ts'

const [tag = '', repository = ''] = process.argv.slice(2)
const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const { version } = JSON.parse(read('package.json')) as { version: string }
const changelog = read('CHANGELOG.md')
const reason = whyNotReleased(tag, { version, changelog })
if (reason === undefined) {
  process.stdout.write(releaseNotes(changelog, version, `${repository}/blob/${tag}`))
} else {
  console.error(reason)
  process.exitCode = 1
}
