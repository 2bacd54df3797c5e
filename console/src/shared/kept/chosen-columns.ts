import type { Me } from '../../session/session.ts'

/** What a heading of a sheet is, by its text: the name of a column, or null for one that is not imported. */
export type Chosen = Record<string, string | null>

export type Group = 'Customer' | 'Product'

// Of the headings that were chosen last.
const most = 200

const placeOf = ({ tenant }: Me, group: Group): string => `timbre.columns.${tenant.tenantCode}.${group}`

/** What was chosen in this browser for earlier sheets of the company. */
export function chosenBefore (me: Me, group: Group): ReadonlyMap<string, string | null> {
  try {
    return new Map(JSON.parse(localStorage.getItem(placeOf(me, group)) ?? '[]') as Array<[string, string | null]>)
  } catch {
    return new Map()
  }
}

export function keepChosen (me: Me, group: Group, chosen: Chosen): void {
  const all = new Map(chosenBefore(me, group))
  for (const [heading, column] of Object.entries(chosen)) {
    all.delete(heading)
    all.set(heading, column)
  }
  try {
    localStorage.setItem(placeOf(me, group), JSON.stringify([...all].slice(-most)))
  } catch {
    // The browser's store is full or closed: the columns of the next sheet are chosen again.
  }
}
