import { describe, expect, it } from 'vitest'
import { textsIn } from '../../src/cli/bulk/texts.ts'
import { defined } from '../support/expecting.ts'

type Sentence = (...values: unknown[]) => string
type Texts = { [name: string]: string | Sentence | Texts }

const fill = (text: string | Sentence): { said: string, values: string[] } => {
  if (typeof text === 'string') return { said: text, values: [] }
  // Numbers of one digit are written alike in every language, and are values where a count is wanted.
  const values = Array.from({ length: text.length }, (_, at) => String(at + 2))
  return { said: text(...values.map(Number)), values }
}

const named = (texts: Texts, path = ''): [string, string | Sentence][] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'object' ? named(text, `${path}${name}.`) : [[`${path}${name}`, text] as [string, string | Sentence]])

const english = named(textsIn('en') as unknown as Texts)
const spanish = new Map(named(textsIn('es') as unknown as Texts))

describe('the texts of timbre bulk', () => {
  it('exist in both languages', () => {
    expect([...spanish.keys()].toSorted()).toEqual(english.map(([name]) => name).toSorted())
  })

  it.each(english)('contain the same values in both languages: %s', (name, text) => {
    const [here, there] = [fill(text), fill(defined(spanish.get(name)))]

    expect(there.values).toEqual(here.values)
    for (const value of here.values) {
      expect(here.said).toContain(value)
      expect(there.said).toContain(value)
    }
    expect(there.said).not.toMatch(/undefined|NaN/)
  })

  it.each([['en', '1 document', '10,000 documents'], ['es', '1 documento', '10.000 documentos']] as const)(
    'writes numbers in its language: %s', (language, one, many) => {
      const { documents } = textsIn(language)

      expect([documents(1), documents(10_000)]).toEqual([one, many])
    })
})
