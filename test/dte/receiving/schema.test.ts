import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { schemaProblem } from '../../../src/dte/receiving/schema.ts'
import { parseReceived } from '../../../src/dte/xml/received.ts'
import { defined } from '../../support/expecting.ts'
import { createSigning } from '../../support/signing.ts'
import { type IssuedType, sampleDocument } from '../../support/tax-documents.ts'
import { hasTool, withFiles } from '../../support/tools.ts'
import { wholeDocument } from '../../support/whole-document.ts'

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

/** What xmllint says of files against the SII's own schema. */
function lint<Result> (
  files: Record<string, string>, use: (said: string, path: (name: string) => string) => Result
): Result {
  const encoded = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text, 'latin1')]))
  return withFiles(encoded, (path) => {
    const options = ['--noout', '--nonet', '--schema', `${schemas}DTE_v10.xsd`]
    const { stderr } = spawnSync('xmllint', [...options, ...Object.keys(files).map(path)], { encoding: 'utf8', maxBuffer: 2 ** 28 })
    return use(stderr, path)
  })
}

/** The names of those that xmllint finds valid. */
function validOnes (files: Record<string, string>): string[] {
  return lint(files, (said, path) => Object.keys(files).filter((name) => said.includes(`${path(name)} validates\n`)))
}

/** The lines that xmllint finds wrong in each of several files. */
function wrongLines (texts: readonly string[]): Set<number>[] {
  return lint(Object.fromEntries(texts.entries()), (said, path) => {
    const lines = new Map(texts.map((_text, index) => [path(String(index)), new Set<number>()]))
    for (const [, file = '', line] of said.matchAll(/^(.*?):(\d+): .*error/gm)) lines.get(file)?.add(Number(line))
    return Array.from(lines.values())
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
    yield [`${name} negative`, withValue(`-${value}`)]
    yield [`${name} long`, withValue(value.repeat(30))]
    yield [`${name} zero`, withValue('0')]
    yield [`${name} with decimals`, withValue(`${value}.12345678`)]
    if (next?.index === at + whole.length) yield [`${name} after the next`, put('').replace(next[0], next[0] + whole)]
  }
}

it('accepts documents of every type', async () => {
  for (const type of types) expect(problemIn(await documentOf(type)), String(type)).toBeUndefined()
})

it('names the element that is missing, misplaced, repeated, or has an invalid value', async () => {
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

it('only warns about unknown elements, which a later version of the schema may define', async () => {
  const text = (await documentOf(33)).replace('<Totales>', '<Nuevo>1</Nuevo><Totales>')

  expect(problemIn(text)).toEqual({ code: 'ELEMENT_UNKNOWN: Documento/Encabezado/Nuevo', outcome: 'warning' })
})

it.skipIf(!hasXmllint).each<IssuedType>([33, 43, 110])('agrees with xmllint and the official schema on altered copies of type %i', { tags: 'slow', timeout: 60_000 }, async (type) => {
  const files: Record<string, string> = {}
  for (const [what, text] of spoilt(await documentOf(type))) files[`${what}.xml`.replaceAll(' ', '-')] = text
  const ours = Object.keys(files).filter((name) => problemIn(files[name] ?? '') === undefined)

  expect(Object.keys(files).length).toBeGreaterThan(200)
  expect(ours).toEqual(validOnes(files))
})

// Each is tried as the value of every leaf, whatever its type.
const forms: ((sample: string) => string)[] = [
  (sample) => ` ${sample}`, (sample) => `${sample} \n\t`, (sample) => `\r\n${sample}\r\n`, (sample) => `<!-- c -->${sample}`,
  (sample) => `<![CDATA[${sample}]]>`, (sample) => `&#${sample.charCodeAt(0)};${sample.slice(1)}`,
  ...['+', '0', '000', '+00', '-', '-0'].map((sign) => (sample: string) => sign + sample),
  ...['.', '.0', '.00', '.50', '.010', '0', 'Z', '-03:00', '+14:00', '-14:00', '+00:00', '-00:00', '+05:45', '.1', '.123456789', '.0Z', '.25-03:00', 'k', 'e0']
    .map((end) => (sample: string) => sample + end),
  ...[
    '', ' ', '\t\n', '&#160;', '0', '-0', '+0', '00', '.5', '0.5', '+.5', '00.50', '-.5', '0.01', '0.0001', '0.000001', '99.9900', '100', '100.00',
    '999.99', '12345678.99', '999999.9999', '99999999999999.9999', '00099999999999999.99990', '999999999999.999999', '9999999999999999.99',
    '9999999999', '0009999999999', '999999999999999999', '0999999999999999999', '9223372036854775807', '18446744073709551615', '1e3', 'INF', 'true',
    '2024-02-29', '2024-02-29Z', '2000-01-01', '2050-12-31-03:00', '2026-01-02T24:00:00', '2026-01-02T24:00:00.000Z', '2026-12-31T24:00:00-03:00',
    '2026-01-02T23:59:59.999', '2026-01-02T00:00:00Z', '24:00:00', '00:00:00', '23:59:59', '23:59:59.5', '10:20:30Z', '10:20:30-03:00',
    '00000001-9', '1-9', '12345678-K', '7-K', '33', '033', '+33', '043', '+110', '+01', '08', 'PESO CL', 'DOLAR USA', '271', 'CH', '$', 'AAAA', 'AA==', 'A A A =', 'QUJD\nQUJD',
    ...[1, 3, 4, 8, 10, 20, 25, 30, 35, 40, 45, 60, 70, 80, 90, 100, 255, 1000].map((length) => '&#128512;'.repeat(length))
  ].map((value) => () => value)
]

it.skipIf(!hasXmllint).each(['Documento', 'Liquidacion', 'Exportaciones'] as const)('accepts every form of a value that the official schema accepts, for every element: %s', { tags: 'slow', timeout: 120_000 }, async (branch) => {
  const [signature = ''] = /<Signature [\s\S]*<\/Signature>/.exec(await documentOf(33)) ?? []
  const { xml, leaves } = wholeDocument(branch, signature, (_leaf, sample) => sample)
  expect(leaves.length).toBeGreaterThan(100)
  expect([problemIn(xml), wrongLines([xml])]).toEqual([undefined, [new Set()]])

  // A line end in a value would move the lines below it.
  const oneLine = (text: string) => text.replaceAll('\r', '&#13;').replaceAll('\n', '&#10;')
  const all = forms.map((form) => wholeDocument(branch, signature, (_leaf, sample) => oneLine(form(sample))).xml)
  for (const [index, wrong] of wrongLines(all).entries()) {
    const form = defined(forms[index])
    const right = wholeDocument(branch, signature, ({ line }, sample) => wrong.has(line) ? sample : form(sample))
    expect.soft(problemIn(right.xml), form('1')).toBeUndefined()
  }
})
