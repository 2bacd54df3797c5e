import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createJsonCheck, JsonRefused } from '../../../src/http/bodies/json-check.ts'
import { parseJson } from '../../../src/http/bodies/json.ts'
import { ServiceError } from '../../../src/shared/errors.ts'

const parse = (text: string) => parseJson(Buffer.from(text))

async function refusal (body: string | Buffer): Promise<{ code: string, path: string | undefined }> {
  try {
    await parseJson(Buffer.from(body as string))
  } catch (error) {
    if (error instanceof ServiceError) return { code: error.code, path: error.problems[0]?.path }
    throw error
  }
  throw new Error('was taken')
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

describe('accepts', () => {
  it.each([
    ['plain JSON', '{"a":[1,-2.5,true,null,"ñandú"]}', { a: [1, -2.5, true, null, 'ñandú'] }],
    ['a byte order mark', '\uFEFF{"a":1}', { a: 1 }],
    ['line breaks and tabs, escaped', String.raw`{"a":"one\n\ttwo\r\u000a"}`, { a: 'one\n\ttwo\r\n' }],
    ['a character outside the first plane, as it is and escaped', String.raw`["😀","\ud83d\ude00"]`, ['😀', '😀']],
    ['fifteen significant digits', '[123456789012345, 0.123456789012345, 12345.6789000000000]', [
      123456789012345, 0.123456789012345, 12345.6789
    ]],
    ['more digits where a double has them', '[9007199254740992, 45071992547409.93, 0.1234567890123456, 1234567890.123456]', [
      9007199254740992, 45071992547409.93, 0.1234567890123456, 1234567890.123456
    ]],
    [
      'what programs write of binary fractions',
      `[3.3000000000000003, 3.2999999999999998, 0.1000000000000000055511151231257827, 1e-400, 0.${'0'.repeat(350)}1]`,
      [3.3000000000000003, 3.3, 0.1, 0, 0]
    ],
    [
      'a number that a double would change as the text of its digits, also beside others',
      '{"a":[9007199254740993,1, -12345678901234.5678 ],"b":1e400}',
      { a: ['9007199254740993', 1, '-12345678901234.5678'], b: '1e400' }
    ],
    ['a megabyte of zeros between two ones', `[1${'0'.repeat(1_000_000)}1]`, [`1${'0'.repeat(1_000_000)}1`]],
    ['round numbers, however long', '[1000000000000000000000, 1e21, 0.000, -0.0e10]', [1e21, 1e21, 0, -0]],
    ['the same member in different objects', '[{"a":{"a":1}},{"a":2}]', [{ a: { a: 1 } }, { a: 2 }]],
    ['a string that looks like trouble', String.raw`{"a":"{\"a\":1,\"a\":1e999}"}`, { a: '{"a":1,"a":1e999}' }],
    ['12 levels', nested(12), JSON.parse(nested(12))]
  ])('%s', async (_name, text, value) => {
    expect(await parse(text)).toEqual(value)
  })

  it('an empty body as no body', async () => {
    expect(await parseJson(Buffer.alloc(0))).toBeUndefined()
  })
})

describe('refuses, with the position', () => {
  it.each([
    ['13 levels', nested(13), 'JSON_TOO_DEEP', '[0]'.repeat(12)],
    ['100,000 nested arrays', nested(100_000), 'JSON_TOO_DEEP', expect.any(String)],
    ['20,000 nested objects', '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000), 'JSON_TOO_DEEP', expect.any(String)],
    [
      'a member twice', '{"payload":{"details":[{},{"quantity":1,"quantity":2}]}}', 'JSON_DUPLICATE_MEMBER',
      'payload.details[1].quantity'
    ],
    ['a member twice, once escaped', String.raw`{"quantity":1,"\u0071uantity":2}`, 'JSON_DUPLICATE_MEMBER', 'quantity'],
    ['__proto__', '{"a":{"__proto__":{}}}', 'JSON_FORBIDDEN_MEMBER', 'a.__proto__'],
    ['__proto__, escaped', String.raw`{"\u005f_proto__":{}}`, 'JSON_FORBIDDEN_MEMBER', '__proto__'],
    ['constructor', '{"constructor":1}', 'JSON_FORBIDDEN_MEMBER', 'constructor'],
    ['prototype', '{"prototype":1}', 'JSON_FORBIDDEN_MEMBER', 'prototype'],
    ['NUL, escaped', String.raw`{"a":["x","\u0000"]}`, 'BODY_HAS_CONTROL_CHARACTERS', 'a[1]'],
    ['NUL, as it is', '{"a":"\0"}', 'BODY_HAS_CONTROL_CHARACTERS', 'a'],
    ['an unescaped line break in a string', '{"a":"one\ntwo"}', 'BODY_HAS_CONTROL_CHARACTERS', 'a'],
    ['a bell, escaped', String.raw`{"a":"\u0007"}`, 'BODY_HAS_CONTROL_CHARACTERS', 'a'],
    ['a backspace', String.raw`{"a":"\b"}`, 'BODY_HAS_CONTROL_CHARACTERS', 'a'],
    ['the first half of a character', String.raw`{"a":"\ud83d"}`, 'BODY_HAS_CONTROL_CHARACTERS', 'a'],
    ['the second half of a character', String.raw`{"a":"\ude00"}`, 'BODY_HAS_CONTROL_CHARACTERS', 'a'],
    ['two first halves', String.raw`{"a":"\ud83d\ud83d"}`, 'BODY_HAS_CONTROL_CHARACTERS', 'a']
  ])('%s', async (_name, text, code, path) => {
    expect(await refusal(text)).toEqual({ code, path })
  })

  it.each([
    ['Latin-1', Buffer.from('{"a":"ñ"}', 'latin1')],
    ['UTF-16', Buffer.from('\uFEFF{"a":1}', 'utf16le')],
    ['a surrogate in UTF-8', Buffer.from([0x22, 0xED, 0xA0, 0x80, 0x22])],
    ['an overlong NUL', Buffer.from([0x22, 0xC0, 0x80, 0x22])]
  ])('%s bytes as no UTF-8', async (_name, body) => {
    expect((await refusal(body)).code).toBe('BODY_NOT_UTF8')
  })

  it.each([
    '{"a":1,}', '{a:1}', '[1', '"', '"\\', '"\\uZZZZ"', 'NaN', '[01]', '{"a":1 "b":2}', ']]]', '}{', '-', '1e',
    '[1.2.3]', '\0', 'nul', '{12345678901234567890:1}', '[01234567890123456789]', '[1234567890123456789.]'
  ])('%j as malformed', async (text) => {
    expect((await refusal(text)).code).toBe('JSON_MALFORMED')
  })
})

describe('agrees with JSON.parse', () => {
  const name = fc.string({ maxLength: 8 }).filter((text) => !['__proto__', 'constructor', 'prototype'].includes(text))
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 }, fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean(), fc.constant(null), tie('array'),
      tie('object')
    ),
    array: fc.array(tie('any'), { maxLength: 4 }),
    object: fc.dictionary(name, tie('any'), { maxKeys: 4 })
  })).any

  it('on every value without control characters', async () => {
    await fc.assert(fc.asyncProperty(value, fc.boolean(), async (anything, spaced) => {
      const text = JSON.stringify(anything, null, spaced ? 2 : 0)
      fc.pre(!/\\[bf]|\\u/.test(text))
      expect(await parse(text)).toEqual(JSON.parse(text))
    }), { numRuns: 300 })
  })

  it('never crashes otherwise, and never accepts what JSON.parse refuses', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: fc.constantFrom(...'{}[],:"\\u0019-+.eEntf \n'), maxLength: 40 }), async (text) => {
        let expected: unknown
        try {
          expected = text === '' ? undefined : JSON.parse(text)
        } catch {
          expected = 'refused'
        }
        let actual: unknown
        try {
          actual = await parse(text)
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceError)
          actual = 'refused'
        }
        if (actual !== 'refused') expect(actual).toEqual(expected)
      }),
      { numRuns: 2000 }
    )
  })
})

describe('a large body', () => {
  it('is parsed alike, wherever it is interrupted', () => {
    const hostile = fc.string({ unit: fc.constantFrom(...'{}[],:"\\u0019-+.eE \n'), maxLength: 60 })
    fc.assert(fc.property(hostile, fc.integer({ min: 1, max: 7 }), (text, stretch) => {
      expect(judged(text, stretch)).toEqual(judged(text, Infinity))
    }), { numRuns: 1000 })
  })
})

function judged (text: string, stretch: number): string {
  const check = createJsonCheck(text)
  try {
    while (!check.advance(stretch));
    return 'taken'
  } catch (error) {
    return error instanceof JsonRefused ? `${error.code} ${error.path}` : (error as Error).message
  }
}
