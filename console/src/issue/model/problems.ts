import type { ResultOf } from '../../../../clients/typescript/client.ts'
import { fieldName, type Made } from './payload.ts'
import { listNames, membersOf, scalars, takes, type DocumentType } from './types.ts'

export type DryRun = NonNullable<ResultOf<'/api/Webhook/Issue', 'post'>['dryRun']>
export type Told = DryRun['problems'][number]

/**
 * The field that a problem of the dry run is about: `payload.details[2].quantity` is a cell of the third row that was
 * posted, `payload.details` the list. Undefined where the form draws none.
 */
export function fieldOf (path: string, rowIds: Made['rowIds'], type: DocumentType): string | undefined {
  const member = path.replace(/^payload\.?/, '')
  const list = listNames.find((name) => member === name || member.startsWith(`${name}[`))
  if (list === undefined) return nearest(member, Object.keys(scalars).filter((known) => takes(scalars[known]!, type)))
  const [, index, inner = ''] = /^\[(\d+)\]\.?(.*)$/.exec(member.slice(list.length)) ?? []
  const rowId = index === undefined ? undefined : rowIds[list][Number(index)]
  if (rowId === undefined) return list
  const members = membersOf(list)
  const known = nearest(inner, Object.keys(members).filter((name) => takes(members[name]!, type)))
  return fieldName(known ?? Object.keys(members).find((name) => takes(members[name]!, type)) ?? inner, rowId)
}

/** The member itself, the one that has it, or the first that it has: `taxes[0]` is said at its code. */
function nearest (path: string, known: readonly string[]): string | undefined {
  return known.find((name) => name === path) ??
    known.find((name) => path.startsWith(`${name}.`) || path.startsWith(`${name}[`)) ??
    (path === '' || path === 'header' ? undefined : known.find((name) => name.startsWith(`${path}.`) || name.startsWith(`${path}[`)))
}
