import { createContext, use, type Dispatch } from 'react'
import type { Change } from './model/form.ts'
import type { Told } from './model/problems.ts'
import type { Prices } from './model/proposed.ts'
import type { DocumentType } from './model/types.ts'

/** What the dry run says of a field, and what stood there then: it is about nothing else. */
export interface Said extends Told { typed: string }

export interface Editing {
  type: DocumentType
  prices: Prices
  change: Dispatch<Change>
  said: ReadonlyMap<string, readonly Said[]>
  /** The fields that were left: only there mistakes are shown, until the document is to be issued. */
  left: ReadonlySet<string>
  leave: (field: string) => void
  showAll: boolean
}

const Context = createContext<Editing | undefined>(undefined)
export const EditingProvider = Context.Provider

export function useEditing (): Editing {
  const editing = use(Context)
  if (!editing) throw new Error('There is no EditingProvider above.')
  return editing
}
