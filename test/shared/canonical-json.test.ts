import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../src/shared/canonical-json.ts'

describe('canonical JSON', () => {
  it('is equivalent to the JSON, for any names', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }))
  })

  it('sorts names by code units, in objects with few members and with many', () => {
    const names = fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1 }).filter((name) => name !== '__proto__'), { maxLength: 60 })
    fc.assert(fc.property(names, (members) => {
      const text = canonicalJson(Object.fromEntries(members.map((name) => [name, 1])))
      expect(text).toBe(`{${[...members].sort().map((name) => `${JSON.stringify(name)}:1`).join(',')}}`)
    }))
  })

  it('omits members without a value', () => {
    expect(canonicalJson({ b: undefined, a: [{ c: undefined }], 'a b': null })).toBe('{"a":[{}],"a b":null}')
  })
})
