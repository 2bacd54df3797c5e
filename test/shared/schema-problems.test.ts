import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { line } from '../../src/http/texts.ts'
import { problemsOf, said } from '../../src/shared/schema-problems.ts'
import { defined, first } from '../support/expecting.ts'

const sentenceFor = (schema: z.ZodType, value: unknown) =>
  first(problemsOf(defined(schema.safeParse(value, { reportInput: true }).error).issues)).message

describe('a problem with a value', () => {
  it.each([
    ['an empty text', z.string().min(1), '', 'must have at least 1 character', 'debe tener al menos 1 carácter'],
    ['a long text', z.string().max(3), 'four', 'must have at most 3 characters', 'debe tener a lo más 3 caracteres'],
    ['an empty list', z.array(z.int()).min(1), [], 'must have at least 1 item', 'debe tener al menos 1 elemento'],
    ['a date', z.iso.date(), '20-11-2026', 'must be a date (YYYY-MM-DD)', 'debe ser una fecha (AAAA-MM-DD)'],
    [
      'two lines', line({ max: 100 }), 'Ana\r\nBcc: x', 'must be a single line without control or invisible characters',
      'debe ser una sola línea, sin caracteres de control ni invisibles'
    ],
    [
      'a line separator', line({ max: 100 }), 'Ana\u2028Bcc',
      'must be a single line without control or invisible characters',
      'debe ser una sola línea, sin caracteres de control ni invisibles'
    ],
    [
      "a rule of the schema's own", z.string().regex(/a/, said({ en: 'must have an a', es: 'debe tener una a' })), 'b',
      'must have an a', 'debe tener una a'
    ]
  ])('is reported in both languages: %s', (_what, schema, value, en, es) => {
    expect(sentenceFor(schema, value)).toEqual({ en, es })
  })

  it("has messages in both languages in every group's schema", () => {
    const folder = new URL('../../src/groups/', import.meta.url)
    const texts = readdirSync(folder, { recursive: true }).map(String).filter((path) => path.endsWith('schemas.ts'))
      .map((path) => readFileSync(new URL(path, folder), 'utf8'))
    const bare = texts.flatMap((text) =>
      [...text.matchAll(/\.(?:regex|refine)\([^\n]*?, (?:'[^'\n]*'|"[^"\n]*")\)/g)].map(([found]) => found)
    )

    expect(texts.length).toBeGreaterThan(10)
    expect(bare).toEqual([])
  })
})
