import type { RequestOf } from '../../../../clients/typescript/client.ts'
import { normalRut } from '../../shared/rut.ts'
import { isBlank, newRow, blankForm, type Form, type Row } from './form.ts'
import { numberIn, typedOf } from '../../shared/numbers.ts'
import { dueDay } from './terms.ts'
import { timeIn } from './times.ts'
import { isDocumentType, listNames, membersOf, scalars, takes, type DocumentType, type ListName, type Member } from './types.ts'

export type Payload = RequestOf<'/api/Webhook/Issue', 'post'>['body'] extends infer Body
  ? Extract<Body, { payload: unknown }>['payload'] : never

/** A mistake that is known without the server, at its field. */
export interface Mistake { field: string, kind: 'number' | 'rut' | 'time' | 'transfer' }

export interface Made {
  payload: Payload
  /** Which rows of the form the rows of each list are, in their order: blank ones are left out. */
  rowIds: Record<ListName, string[]>
  mistakes: Mistake[]
}

const transferPath = 'header.documentId.transferType'

/** A delivery note without a reason would be printed as a sale: a person chooses it. */
export function lacksTransfer (path: string, type: DocumentType, typed: string): boolean {
  return path === transferPath && type === '52' && typed.trim() === ''
}

type Node = Record<string, unknown>

/** The name of a field of the form: of a member, or of a member of a row. */
export const fieldName = (path: string, rowId?: string): string => rowId === undefined ? path : `${rowId}/${path}`

/** The payload that a form stands for. Nothing is computed; what is no number or time is left out and told as a mistake. */
export function payloadOf (form: Form): Made {
  const mistakes: Mistake[] = []
  const payload = structuredClone(form.rest) as Node
  const rowIds = {} as Record<ListName, string[]>
  put(payload, 'header.documentId.documentType', form.type)
  fill(payload, form, scalars, { ...form.values, 'header.documentId.dueDate': dueDay(form.values) }, undefined, mistakes)
  if (lacksTransfer(transferPath, form.type, form.values[transferPath] ?? '')) mistakes.push({ field: transferPath, kind: 'transfer' })
  for (const list of listNames) {
    const members = membersOf(list)
    const taken = Object.values(members).some((member) => takes(member, form.type))
    const rows = taken ? form.rows[list].filter((row) => !isBlank(list, row)) : []
    rowIds[list] = rows.map(({ id }) => id)
    if (rows.length > 0) {
      put(payload, list, rows.map((row) => fill(structuredClone(row.rest ?? {}) as Node, form, members, row.values, row.id, mistakes)))
    }
  }
  return { payload: dense(payload) as Payload, rowIds, mistakes }
}

function fill (
  node: Node, { type }: Form, members: Readonly<Record<string, Member>>, values: Form['values'], rowId: string | undefined,
  mistakes: Mistake[]
): Node {
  for (const [path, member] of Object.entries(members)) {
    const typed = values[path]?.trim() ?? ''
    if (typed === '' || !takes(member, type)) continue
    const mistake = mistakeIn(member, typed)
    if (mistake) mistakes.push({ field: fieldName(path, rowId), kind: mistake })
    const value = valueOf(member, typed)
    if (value !== undefined) put(node, path, value)
  }
  return node
}

/** What is wrong with what was typed, before anybody is asked. */
export function mistakeIn ({ kind }: Member, typed: string): Mistake['kind'] | undefined {
  if (kind === 'number' && numberIn(typed) === undefined) return 'number'
  if (kind === 'time' && timeIn(typed) === undefined) return 'time'
  return kind === 'rut' && normalRut(typed) === undefined ? 'rut' : undefined
}

function valueOf ({ kind }: Member, typed: string): unknown {
  switch (kind) {
    case 'number': return numberIn(typed)
    case 'code': case 'terms': return Number(typed)
    case 'flag': case 'yesNo': return typed === 'true'
    case 'rut': return normalRut(typed) ?? typed
    case 'time': return timeIn(typed)?.padEnd(8, ':00')
    default: return typed
  }
}

/** `taxes[0].taxCode` as its steps. */
const stepsOf = (path: string): Array<string | number> =>
  [...path.matchAll(/[^.[\]]+/g)].map(([step]) => /^\d+$/.test(step) ? Number(step) : step)

function put (node: Node, path: string, value: unknown): void {
  const steps = stepsOf(path)
  let at = node as Record<string | number, unknown>
  steps.forEach((step, index) => {
    if (index === steps.length - 1) at[step] = value
    else at = (at[step] ??= typeof steps[index + 1] === 'number' ? [] : {}) as typeof at
  })
}

/** Takes a member out, so that what is left is what the form does not draw. */
function take (node: Node, path: string): unknown {
  const steps = stepsOf(path)
  let at: unknown = node
  for (const step of steps.slice(0, -1)) at = isNode(at) ? (at as Record<string | number, unknown>)[step] : undefined
  const last = steps.at(-1)!
  if (!isNode(at)) return undefined
  const value = (at as Record<string | number, unknown>)[last]
  delete (at as Record<string | number, unknown>)[last]
  return value
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Without nulls, blanks, empty objects and the gaps of lists. */
function dense (value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dense).filter((entry) => entry !== undefined)
  if (!isNode(value)) return value === null || value === '' ? undefined : value
  const entries = Object.entries(value).flatMap(([member, inner]) => {
    const kept = dense(inner)
    return kept === undefined || (isNode(kept) && Object.keys(kept).length === 0) ? [] : [[member, kept] as const]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

// Numbers of rows follow their order; amounts of VAT that were posted are computed again.
const droppedOfRows = ['lineNumber', 'totalTaxPrice', 'taxes[0].taxRate', 'taxes[0].taxAmount', 'taxes[1].taxRate', 'taxes[1].taxAmount']
const dropped = [
  'netAmount', 'exemptAmount', 'taxAmount', 'slaughterBase', 'margin', 'unwithheldTaxAmount', 'depositAmount',
  'nonBillableAmount', 'periodAmount'
].map((member) => `header.totals.${member}`)

/** A form that shows a posted document; what it does not draw is kept. */
export function formOf (posted: unknown): Form {
  const rest = structuredClone(isNode(posted) ? posted : {})
  const type = take(rest, 'header.documentId.documentType')
  const form = blankForm(isDocumentType(String(type)) ? String(type) as Form['type'] : '33')
  const rows = { ...form.rows }
  for (const list of listNames) {
    const postedRows = take(rest, list)
    if (Array.isArray(postedRows)) rows[list] = postedRows.filter(isNode).map((row) => rowOf(list, row))
  }
  if (rows.details.length === 0) rows.details = form.rows.details
  for (const path of dropped) take(rest, path)
  const values = read(rest, scalars)
  return { ...form, values, rows, rest: (dense(rest) ?? {}) as Node }
}

function rowOf (list: ListName, posted: Node): Row {
  if (list === 'details') for (const path of droppedOfRows) take(posted, path)
  else delete posted['lineNumber']
  const values = read(posted, membersOf(list))
  const rest = dense(posted) as Node | undefined
  return { ...newRow(list, values), ...rest && { rest } }
}

function read (node: Node, members: Readonly<Record<string, Member>>): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [path, member] of Object.entries(members)) {
    const posted = take(node, path)
    const typed = typedIn(member, posted)
    if (typed !== '') values[path] = typed
  }
  return values
}

const chile = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santiago' })

/** The day of a date or a moment, as the API reads them: midnight UTC is that day, any other moment its day in Chile. */
function dayIn (posted: string): string {
  const isDay = posted.length <= 10 || /T00:00(:00(\.0+)?)?(Z|[+-]00:?00)?$/.test(posted) || Number.isNaN(Date.parse(posted))
  return isDay ? posted.slice(0, 10) : chile.format(new Date(posted))
}

function typedIn ({ kind }: Member, posted: unknown): string {
  if (posted === undefined || posted === null) return ''
  if (kind === 'number') return typeof posted === 'number' ? typedOf(posted) : String(posted)
  if (kind === 'flag') return posted === true ? 'true' : ''
  if (kind === 'time') return timeIn(String(posted)) ?? String(posted)
  if (kind === 'date') return dayIn(String(posted))
  return String(posted)
}
