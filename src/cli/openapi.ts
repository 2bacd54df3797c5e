/** Writes openapi/openapi.json from the registered operations. With --check, fails when the file is out of date. */
import { readFile, writeFile } from 'node:fs/promises'
import { contractText } from './contract.ts'

const path = new URL('../../openapi/openapi.json', import.meta.url)
const current = await contractText()

if (process.argv.includes('--check')) {
  const committed = await readFile(path, 'utf8').catch(() => '')
  if (committed !== current) {
    process.stderr.write(
      'openapi/openapi.json is out of date: run npm run openapi and review the difference.\n'
    )
    process.exitCode = 1
  }
} else {
  await writeFile(path, current)
}
