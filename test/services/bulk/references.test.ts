import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolveReferences, type ReferringDocument } from '../../../src/services/bulk/references.ts'

/** Documents by key, each with the keys that it refers to; those in `wrong` have mistakes. */
async function resolve (
  references: Record<string, string[]>,
  { wrong = [], earlier = {} }: { wrong?: string[], earlier?: Record<string, string> } = {}
) {
  const documents = new Map(
    Object.entries(references).map(([key, targets]): [string, ReferringDocument] => [key, {
      id: `id-${key}`,
      references: targets.map((target, index) => ({ index, key: target })),
      locate: (path) => ({ row: 1, column: null, cell: null, field: path, path })
    }])
  )
  const { refusals, dependencies } = await resolveReferences(documents, {
    earlier: new Map(Object.entries(earlier)), invalid: new Set(wrong.map((key) => `id-${key}`))
  }, async () => {})
  return {
    refused: refusals.map(({ id, problem }) => `${id} ${problem.path} ${problem.code}`).sort(),
    dependencies: Object.fromEntries(dependencies.map(({ id, dependsOn }) => [id, dependsOn]))
  }
}

describe('references by key', () => {
  it('resolve to documents of the submission and of those that it corrects', async () => {
    expect(await resolve({ n: ['f', 'old'], f: [] }, { earlier: { old: 'id-old' } })).toEqual({
      refused: [], dependencies: { 'id-n': ['id-f', 'id-old'] }
    })
  })

  it('to unknown documents are refused, each at its path', async () => {
    expect((await resolve({ n: ['f', 'nothing'], f: [] })).refused).toEqual([
      'id-n references[1].documentKey REFERENCE_KEY_UNKNOWN'
    ])
  })

  it('in a cycle are refused, and those that lead into it', async () => {
    expect((await resolve({ a: ['b'], b: ['a'], c: ['a'], d: ['d'], f: [] })).refused).toEqual([
      'id-a references[0].documentKey REFERENCE_IN_A_CIRCLE', 'id-b references[0].documentKey REFERENCE_IN_A_CIRCLE',
      'id-c references[0].documentKey REFERENCE_HAS_MISTAKES', 'id-d references[0].documentKey REFERENCE_IN_A_CIRCLE'
    ])
  })

  it('to a document with mistakes are refused, through any number of steps', async () => {
    expect((await resolve({ f: [], n: ['f'], m: ['n'], ok: [] }, { wrong: ['f'] })).refused).toEqual([
      'id-m references[0].documentKey REFERENCE_HAS_MISTAKES', 'id-n references[0].documentKey REFERENCE_HAS_MISTAKES'
    ])
  })

  it('that remain can be resolved, and no other document is refused', async () => {
    const graph = fc.array(fc.array(fc.nat(11), { maxLength: 3 }), { minLength: 1, maxLength: 12 })
    await fc.assert(fc.asyncProperty(graph, fc.array(fc.nat(11), { maxLength: 2 }), async (edges, wrongs) => {
      const targets = Object.fromEntries(edges.map((own, index) => [`k${index}`, own.map((target) => `k${target}`)]))
      const wrong = wrongs.map((index) => `k${index}`)
      // A document can be issued when it is right and everything that it refers to can be; found by trying again and
      // again.
      const issuable = new Set<string>()
      for (let size = -1; size !== issuable.size;) {
        size = issuable.size
        for (const [key, own] of Object.entries(targets)) {
          if (!wrong.includes(key) && own.every((target) => issuable.has(target))) issuable.add(key)
        }
      }
      const refused = new Set((await resolve(targets, { wrong })).refused.map((text) => text.split(' ')[0]))
      const left = Object.keys(targets).filter((key) => !refused.has(`id-${key}`) && !wrong.includes(key))

      expect(left.sort()).toEqual([...issuable].sort())
    }))
  })

  it('of ten thousand notes to one document are resolved quickly', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`n${index}`, ['f']]))

    expect((await resolve({ f: [], ...many }, { wrong: ['f'] })).refused).toHaveLength(10_000)
  })
})
