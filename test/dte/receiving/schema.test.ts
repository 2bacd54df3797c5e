import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { schemaProblem } from '../../../src/dte/receiving/schema.ts'
import { parseReceived } from '../../../src/dte/xml/received.ts'
import { createSigning } from '../../support/signing.ts'
import { type IssuedType, sampleDocument } from '../../support/tax-documents.ts'
import { hasTool, withFiles } from '../../support/tools.ts'

const schemas = fileURLToPath(new URL('../../../../shared/sii/xsd/', import.meta.url))
const hasXmllint = hasTool('xmllint', '--version') && existsSync(schemas)
const signing = createSigning({ keyBits: 1024 })
const types: IssuedType[] = [33, 34, 43, 46, 52, 56, 61, 110, 111, 112]

async function documentOf (type: IssuedType): Promise<string> {
  return (await signing.issue(sampleDocument(type), 7)).xml.toString('latin1')
}

function problemIn (text: string) {
  const xml = parseReceived(Buffer.from(text, 'latin1'))
  if ('problem' in xml) throw new Error(xml.problem)
  try {
    return schemaProblem(xml.root, 'DTE')
  } finally {
    xml.dispose()
  }
}

/** The names of those that xmllint finds valid against the SII's own schema. */
function validOnes (files: Record<string, string>): string[] {
  const encoded = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text, 'latin1')]))
  return withFiles(encoded, (path) => {
    const paths = Object.keys(files).map(path)
    const { stderr } = spawnSync(
      'xmllint', ['--noout', '--nonet', '--schema', `${schemas}DTE_v10.xsd`, ...paths],
      { encoding: 'utf8', maxBuffer: 2 ** 28 }
    )
    return Object.keys(files).filter((name) => stderr.includes(`${path(name)} validates\n`))
  })
}

/** Every leaf of the document proper, with what can go wrong there. */
function * spoilt (text: string): Generator<[string, string]> {
  const end = text.indexOf('<Signature')
  const leaves = Array.from(text.slice(0, end).matchAll(/<(\w+)(?: [^>]*)?>([^<]*)<\/\1>/g))
  for (const [index, { 0: whole, 1: name = '', 2: value = '', index: at }] of leaves.entries()) {
    const put = (replacement: string) => text.slice(0, at) + replacement + text.slice(at + whole.length)
    const withValue = (other: string) => put(whole.replace(`>${value}<`, `>${other}<`))
    const next = leaves[index + 1]
    yield [`${name} removed`, put('')]
    yield [`${name} twice`, put(whole + whole)]
    yield [`${name} empty`, withValue('')]
    yield [`${name} with letters`, withValue(`${value}xx`)]
    // xmllint passes over what is no character of base64.
    if (!['M', 'E', 'FRMA', 'FRMT'].includes(name)) yield [`${name} negative`, withValue(`-${value}`)]
    yield [`${name} long`, withValue(value.repeat(30))]
    yield [`${name} zero`, withValue('0')]
    yield [`${name} with decimals`, withValue(`${value}.12345678`)]
    if (next?.index === at + whole.length) yield [`${name} after the next`, put('').replace(next[0], next[0] + whole)]
  }
}

it('is passed by documents of every type', async () => {
  for (const type of types) expect(problemIn(await documentOf(type)), String(type)).toBeUndefined()
})

it('names the element that is missing, misplaced, repeated, or has a value that it cannot have', async () => {
  const text = await documentOf(33)
  const codeOf = (from: RegExp, to: string) => {
    expect(text).toMatch(from)
    return problemIn(text.replace(from, to))
  }
  expect(codeOf(/<RznSoc>[^<]*<\/RznSoc>/, '')).toEqual({
    code: 'ELEMENT_MISSING: Documento/Encabezado/Emisor/RznSoc', outcome: 'failed'
  })
  expect(codeOf(/(<RUTEmisor>[^<]*<\/RUTEmisor>)(<RznSoc>[^<]*<\/RznSoc>)/, '$2$1')?.code)
    .toBe('ELEMENT_MISPLACED: Documento/Encabezado/Emisor/RUTEmisor')
  expect(codeOf(/(<RznSoc>[^<]*<\/RznSoc>)/, '$1$1')?.code).toBe('ELEMENT_REPEATED: Documento/Encabezado/Emisor/RznSoc')
  expect(codeOf(/<MntTotal>/, '<MntTotal>-')?.code).toBe('VALUE_WRONG: Documento/Encabezado/Totales/MntTotal')
  expect(codeOf(/<Documento ID="[^"]*"/, '<Documento')?.code).toBe('ATTRIBUTE_WRONG: Documento@ID')
})

it('only warns of an element that it does not know, which a later version of the schema may have', async () => {
  const text = (await documentOf(33)).replace('<Totales>', '<Nuevo>1</Nuevo><Totales>')

  expect(problemIn(text)).toEqual({ code: 'ELEMENT_UNKNOWN: Documento/Encabezado/Nuevo', outcome: 'warning' })
})

it.skipIf(!hasXmllint).each<IssuedType>([33, 43, 110])('agrees with xmllint and the official schema on spoilt copies of type %i', { tags: 'slow', timeout: 60_000 }, async (type) => {
  const files: Record<string, string> = {}
  for (const [what, text] of spoilt(await documentOf(type))) files[`${what}.xml`.replaceAll(' ', '-')] = text
  const ours = Object.keys(files).filter((name) => problemIn(files[name] ?? '') === undefined)

  expect(Object.keys(files).length).toBeGreaterThan(200)
  expect(ours).toEqual(validOnes(files))
})
