/**
 * Writes schema.d.ts, the types of the API, from openapi/openapi.json. With --check it writes nothing, and fails when
 * the committed file is out of date.
 */
import { readFile, writeFile } from 'node:fs/promises'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import ts from 'typescript'

const contract = new URL('../../openapi/openapi.json', import.meta.url)
const path = new URL('schema.d.ts', import.meta.url)

// As comments between the types, the examples would be half of the file. text/plain and text/json have the type of
// application/json.
const document = JSON.parse(
  await readFile(contract, 'utf8'),
  (key, value: unknown) => ['example', 'text/plain', 'text/json'].includes(key) ? undefined : value
) as OpenAPI3
const blob = ts.factory.createTypeReferenceNode('Blob')
const types = await openapiTS(document, { transform: ({ format }) => format === 'binary' ? blob : undefined })
const current = `// Generated from openapi/openapi.json by npm run client.\n${astToString(types)}`

if (process.argv.includes('--check')) {
  const committed = await readFile(path, 'utf8').catch(() => '')
  if (committed !== current) {
    process.stderr.write(
      'clients/typescript/schema.d.ts is out of date with openapi/openapi.json: run npm run client.\n'
    )
    process.exitCode = 1
  }
} else {
  await writeFile(path, current)
}
