/** @module-tag slow */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { documentTypes } from '../../../src/dte/values/document-types.ts'
import { ruleTable, type RuleCode } from '../../../src/dte/errors.ts'
import { withSource } from '../../../src/shared/sources.ts'
import { caseNames, casePayload, prepareCase, readCase } from '../../support/document-cases.ts'
import { defined, first } from '../../support/expecting.ts'
import { type Program, type ProgramTenant, startProgram } from '../../support/program.ts'
import { senderFacts, today } from '../../support/sender-facts.ts'
import { everythingStored } from '../../support/webhook.ts'

let program: Program
let andes: ProgramTenant

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T15:00:00Z`) })
  program = await startProgram({ working: false, settings: { UF_VALUE: '40000' } })
  const { taxNumber: _, ...update } = senderFacts
  andes = await program.tenant({ folios: Object.keys(documentTypes).map(Number), update })
})
afterAll(() => {
  vi.useRealTimers()
  return program.close()
})

interface Expected { rule: RuleCode, path: string }

/** An example's payload, as the tenant of this test would post it. */
function posted (name: string): unknown {
  return JSON.parse(JSON.stringify(casePayload('invalid', name)).replaceAll(senderFacts.taxNumber, andes.taxNumber))
}

// What reads the body refuses these before the rules are asked: with a code of its own, at the same path.
const refusedByTheReader: Record<string, string> = { '033-control-characters': 'BODY_HAS_CONTROL_CHARACTERS' }

it(
  "Save refuses every invalid example with its code, path and the SII's code, without taking a folio",
  async () => {
    const before = await everythingStored(program)
    const names = caseNames('invalid')

    for (const name of names) {
      const expected = JSON.parse(defined(readCase('invalid', name, 'expected-errors.json'))) as Expected[]
      const { status, body } = await andes.save(posted(name))

      expect([name, status, body.errorCode, ...body.errors.map(shapeOf)]).toEqual([name, ...answerTo(name, expected)])
    }

    expect(names.length).toBeGreaterThan(100)
    expect(await everythingStored(program)).toEqual(before)
  })

function answerTo (name: string, expected: Expected[]): (number | string)[] {
  const early = refusedByTheReader[name]
  if (early !== undefined) return [400, early, ...expected.map(({ path }) => path)]
  const rules = Array.from(new Set(expected.map(({ rule }) => rule)))
  const status = rules.some((rule) => ruleTable[rule].kind === 'invalid') ? 400 : 422
  return [
    status, rules.length === 1 ? first(rules) : 'DOCUMENT_INVALID',
    ...prepareCase('invalid', name).violations.map(({ path, source }) => path + withSource('', source))
  ]
}

/** The path before the first colon, and the number of the rule at the end. */
function shapeOf (error: string): string {
  return `${error.slice(0, error.indexOf(':'))}${/ \((SII [\w-]+|F[DB] \w+|(Ley|Res\.) [\d./]+)\)$/.exec(error)?.[0] ?? ''}`
}
