import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { countFilled, isBlank, takesList, type Form } from './model/form.ts'
import { isList, listNames, lists, parts, scalars, sections, takes, type PartName, type SectionName } from './model/types.ts'

const pathsOf = (name: SectionName): string[] => Object.keys(sections[name])

/** How much is in a part: members of it, or rows of its list. */
export function countIn (form: Form, { name, below }: typeof parts[number]): number {
  const rowsIn = (list: keyof typeof lists) => takesList(list, form.type) ? form.rows[list].filter((row) => !isBlank(list, row)).length : 0
  return (isList(name) ? rowsIn(name) : countFilled(form, pathsOf(name))) + (below ? rowsIn(below) : 0)
}

/** Whether the type takes anything of a part, and is offered it or has something in it. */
export function isDrawn (part: typeof parts[number], form: Form): boolean {
  const { name, offered } = part
  const { type } = form
  const isTaken = isList(name) ? takesList(name, type) : pathsOf(name).some((path) => takes(scalars[path]!, type))
  return isTaken && (offered === undefined || offered.includes(type) || countIn(form, part) > 0)
}

/** The part in which a field stands. */
export function partOf (field: string, form: Form): PartName | undefined {
  const [rowId, member] = field.split('/')
  const list = member === undefined ? undefined : listNames.find((name) => form.rows[name].some(({ id }) => id === rowId))
  const name = list ?? listNames.find((candidate) => candidate === field)
  if (name) return parts.find((part) => part.name === name || part.below === name)?.name
  return parts.find((part) => !isList(part.name) && pathsOf(part.name).includes(field))?.name
}

function goTo (name: string): boolean {
  const field = document.getElementById(name) ?? document.querySelector<HTMLElement>(`[id='part-${name}'] :is(.fields, .rows, table) :is(input, select, button)`)
  field?.focus()
  field?.scrollIntoView({ block: 'center' })
  return field !== null
}

/** Which parts are unfolded: what the type needs, what had something in it when the form was opened, what the reader chose. */
export function useFolds (opened: Form, form: Form) {
  const [chosen, setChosen] = useState<Partial<Record<PartName, boolean>>>({})
  const [wanted, setWanted] = useState<{ field: string }>()
  const filled = useMemo(() => new Set(parts.filter((part) => countIn(opened, part) > 0).map(({ name }) => name)), [opened])
  const latest = useRef(form)
  useEffect(() => { latest.current = form })

  // Together with what is drawn: a moment later the reader may have gone elsewhere.
  useLayoutEffect(() => {
    if (!wanted) return undefined
    if (goTo(wanted.field)) return undefined
    // Its part, or the rest of its line, is being unfolded.
    const observer = new MutationObserver(() => { if (goTo(wanted.field)) observer.disconnect() })
    observer.observe(document.body, { childList: true, subtree: true })
    return () => { observer.disconnect() }
  }, [wanted])

  return {
    isOpen: ({ name, needed }: typeof parts[number]) => chosen[name] ?? (needed.includes(form.type) || filled.has(name)),
    open: (name: PartName) => {
      setChosen((before) => ({ ...before, [name]: true }))
      setWanted({ field: name })
    },
    /** Folds a part, and goes to where it is unfolded again. */
    fold: (name: PartName) => {
      setChosen((before) => ({ ...before, [name]: false }))
      setWanted({ field: `more-${name}` })
    },
    /** Unfolds the part of a field and goes there. */
    show: (field: string | undefined) => {
      if (field === undefined) {
        scrollTo({ top: 0 })
        return
      }
      const part = partOf(field, latest.current)
      if (part) setChosen((before) => ({ ...before, [part]: true }))
      setWanted({ field })
    }
  }
}

export type Folds = ReturnType<typeof useFolds>
