import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { allCaptured, defined } from './support/expecting.ts'
import { processMetrics } from '../src/program/monitoring/process-metrics.ts'
import { noEndings } from '../src/program/supervision/endings.ts'
import { sharedProgram } from './support/shared.ts'
import { hasTool } from './support/tools.ts'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const rules = read('ops/prometheus/alerts.yml')
const dashboard = JSON.parse(read('ops/grafana/timbre.json'))

const program = sharedProgram()
let metrics: string
let code: string

beforeAll(async () => {
  const andes = await program.tenant({ folios: [33, 39], to: 100 })
  code = andes.code
  await andes.save({ header: { documentId: { documentType: '39' } }, details: [{ itemName: 'Clavo', quantity: 1, unitPrice: 1190 }] })
  processMetrics(program.composition.app.metrics, { endings: noEndings, droppedLogLines: () => 0 })
  await program.until('the boleta is settled', async () =>
    (await program.rows('select from invoices where status = 5')).length === 1)
  metrics = await program.composition.app.metrics.metrics()
})

/** The samples of a metric, by their labels as written. */
function samples (name: string): Record<string, number> {
  return Object.fromEntries([...metrics.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'))].map(
    ([, labels = '', value]) => [labels, Number(value)]
  ))
}

describe('the metrics', () => {
  it('have Node and the process under their usual names', () => {
    expect(Object.keys(samples('process_cpu_seconds_total'))).toHaveLength(1)
    expect(Object.keys(samples('nodejs_eventloop_lag_p99_seconds'))).toHaveLength(1)
    expect(metrics).not.toMatch(/^timbre_(?:nodejs|process)_/m)
  })

  it('have a help text each', () => {
    const names = allCaptured(/^# TYPE (\S+)/gm, metrics)

    expect(names.filter((name) => !new RegExp(`^# HELP ${name} \\S`, 'm').test(metrics))).toEqual([])
  })

  it('count documents by type and state, and envelopes, after their commit', () => {
    for (const state of ['Issued', 'Sending', 'Sent', 'Accepted']) {
      expect(samples('timbre_documents_total')[`type="39",state="${state}"`], state).toBe(1)
    }
    expect(samples('timbre_envelopes_total')).toMatchObject({ 'state="sent"': 1, 'state="processed"': 1 })
  })

  it('show folios, certificates, unsent documents, and the pool', () => {
    expect(samples('timbre_folios_left')).toEqual({
      [`tenant="${code}",type="33"`]: 100, [`tenant="${code}",type="39"`]: 99
    })
    expect(samples('timbre_folios_days_left')[`tenant="${code}",type="39"`]).toBeCloseTo(99 * 7, 0)
    expect(samples('timbre_certificate_days_left')[`tenant="${code}"`]).toBeGreaterThan(100)
    expect(samples('timbre_oldest_unsent_document_seconds')).toEqual({ '': 0 })
    expect(samples('timbre_database_up')).toEqual({ '': 1 })
    expect(samples('timbre_database_connections_max')['']).toBeGreaterThan(1)
    expect(samples('timbre_database_connections')).toHaveProperty('state="waiting"', 0)
  })
})

describe('the rules and the dashboard', () => {
  const expressions = [
    ...[...rules.matchAll(/expr: (?:>-\n((?: {10}.*\n)+)|(.*))/g)].map(([, folded, plain]) => defined(folded ?? plain)),
    ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr as string))
  ]

  it('use only existing metrics', () => {
    const known = new Set(allCaptured(/^# TYPE (\S+)/gm, metrics))
    const named = expressions.flatMap((expression) => expression.match(/\b(?:timbre|process|nodejs)_\w+/g) ?? [])
    const isKnown = (name: string): boolean => known.has(name) || known.has(name.replace(/_(?:bucket|count|sum)$/, ''))

    expect(named.length).toBeGreaterThan(30)
    expect([...new Set(named)].filter((name) => !isKnown(name))).toEqual([])
  })

  it('use labels that the metrics have', () => {
    const labels = expressions.flatMap((expression) => expression.match(/(?<=\{)\w+(?==)|(?<=by \()[\w, ]+/g) ?? [])
    const known = [
      'job', 'instance', 'le', 'state', 'type', 'tenant', 'operation', 'status', 'errorCode', 'result', 'outcome', 'topic'
    ]

    expect([...new Set(labels.flatMap((text) => text.split(', ')))].filter((label) => !known.includes(label))).toEqual([])
  })

  it.skipIf(!hasTool('promtool', '--version'))('are well formed for promtool', () => {
    for (const [check, file] of [['rules', 'alerts.yml'], ['config', 'prometheus.yml']] as const) {
      execFileSync('promtool', ['check', check, new URL(`../ops/prometheus/${file}`, import.meta.url).pathname])
    }
  })

  it.skipIf(!hasTool('vector', '--version'))('come with a configuration that Vector accepts', () => {
    execFileSync('vector', ['validate', '--no-environment', new URL('../ops/vector/timbre.yaml', import.meta.url).pathname])
  })
})
