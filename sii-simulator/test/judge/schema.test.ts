import fc from 'fast-check'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkFor } from '../../judge/schema/simple-types.ts'
import { schemaProblems } from '../../judge/schema/validator.ts'
import { parseXml } from '../../judge/xml.ts'
import { defined, first } from '../../../test/support/expecting.ts'
import { print, randomEnvelope, spoil, spoiling, type Branch } from '../support/random-documents.ts'

const folder = join(import.meta.dirname, '../../../../shared/sii/xsd')
const branches: Branch[] = ['documento', 'liquidacion', 'exportaciones', 'boleta']

function problemsOf (file: Buffer): string[] {
  const { root, dispose } = parseXml(file)
  try {
    return schemaProblems(root)
  } finally {
    dispose()
  }
}

// A failing case is named by its seed alone; the document it stands for is thousands of characters long.
const sample = <T>(values: fc.Arbitrary<T>, seed: number, numRuns = 1) => fc.sample(values, { seed, numRuns })

describe('the judge’s schema tables', () => {
  it.each(branches)('accept every envelope generated from them: %s', (branch) => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        expect(problemsOf(print(first(sample(randomEnvelope(branch), seed))))).toEqual([])
      }),
      { numRuns: 25, endOnFailure: true }
    )
  })

  it.each(branches)('refuse an unknown element: %s', (branch) => {
    fc.assert(fc.property(fc.integer(), fc.nat(), (seed, at) => {
      const tree = first(sample(randomEnvelope(branch), seed))
      expect(problemsOf(print(spoil(tree, { at, how: 'rename', value: '' })))).not.toEqual([])
    }), { numRuns: 25, endOnFailure: true })
  })

  it('accept the same base64 as XML Schema', () => {
    expect(['Aw==', 'A w = =', '', 'QUJD\nREVG'].map(checkFor('base64'))).toEqual([true, true, true, true])
    expect(['Aw', 'Aw=', 'Ax==', 'ab*d', 'abd='].map(checkFor('base64'))).toEqual([false, false, false, false, false])
  })
})

describe.skipIf(!existsSync(folder))('the judge’s schema tables compared with the SII’s XSDs', () => {
  const validators: Record<string, XsdValidator> = {}

  beforeAll(() => {
    xmlRegisterFsInputProviders()
    for (const name of ['EnvioDTE_v10', 'EnvioBOLETA_v11']) {
      const path = join(folder, `${name}.xsd`)
      const schema = XmlDocument.fromBuffer(
        Buffer.from(
          `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:import namespace="http://www.sii.cl/SiiDte" schemaLocation="${path}"/></xs:schema>`
        ),
        { url: join(folder, 'all.xsd') }
      )
      validators[name] = XsdValidator.fromDoc(schema)
      schema.dispose()
    }
  })
  afterAll(() => { for (const validator of Object.values(validators)) validator.dispose() })

  function officialProblem (file: Buffer, branch: Branch): string | undefined {
    const document = XmlDocument.fromBuffer(file)
    try {
      defined(validators[branch === 'boleta' ? 'EnvioBOLETA_v11' : 'EnvioDTE_v10']).validate(document)
      return undefined
    } catch (error) {
      return (error as Error).message
    } finally {
      document.dispose()
    }
  }

  it.each(branches)('accept what the schema accepts: %s', (branch) => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const file = print(first(sample(randomEnvelope(branch), seed)))
        expect({ ours: problemsOf(file), official: officialProblem(file, branch) }).toEqual({
          ours: [], official: undefined
        })
      }),
      { numRuns: 20, endOnFailure: true }
    )
  })

  it.each(branches)('agree on an altered document: %s', { tags: 'slow' }, (branch) => {
    fc.assert(fc.property(fc.integer(), (seed) => {
      const tree = first(sample(randomEnvelope(branch), seed))
      for (const change of sample(spoiling, seed, 25)) {
        const file = print(spoil(tree, change))
        const ours = problemsOf(file)
        const official = officialProblem(file, branch)
        expect(ours.length > 0, `${JSON.stringify(change)}: ${ours.join()} / ${official}`).toBe(official !== undefined)
      }
    }), { numRuns: 6, endOnFailure: true })
  })
})
