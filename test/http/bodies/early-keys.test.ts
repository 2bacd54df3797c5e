import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findTenantKeys } from '../../../src/http/bodies/early-keys.ts'

const keys = { tenantCode: 'andes', accessKey: 'ak_test_1', secretKey: 'sk_1' }
const find = (text: string) => findTenantKeys(Buffer.from(text))

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', 'ñ', '😀', 'tenantCode', '/'),
    fc.string({ unit: 'grapheme-ascii', maxLength: 1 })
  ),
  maxLength: 12
})
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 }, fc.integer(), fc.boolean(), fc.constant(null), text, fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(text, fc.constantFrom('tenantCode', 'accessKey', 'secretKey')), tie('any'), { maxKeys: 3 })
  )
})).any

describe('the keys in a text', () => {
  it('are those that JSON.parse finds, wherever they stand and however they are written', () => {
    fc.assert(
      fc.property(
        fc.record({ tenantCode: text, accessKey: text, secretKey: text, payload: value, note: value }),
        fc.shuffledSubarray(['tenantCode', 'accessKey', 'secretKey', 'payload', 'note'], { minLength: 5 }),
        fc.constantFrom(undefined, 2),
        fc.boolean(),
        (body, order, spaces, isEscaped) => {
          const plain = JSON.stringify(
            Object.fromEntries(order.map((name) => [name, body[name as keyof typeof body]])), null, spaces
          )
          const written = isEscaped ? plain.replaceAll('Key"', '\\u004bey"').replaceAll('/', '\\/') : plain

          expect(find(written)).toEqual({
            tenantCode: body.tenantCode, accessKey: body.accessKey, secretKey: body.secretKey
          })
        }
      ),
      { numRuns: 500 }
    )
  })

  it.each([
    ['one is missing', '{"tenantCode":"a","accessKey":"b"}'],
    ['one is no text', '{"tenantCode":"a","accessKey":"b","secretKey":5}'],
    ['they stand further in', JSON.stringify({ payload: keys })],
    ['they stand in a list', JSON.stringify(['tenantCode', 'a', 'accessKey', 'b', 'secretKey', 'c'])],
    ['they are values', JSON.stringify({ a: 'tenantCode', b: 'accessKey', c: 'secretKey' })],
    ['one is too long', JSON.stringify({ ...keys, secretKey: 'x'.repeat(2000) })],
    ['there is nothing', ''],
    ['a text has no end', '{"tenantCode":"a'],
    ['an escape is none', String.raw`{"tenantCode":"\x","accessKey":"b","secretKey":"c"}`]
  ])('are not found where %s', (_what, written) => {
    expect(find(written)).toBeUndefined()
  })

  it('are the first of each name, and found in what is no JSON', () => {
    expect(find(`${JSON.stringify(keys).slice(0, -1)},"accessKey":"other"`)).toEqual(keys)
    expect(find(`${JSON.stringify(keys).slice(0, -1)},,,`)).toEqual(keys)
  })
})
