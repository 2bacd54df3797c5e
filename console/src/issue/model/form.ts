import { listNames, membersOf, scalars, takes, type DocumentType, type ListName } from './types.ts'

/** A line, a reference, a payment: what was typed in it, by member. */
export interface Row {
  id: string
  values: Readonly<Record<string, string>>
  /** What was posted in it and the form does not draw. */
  rest?: Readonly<Record<string, unknown>>
}

/** What was typed, as text; flags are `true` or blank. The payload is made of it, and it is made of a payload. */
export interface Form {
  type: DocumentType
  values: Readonly<Record<string, string>>
  rows: Readonly<Record<ListName, readonly Row[]>>
  /** What was posted and the form does not draw. */
  rest: Readonly<Record<string, unknown>>
}

/** `blanks` are put only where nothing was typed, `terms` where nobody chose how the sale is paid. */
export type Change =
  | { do: 'type', type: DocumentType }
  | { do: 'set', values: Record<string, string>, blanks?: Record<string, string>, terms?: Record<string, string> }
  | { do: 'cells', list: ListName, id: string, values: Record<string, string>, blanks?: Record<string, string> }
  | { do: 'insert', list: ListName, at: number, rows: readonly Row[] }
  | { do: 'remove', list: ListName, id: string }
  | { do: 'move', list: ListName, id: string, by: 1 | -1 }

/** What a new row of a list says before anything is typed in it. */
const defaults: Partial<Record<ListName, Record<string, string>>> = {
  globalDiscounts: { movement: 'D', valueType: '%' },
  commissions: { movement: 'C' }
}

const paymentMethod = 'header.documentId.paymentMethod'
const onTheSpot = '1'

/** What a new document says: without a form of payment these would be sales on credit. */
const presetsOf = (type: DocumentType): Record<string, string> =>
  ['33', '34', '43'].includes(type) ? { [paymentMethod]: onTheSpot } : {}

let made = 0
export function newRow (list: ListName, values: Record<string, string> = {}): Row {
  made += 1
  return { id: `r${made}-${Math.random().toString(36).slice(2, 8)}`, values: { ...defaults[list], ...values } }
}

/** Whether nothing was typed in a row. */
export function isBlank (list: ListName, { values, rest }: Row): boolean {
  const preset = defaults[list] ?? {}
  return rest === undefined && Object.entries(values).every(([member, value]) => value.trim() === '' || preset[member] === value)
}

export function blankForm (type: DocumentType = '33'): Form {
  const rows = Object.fromEntries(listNames.map((list) => [list, []])) as unknown as Record<ListName, readonly Row[]>
  return { type, values: presetsOf(type), rows: { ...rows, details: [newRow('details')] }, rest: {} }
}

/** Whether there is anything that would be lost. */
export function isUntouched (form: Form): boolean {
  const presets = presetsOf(form.type)
  return Object.entries(form.values).every(([path, value]) => value === '' || value === presets[path]) &&
    listNames.every((list) => form.rows[list].every((row) => isBlank(list, row)))
}

export function changed (form: Form, change: Change): Form {
  switch (change.do) {
    case 'type': return { ...form, type: change.type, values: withPresets(form, change.type), rest: {} }
    case 'set': return { ...form, values: { ...put(form.values, change), ...hasOwnTerms(form) ? {} : change.terms } }
    default: return { ...form, rows: { ...form.rows, [change.list]: changedRows(form.rows[change.list], change) } }
  }
}

const termPaths = [paymentMethod, 'header.documentId.dueDate', 'term']

function hasOwnTerms ({ type, values }: Form): boolean {
  const presets = presetsOf(type)
  return termPaths.some((path) => (values[path] ?? '') !== '' && values[path] !== presets[path])
}

/** What nobody chose follows the type. */
function withPresets ({ type, values }: Form, next: DocumentType): Form['values'] {
  const [before, after] = [presetsOf(type), presetsOf(next)]
  const chosen = Object.entries(values).filter(([path, value]) => value !== '' && value !== before[path])
  return { ...after, ...Object.fromEntries(chosen) }
}

function put (before: Form['values'], { values, blanks = {} }: { values: Record<string, string>, blanks?: Record<string, string> }): Form['values'] {
  const free = Object.entries(blanks).filter(([member]) => (before[member] ?? '').trim() === '')
  return { ...before, ...Object.fromEntries(free), ...values }
}

type RowChange = Extract<Change, { list: ListName }>

function changedRows (rows: readonly Row[], change: RowChange): readonly Row[] {
  if (change.do === 'insert') return [...rows.slice(0, change.at), ...change.rows, ...rows.slice(change.at)]
  const at = rows.findIndex(({ id }) => id === change.id)
  if (at < 0) return rows
  if (change.do === 'remove') return rows.toSpliced(at, 1)
  if (change.do === 'cells') return rows.with(at, { ...rows[at]!, values: put(rows[at]!.values, change) })
  const to = at + change.by
  return to < 0 || to >= rows.length ? rows : rows.with(at, rows[to]!).with(to, rows[at]!)
}

/** The members of a list that the type takes, in their order. */
export function columnsOf (list: ListName, type: DocumentType): string[] {
  return Object.entries(membersOf(list)).flatMap(([member, definition]) => takes(definition, type) ? [member] : [])
}

/** Whether the type takes a list at all. */
export const takesList = (list: ListName, type: DocumentType): boolean => columnsOf(list, type).length > 0

/** How many of these paths have something in them that the type takes. */
export function countFilled (form: Form, paths: readonly string[]): number {
  return paths.filter((path) => scalars[path] && takes(scalars[path], form.type) && (form.values[path] ?? '') !== '').length
}
