import { Script } from 'node:vm'
import type { PostmanItem } from '../../collections/postman.ts'

/** Fills `{{name}}` in. Throws for a variable without a value. */
function filled (text: string, variables: Record<string, string>): string {
  return text.replaceAll(/\{\{([^}]+)\}\}/g, (_whole, name: string) => {
    const value = name === '$guid' ? crypto.randomUUID() : variables[name]
    if (value === undefined) throw new Error(`{{${name}}} has no value.`)
    return value
  })
}

/** Sends a request as Postman does, and runs its script with what the script uses of `pm`. Throws when a test fails. */
export async function sendItem (
  { request, event }: PostmanItem, variables: Record<string, string>, more: Record<string, string> = {}
): Promise<void> {
  const { method, header, url, body } = request
  const isForm = header.some(({ value }) => value.startsWith('multipart/'))
  const response = await fetch(filled(url, variables), {
    method,
    headers: { ...Object.fromEntries(header.map(({ key, value }) => [key, filled(value, variables)])), ...more },
    ...(body && { body: Buffer.from(filled(body.raw, variables), isForm ? 'latin1' : 'utf8') })
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const text = bytes.toString(response.headers.get('content-type')?.includes('json') ? 'utf8' : 'latin1')
  const equal = (actual: unknown, expected: unknown): void => {
    if (actual !== expected) throw new Error(`${method} ${url}: ${String(actual)}, not ${String(expected)}: ${text.slice(0, 500)}`)
  }
  const pm = {
    test: (_name: string, check: () => void) => { check() },
    expect: (actual: unknown) => ({ to: { equal: (expected: unknown) => { equal(actual, expected) } } }),
    response: {
      text: () => text, json: (): unknown => JSON.parse(text),
      to: { have: { status: (status: number) => { equal(response.status, status) } } }
    },
    collectionVariables: { set: (name: string, value: string) => { variables[name] = value } }
  }
  for (const { script } of event) new Script(script.exec.join('\n')).runInNewContext({ pm })
}
