import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Status, statuses } from '../../../src/model/document-states.ts'
import { retryPlanOf, retryWays, type RetryWay } from '../../../src/services/invoicing/delivery/retry-plan.ts'
import { type RemedyAction, remedyActions, siiCodes } from '../../../src/services/invoicing/sii-codes.ts'
import { defined } from '../../support/expecting.ts'

// Reasons of documents that have not stopped.
const wayless: RemedyAction[] = ['none', 'wait']

const plan = (status: Status, codes: string[], code = 'RCH') =>
  retryPlanOf({ status, folio: 7n, reason: { code, reasons: codes.map((one) => ({ code: one, description: '' })) } })
const rejected = (...codes: string[]) => plan(statuses.Rejected, codes)
const failed = (code: string, ...codes: string[]) => plan(statuses.Failed, codes, code)

describe('how Retry handles a document', () => {
  it.each<[way: RetryWay, codes: string[]]>([
    ['reissue', ['ENV-3-0', 'HED-3-305', 'HED-3-861', 'REF-3-415', 'SCH-00001']],
    ['issueAnew', ['DTE-3-101', 'DTE-3-601', 'DTE-3-505', 'CAF-3-517']],
    ['sendAgain', ['REF-3-750', 'CRT-3-19', 'ENV-3-6']],
    ['recognise', ['DTE-3-100']]
  ])('%s for %j', (way, codes) => {
    for (const code of codes) expect([code, rejected(code)?.way]).toEqual([code, way])
  })

  it.each<[way: RetryWay, codes: string[]]>([
    ['sendAgain', ['UPLOAD-1', 'UPLOAD-2', 'UPLOAD-6', 'UPLOAD-8', 'RCT', 'RFR']],
    ['reissue', ['UPLOAD-7', 'RSC']]
  ])('%s for an envelope with outcome %j', (way, codes) => {
    for (const code of codes) expect([code, failed(code, code.replace('UPLOAD-', ''))?.way]).toEqual([code, way])
  })

  it('by the most serious of several reasons, in any order', () => {
    expect(rejected('ENV-3-0', 'DTE-3-101')).toEqual({ way: 'issueAnew', action: 'newFolio' })
    expect(rejected('DTE-3-101', 'ENV-3-0')).toEqual({ way: 'issueAnew', action: 'newFolio' })
    expect(rejected('DTE-3-100', 'CAF-3-517', 'CRT-3-19')?.way).toBe('recognise')
  })

  it('without a known reason: a rejected one under a new folio, a failed one unchanged', () => {
    expect(rejected('XYZ-3-999')?.way).toBe('issueAnew')
    expect(failed('WHATEVER')?.way).toBe('sendAgain')
  })

  it('without a folio: it waits again, whatever the reason', () => {
    expect(retryPlanOf({ status: statuses.Failed, folio: null, reason: { code: 'REFERENCE_REJECTED', reasons: [] } })?.way)
      .toBe('waitAnew')
  })

  it.each(Object.entries(statuses).filter(([name]) => name !== 'Rejected' && name !== 'Failed'))(
    'not at all while it is %s',
    (_, status) => {
      expect(plan(status, ['ENV-3-0'])).toBeUndefined()
    }
  )

  it('is explained in both languages', () => {
    for (const { en, es } of Object.values(retryWays)) expect(en).not.toBe(es)
  })
})

it.each(['invoice-lifecycle.md', 'es/invoice-lifecycle.md'])('docs/%s has every code, its remedy and its retry', (name) => {
  const page = readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')
  const rows = remedyActions.map((action) => {
    const codes = Object.entries(siiCodes).filter(([, { remedy }]) => remedy.action === action).map(([code]) =>
      `\`${code}\``
    )
    const [first = ''] = codes
    const plan = defined(failed(first.replaceAll('`', '')))
    return `| ${codes.join(' ')} | \`${action}\` | ${wayless.includes(action) ? '–' : `\`${plan.way}\``} |`
  })

  expect(page.includes(rows.join('\n')), `put these rows in:\n${rows.join('\n')}`).toBe(true)
})
