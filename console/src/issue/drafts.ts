import { useSyncExternalStore } from 'react'
import type { Me } from '../session/session.ts'
import type { Form } from './model/form.ts'
import { isUntouched } from './model/form.ts'
import type { Payload } from './model/payload.ts'
import { isDocumentType, notes, type DocumentType } from './model/types.ts'
import { newName } from '../shared/new-name.ts'
import type { IssueSearch } from './search.ts'

/** A form that is being written. It is kept in this browser until its document is issued. */
export interface Draft {
  id: string
  /** The Idempotency-Key under which its document is issued, however often that is asked for. */
  key: string
  /** Milliseconds since 1970. */
  savedAt: number
  form: Form
  /** The document that it repeats, corrects or is about. */
  about: Omit<IssueSearch, 'draft'>
  /** A retry that takes another folio, for the SII's reasons came by mail and are not known. */
  evenSo?: boolean
  /** What was sent and not answered: it may have been issued, so this and nothing else is sent again. */
  sent?: Payload
}

const most = 20
const listeners = new Set<() => void>()
const read = new Map<string, { text: string | null, drafts: readonly Draft[] }>()

const placeOf = ({ tenant, user }: Me): string => `timbre.drafts.${tenant.tenantCode}.${user.id}`

/** Newest first. */
export function draftsOf (me: Me): readonly Draft[] {
  const place = placeOf(me)
  const text = localStorage.getItem(place)
  const known = read.get(place)
  if (known && known.text === text) return known.drafts
  const drafts = parse(text)
  read.set(place, { text, drafts })
  return drafts
}

function parse (text: string | null): readonly Draft[] {
  try {
    return JSON.parse(text ?? '[]') as Draft[]
  } catch {
    return []
  }
}

function keep (me: Me, drafts: readonly Draft[]): void {
  try {
    localStorage.setItem(placeOf(me), JSON.stringify(drafts.slice(0, most)))
  } catch {
    // The browser's store is full or closed: the form works without.
  }
  for (const listener of listeners) listener()
}

export function newDraft (form: Form, about: Draft['about'], id = newName()): Draft {
  return { id, key: newName(), savedAt: 0, form, about }
}

export function findDraft (me: Me, id: string | undefined): Draft | undefined {
  return draftsOf(me).find((draft) => draft.id === id)
}

/** Keeps a draft, in front of the others; one in which nothing was typed is no draft. */
export function keepDraft (me: Me, draft: Draft): void {
  const others = draftsOf(me).filter(({ id }) => id !== draft.id)
  keep(me, isUntouched(draft.form) ? others : [{ ...draft, savedAt: Date.now() }, ...others])
}

export function forgetDraft (me: Me, id: string): void {
  const drafts = draftsOf(me)
  if (drafts.some((draft) => draft.id === id)) keep(me, drafts.filter((draft) => draft.id !== id))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

export function useDrafts (me: Me): readonly Draft[] {
  return useSyncExternalStore(subscribe, () => draftsOf(me))
}

const typePlaceOf = ({ tenant, user }: Me): string => `timbre.type.${tenant.tenantCode}.${user.id}`

/** The type that this person issued last here, with which the next form begins. */
export function lastTypeOf (me: Me): DocumentType | undefined {
  const type = localStorage.getItem(typePlaceOf(me))
  return isDocumentType(type) ? type : undefined
}

/** A note is issued about a document, and is no beginning of the next. */
export function keepTypeOf (me: Me, type: DocumentType): void {
  if (notes.includes(type)) return
  try {
    localStorage.setItem(typePlaceOf(me), type)
  } catch {
    // The browser's store is full or closed: the next form begins with a factura.
  }
}
