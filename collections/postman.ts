/**
 * Writes the Postman collection from the .http files, so that both have the same requests. With --check it writes
 * nothing, and fails when the committed file is out of date.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { requestsIn, type CollectedRequest } from './http-file.ts'

const folder = new URL('.', import.meta.url)
const target = new URL('timbre.postman_collection.json', folder)

export interface PostmanItem {
  name: string
  event: { listen: 'test', script: { type: 'text/javascript', exec: string[] } }[]
  request: {
    method: string
    header: { key: string, value: string }[]
    url: string
    body?: { mode: 'raw', raw: string }
  }
}

export interface PostmanCollection {
  info: { name: string, description: string, schema: string }
  item: { name: string, item: PostmanItem[] }[]
}

// {{login.response.body.$.result.accessToken}} and {{caf.response.body.*}}
const reference = /\{\{(\w+)\.response\.body\.(\*|\$\.([\w.]+))\}\}/g

/** Postman has no named requests: their values are stored in variables, such as login_result_accessToken. */
function variableOf (name: string, path: string | undefined): string {
  return `${name}_${(path ?? 'body').replaceAll('.', '_')}`
}

function inPostman (text: string): string {
  return text.replaceAll(reference, (_whole, name: string, _expression, path: string | undefined) =>
    `{{${variableOf(name, path)}}}`)
}

/** What later requests read of the answer to this one. */
function capturesOf (name: string | undefined, text: string): string[] {
  const captures = Array.from(text.matchAll(reference)).filter(([, named]) => named === name)
    .map(([, named = '', , path]) => path === undefined
      ? `pm.collectionVariables.set('${variableOf(named, path)}', pm.response.text())`
      : `pm.collectionVariables.set('${variableOf(named, path)}', pm.response.json().${path})`)
  return Array.from(new Set(captures))
}

function itemOf (request: CollectedRequest, text: string): PostmanItem {
  const { title, name, method, url, headers, body, expected: { status, errorCode } } = request
  const isForm = Object.values(headers).some((value) => value.startsWith('multipart/'))
  const exec = [
    `pm.test('answers ${status}${errorCode === '' ? '' : ` ${errorCode}`}', () => {`,
    `  pm.response.to.have.status(${status})`,
    ...(errorCode === '' ? [] : [`  pm.expect(pm.response.json().errorCode).to.equal('${errorCode}')`]),
    '})',
    ...capturesOf(name, text)
  ]
  return {
    name: title,
    event: [{ listen: 'test', script: { type: 'text/javascript', exec } }],
    request: {
      method,
      header: Object.entries(headers).map(([key, value]) => ({ key, value: inPostman(value) })),
      url: inPostman(url),
      // Parts of a form are set apart by CR LF (RFC 2046, 5.1.1).
      ...(body === undefined ? {} : { body: { mode: 'raw', raw: inPostman(isForm ? body.replaceAll('\n', '\r\n') : body) } })
    }
  }
}

function collection (): PostmanCollection {
  const files = readdirSync(folder).filter((name) => name.endsWith('.http')).sort()
  return {
    info: {
      name: 'Timbre',
      description: 'A request for each operation; send those of a folder from the top. Generated from the .http files.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
    },
    item: files.map((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8')
      return { name: file.replace('.http', ''), item: requestsIn(text).map((request) => itemOf(request, text)) }
    })
  }
}

const current = `${JSON.stringify(collection(), null, 2)}\n`
if (!process.argv.includes('--check')) {
  writeFileSync(target, current)
} else if (readFileSync(target, 'utf8') !== current) {
  process.stderr.write('collections/timbre.postman_collection.json is out of date: run npm run postman.\n')
  process.exitCode = 1
}
