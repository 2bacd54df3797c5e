/**
 * Writes schema.d.ts, the types of the API, from openapi/openapi.json; with --check, only tells whether the committed
 * one agrees.
 */
import { readFile, writeFile } from 'node:fs/promises'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import ts from 'typescript'

const contract = new URL('../../openapi/openapi.json', import.meta.url)
const path = new URL('schema.d.ts', import.meta.url)

// Examples are for the reference; as comments between the types they would be half of the file.
const document = JSON.parse(
  await readFile(contract, 'utf8'), (key, value: unknown) => key === 'example' ? undefined : value
) as OpenAPI3
const blob = ts.factory.createTypeReferenceNode('Blob')
const types = await openapiTS(document, { transform: ({ format }) => format === 'binary' ? blob : undefined })
const current = `// Generated from openapi/openapi.json by npm run client.\n${astToString(types)}`

if (process.argv.includes('--check')) {
  const committed = await readFile(path, 'utf8').catch(() => '')
  if (committed !== current) {
    process.stderr.write(
      'clients/typescript/schema.d.ts does not agree with openapi/openapi.json: run npm run client.\n'
    )
    process.exitCode = 1
  }
} else {
  await writeFile(path, current)
}
