/**
 * As much of Prometheus's language as the alert rules of ops/ use: comparisons of selectors, increases, sums and
 * quantiles over two scrapes. A series that is only in the second has no increase, as in Prometheus.
 */

import { defined, first } from './expecting.ts'

interface Sample { name: string, labels: Record<string, string>, value: number }
export type Scrape = readonly Sample[]
export interface Scrapes { before: Scrape, after: Scrape }

export interface AlertRule { alert: string, expression: string }

export function readRules (yaml: string): AlertRule[] {
  return [...yaml.matchAll(/- alert: (\w+)\n\s+expr: (?:>-\n((?: {10}.*\n)+)|(.*))/g)].map(([, alert = '', folded, plain = '']) =>
    ({ alert, expression: (folded ?? plain).replace(/\s+/g, ' ').trim() }))
}

export function readScrape (text: string): Scrape {
  return [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = '', labels = '', value = '']) => ({
    name, value: Number(value.replace('+Inf', 'Infinity')),
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', text = '']) => [label, text]))
  }))
}

/** Whether a rule's expression has a result: the alert fires (after its `for`). */
export function isFiring ({ expression }: AlertRule, scrapes: Scrapes): boolean {
  const [, term = '', operator, limit] = defined(/^(.*) (==|>|<) ([\d.]+)$/.exec(expression), expression)
  const holds = {
    '==': (value: number) => value === Number(limit), '>': (value: number) => value > Number(limit),
    '<': (value: number) => value < Number(limit)
  }
  return evaluate(term, scrapes).some(({ value }) => holds[operator as keyof typeof holds](value))
}

function evaluate (term: string, scrapes: Scrapes): Sample[] {
  const [part, whole] = term.split(' / ')
  if (part !== undefined && whole !== undefined) return share(evaluate(part, scrapes), evaluate(whole, scrapes))
  const [, call, labels, inner] = /^(\w+)(?: by \(([\w, ]+)\))? ?\((.*)\)$/.exec(term) ?? []
  if (call === undefined || inner === undefined) return select(term, scrapes.after)
  if (call === 'increase' || call === 'rate') return increase(inner.replace(/\[\w+\]$/, ''), scrapes)
  if (call === 'histogram_quantile') {
    const [, share, buckets = ''] = defined(/^([\d.]+), (.*)$/.exec(inner), inner)
    return quantile(Number(share), evaluate(buckets, scrapes))
  }
  return aggregate(call, labels?.split(', ') ?? [], evaluate(inner, scrapes))
}

function select (selector: string, scrape: Scrape): Sample[] {
  const [, wanted, matchers = ''] = defined(/^(\w+)(?:\{(.*)\})?$/.exec(selector), selector)
  const tests = [...matchers.matchAll(/(\w+)(=~|!~|=)"([^"]*)"/g)]
  return scrape.filter(({ name, labels }) => name === wanted && tests.every(([, label = '', operator, text = '']) => {
    const pattern = operator === '=' ? `^${text.replace(/[.*+?^$|]/g, '\\$&')}$` : `^(?:${text})$`
    return new RegExp(pattern).test(labels[label] ?? '') === (operator !== '!~')
  }))
}

function increase (selector: string, { before, after }: Scrapes): Sample[] {
  const nameOf = ({ labels }: Sample): string => JSON.stringify(Object.entries(labels).sort())
  const earlier = new Map(select(selector, before).map((sample) => [nameOf(sample), sample.value]))
  return select(selector, after).flatMap((sample) => {
    const from = earlier.get(nameOf(sample))
    return from === undefined ? [] : [{ ...sample, value: sample.value - from }]
  })
}

const combinations: Readonly<Record<string, (values: number[]) => number>> = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  max: (values) => Math.max(...values),
  min: (values) => Math.min(...values)
}

function aggregate (call: string, by: string[], samples: Sample[]): Sample[] {
  const groups = new Map<string, Sample[]>()
  for (const sample of samples) {
    const key = JSON.stringify(by.map((label) => sample.labels[label] ?? ''))
    groups.set(key, [...groups.get(key) ?? [], sample])
  }
  return [...groups.values()].map((group) => ({
    name: call, value: defined(combinations[call], call)(group.map(({ value }) => value)),
    labels: Object.fromEntries(by.map((label) => [label, first(group).labels[label] ?? '']))
  }))
}

/** Of two sums, which have no labels. */
function share ([part]: Sample[], [whole]: Sample[]): Sample[] {
  return part && whole ? [{ ...part, value: part.value / whole.value }] : []
}

/** The upper bound of the bucket is near enough: the rules compare with values far from it. */
function quantile (share: number, buckets: Sample[]): Sample[] {
  const bound = ({ labels }: Sample): number => Number(defined(labels['le']).replace('+Inf', 'Infinity'))
  const sorted = [...buckets].sort((one, other) => bound(one) - bound(other))
  const total = sorted.at(-1)?.value ?? 0
  const found = sorted.find(({ value }) => total > 0 && value >= share * total)
  return found ? [{ ...found, value: bound(found) }] : []
}
