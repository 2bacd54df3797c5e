import { createRequire } from 'node:module'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { describedApp } from '../../../src/cli/contract.ts'
import { enveloped, envelopedBoolean, timestamp } from '../../../src/http/envelope.ts'
import { serializerCompiler } from '../../../src/http/openapi/serialization.ts'

// What fast-json-stringify makes for a schema with alternatives.
const Validator = createRequire(import.meta.url)('fast-json-stringify/lib/validator.js') as {
  prototype: { addSchema: () => void }
}

const write = (schema: z.ZodType, value: unknown) =>
  serializerCompiler({ schema, method: 'GET', url: '/' } as never)(value)

const status = z.union([z.literal(1), z.literal(2)]).meta({ id: 'TestEnumStatus', 'x-enum-varnames': ['One', 'Two'] })
const named = z.object({ id: z.uuid(), status }).meta({ id: 'TestNamed' })
const everything = z.object({
  id: z.string(),
  amount: z.number(),
  count: z.int(),
  at: timestamp,
  nothing: z.string().nullable(),
  none: z.object({ a: z.int() }).nullable(),
  noDate: z.date().nullable(),
  noName: named.nullable(),
  noStatus: status.nullable(),
  absent: z.string().optional(),
  kind: z.enum(['a', 'b']),
  status,
  named,
  list: z.array(named),
  open: z.record(z.string(), z.unknown()),
  anything: z.unknown(),
  format: z.string(),
  pattern: z.string().regex(/^x/)
})

const value = {
  id: 'a "quoted" \u2028 ñ 😀',
  amount: 1234567890123.45,
  count: 3,
  at: new Date('2026-11-20T00:00:00.001Z'),
  nothing: null,
  none: null,
  noDate: null,
  noName: null,
  noStatus: null,
  kind: 'b',
  status: 2,
  named: { id: 'x', status: 1 },
  list: [{ id: 'y', status: 2 }],
  open: { deep: [{ a: null }] },
  anything: [1, 'two'],
  format: 'f',
  pattern: 'x'
}

describe('an answer', () => {
  it("equals JSON.stringify's", () => {
    expect(JSON.parse(write(everything, value))).toEqual(JSON.parse(JSON.stringify(value)))
  })

  it('contains nullable values when present', () => {
    const full = {
      ...value, nothing: 'n', none: { a: 7 }, noDate: new Date(0), noName: { id: 'z', status: 1 }, noStatus: 1,
      absent: 'here'
    }

    expect(JSON.parse(write(everything, full))).toEqual(JSON.parse(JSON.stringify(full)))
  })

  it('omits members that its schema does not declare, at every depth', () => {
    const leaking = {
      ...value, secret: 's', named: { ...value.named, secret: 's' }, list: [{ id: 'y', status: 2, secret: 's' }],
      noName: { ...value.named, secret: 's' }
    }

    expect(write(everything, leaking)).not.toContain('secret')
  })

  it('keeps decimals of a number that its schema declares as an integer', () => {
    expect(write(z.object({ count: z.int() }), { count: 2.5 })).toBe('{"count":2.5}')
  })

  it('without a required member is a server error', () => {
    expect(() => write(z.object({ id: z.string() }), {})).toThrow(/required/)
  })
})

describe('no answer of the contract', () => {
  it('has alternatives, which would be compiled on first use', async () => {
    const built = vi.spyOn(Validator.prototype, 'addSchema')
    const app = await describedApp()
    onTestFinished(() => app.close())

    expect(built).not.toHaveBeenCalled()
    serializerCompiler({ schema: z.union([z.string(), z.int()]), method: 'GET', url: '/' } as never)
    expect(built).toHaveBeenCalled()
  })
})

describe('a wrapper', () => {
  it("has the specification's name, once", () => {
    const schema = z.object({ id: z.uuid() })
    const answer = enveloped('TestOnce', schema)

    expect(z.globalRegistry.get(answer.content['text/plain'].schema)?.id).toBe('TestOnceResponseWrapper')
    expect(enveloped('TestOnce', schema)).toBe(answer)
    expect(() => enveloped('TestOnce', z.object({}))).toThrow('TestOnceResponseWrapper')
    expect(z.globalRegistry.get(envelopedBoolean.content['application/json'].schema)?.id).toBe('BooleanResponseWrapper')
  })
})
