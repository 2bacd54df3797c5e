import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readElements, type ElementLimits } from '../../../src/http/bodies/json-elements.ts'

const limits: ElementLimits = { member: 'invoices', maxBytes: 1_000_000, maxElementBytes: 10_000, maxRestBytes: 1000 }

async function * cut (bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** The elements and the rest of a text that comes in pieces. */
async function read (
  text: string | Buffer, { size = 7, ...changed }: Partial<ElementLimits> & { size?: number } = {}
): Promise<{ elements: unknown[], rest: unknown }> {
  const bytes = cut(Buffer.from(text as string), size)
  const { elements, rest } = readElements(bytes, { ...limits, ...changed })
  const found: unknown[] = []
  for await (const element of elements) found.push(element)
  return { elements: found, rest: await rest() }
}

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', ':', 'ñ', '漢', '\u{1F600}', 'invoices'),
    fc.string({ unit: 'grapheme-ascii', maxLength: 1 })
  ),
  maxLength: 8
})
// JSON has no -0, and some names are refused everywhere (strict-body.ts).
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 }, fc.integer(), fc.boolean(), fc.constant(null), text, fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(text.filter((name) => name !== '__proto__'), tie('any'), { maxKeys: 3 })
  )
})).any

describe('the elements of a list', () => {
  it('equal those of JSON.parse, for any chunking and spacing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(value, { maxLength: 6 }),
        value,
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(undefined, 0, 2),
        fc.boolean(),
        async (invoices, name, size, spaces, isFirst) => {
          const whole = isFirst ? { invoices, name } : { name, invoices }

          expect(await read(JSON.stringify(whole, null, spaces), { size })).toEqual({
            elements: JSON.parse(JSON.stringify(invoices)), rest: JSON.parse(JSON.stringify({ ...whole, invoices: [] }))
          })
        }
      ),
      // Names of one and of two backslashes: the first is written as the second is.
      { numRuns: 300, examples: [[[{ a: { '\\': false, '\\\\': [] } }], '', 1, undefined, false]] }
    )
  })

  it.each([
    ['no element', '{"invoices":[]}', [], { invoices: [] }],
    ['no element but blanks', '{"invoices":[ \n ]}', [], { invoices: [] }],
    ['no list', '{"name":"a"}', [], { name: 'a' }],
    ['a list of that name further in', '{"other":{"invoices":[1]},"invoices":[2]}', [2], {
      other: { invoices: [1] }, invoices: []
    }],
    ['a value of that name', '{"name":"invoices","other":[1]}', [], { name: 'invoices', other: [1] }],
    ['another kind of value', '{"invoices":{"a":[1]}}', [], { invoices: { a: [1] } }],
    ['a mark of the byte order', '\uFEFF{"invoices":[1]}', [1], { invoices: [] }],
    ['an empty text', '', [], undefined]
  ])('with %s', async (_name, body, elements, rest) => {
    expect(await read(body)).toEqual({ elements, rest })
  })

  it.each([
    ['two commas', '{"invoices":[1,,2]}'],
    ['a comma first', '{"invoices":[,1]}'],
    ['a comma last', '{"invoices":[1,]}'],
    ['no comma', '{"invoices":[1 2]}'],
    ['no end', '{"invoices":[1'],
    ['half an element', '{"invoices":[{"a":1,'],
    ['brackets of two kinds', '{"invoices":[{"a":1]]}'],
    ['a brace for the end', '{"invoices":[1}}'],
    ['no colon', '{"invoices"[1]}'],
    ['two lists', '{"invoices":[1][2]}'],
    ['another text after it', '{"invoices":[1]}{}'],
    ['no quotation mark at the end', '{"invoices":["a]}']
  ])('with %s are refused', async (_name, body) => {
    for (const size of [1, 5, 1000]) {
      await expect(read(body, { size })).rejects.toMatchObject({ code: 'JSON_MALFORMED' })
    }
  })

  it('report errors with their position', async () => {
    await expect(read('{"invoices":[1,{"a":tru}]}')).rejects.toMatchObject({
      code: 'JSON_MALFORMED', problems: [{ path: 'invoices[1]' }]
    })
    await expect(read('{"invoices":[1,{"a":{"b":1,"b":2}}]}')).rejects.toMatchObject({
      code: 'JSON_DUPLICATE_MEMBER', problems: [{ path: 'invoices[1].a.b' }]
    })
    await expect(read('{"invoices":[1],"invoices":[2]}')).rejects.toMatchObject({
      code: 'JSON_DUPLICATE_MEMBER', problems: [{ path: 'invoices' }]
    })
    await expect(read(Buffer.from('{"invoices":["ñ"]}', 'latin1'))).rejects.toMatchObject({ code: 'BODY_NOT_UTF8' })
  })

  it.each([
    ['the whole', { maxBytes: 100 }, `{"invoices":[${'1,'.repeat(60)}1]}`],
    ['an element', { maxElementBytes: 50 }, `{"invoices":["${'x'.repeat(60)}"]}`],
    ['the rest', { maxRestBytes: 50 }, `{"invoices":[1],"name":"${'x'.repeat(60)}"}`],
    ['a list of another name', { maxRestBytes: 50 }, `{"documents":[${'1,'.repeat(60)}1]}`],
    ['what has no end', { maxElementBytes: 50 }, `{"invoices":[${'['.repeat(60)}`]
  ])('are refused where %s is too large', async (_name, changed, body) => {
    await expect(read(body, changed)).rejects.toMatchObject({ code: 'BODY_TOO_LARGE' })
  })
})
