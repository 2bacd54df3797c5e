import { z } from 'zod'
import { bulkDocument } from '../../model/bulk-document.ts'
import type { ColumnKind } from '../sheet-cells.ts'
import { columnLabels } from './column-labels.ts'

/**
 * A column of a file of documents. `path` is the member that it fills: `header.receiver.taxNumber`,
 * `details[].quantity` (one for each row), `details[].taxes[0].taxCode` (a list inside a line has a column for each
 * entry).
 */
export interface Column { path: string, name: string, kind: ColumnKind, explanation: string }

/** The column that names the document a row belongs to. */
export const keyPath = 'key'

// How many entries of a list inside a row have columns; two for other lists.
const places: Readonly<Record<string, number>> = { 'details[].itemCodes': 5, 'subtotals[].lines': 10 }

interface Metadata { description?: string | undefined, examples?: unknown }
interface Leaf { path: string, schema: z.ZodType, description: string, examples: unknown }

function leavesOf (schema: z.ZodType, path: string, inherited: Metadata = {}): Leaf[] {
  const metadata: Metadata = { ...inherited, ...z.globalRegistry.get(schema) }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return leavesOf(schema.unwrap() as z.ZodType, path, metadata)
  }
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([member, child]) =>
      leavesOf(child, path === '' ? member : `${path}.${member}`)
    )
  }
  if (!(schema instanceof z.ZodArray)) {
    return [{ path, schema, description: metadata.description ?? '', examples: metadata.examples }]
  }
  const element = schema.element as z.ZodType
  if (!path.includes('[]')) return leavesOf(element, `${path}[]`, metadata)
  return Array.from({ length: places[path] ?? 2 }, (_, place) => leavesOf(element, `${path}[${place}]`, metadata)).flat()
}

function kindOf (leaf: Leaf): ColumnKind {
  const { path, schema } = leaf
  if (schema instanceof z.ZodBoolean) return 'flag'
  if (schema instanceof z.ZodNumber) {
    return /(?:[pP]ercentage|taxRate|commissions\[\]\.rate|globalDiscounts\[\]\.value)$/.test(path)
      ? 'percentage'
      : 'number'
  }
  return isDate(leaf) ? 'date' : 'text'
}

/** Generated descriptions name the kind; other members have a date as their example. */
function isDate ({ description, examples }: Leaf): boolean {
  return description.endsWith('(date).') ||
    (Array.isArray(examples) && examples.some((example) => /^\d{4}-\d{2}-\d{2}$/.test(String(example))))
}

function columnOf (leaf: Leaf): Column {
  const label = columnLabels[leaf.path]
  return {
    path: leaf.path, kind: kindOf(leaf), name: label?.name ?? memberName(leaf.path),
    explanation: label?.explanation ?? elementOf(leaf.description)
  }
}

/** `details[].taxes[1].taxCode` has the heading "details.taxes.2.taxCode". */
function memberName (path: string): string {
  return inPlaces(path.replace(/^header\./, '').replaceAll('[]', ''))
}

/** Entries count from 0 in a path, and from 1 in a heading. */
function inPlaces (path: string): string {
  return path.replaceAll(/\[(\d+)\]/g, (_, place: string) => `.${Number(place) + 1}`)
}

function elementOf (description: string): string {
  const element = /^[A-Z][A-Za-z]+/.exec(description)?.[0]
  return element === undefined ? '' : `Elemento ${element} del formato del SII.`
}

const labelled = Object.keys(columnLabels)
const rank = (path: string): number => labelled.includes(path) ? labelled.indexOf(path) : labelled.length

/** Every column, those with a Spanish heading first. Derived from the schema, so that none is missing. */
export const columns: readonly Column[] = leavesOf(bulkDocument, '').map(columnOf).sort((one, other) =>
  rank(one.path) - rank(other.path)
)

const byHeading = new Map<string, Column>()
for (const column of columns) {
  byHeading.set(folded(column.name), column)
  byHeading.set(folded(columnLabels[column.path]?.english ?? column.name), column)
  byHeading.set(folded(memberName(column.path)), column)
  byHeading.set(folded(column.path), column)
}

const byPath = new Map(columns.map((column) => [column.path, column]))

/** The column with this heading, in Spanish or English, or with this member's name; case and accents do not matter. */
export function findColumn (heading: string): Column | undefined {
  return byHeading.get(folded(heading))
}

export function columnAt (path: string): Column | undefined {
  return byPath.get(path)
}

function folded (text: string): string {
  return inPlaces(text).normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/[^a-z0-9%$]/g, '')
}
