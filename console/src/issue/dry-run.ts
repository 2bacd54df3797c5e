import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { timbre } from '../session/session.ts'
import { queries } from '../shared/queries.ts'
import type { Said } from './editing.ts'
import { isUntouched, type Form } from './model/form.ts'
import { payloadOf, type Made, type Payload } from './model/payload.ts'
import { fieldOf, type DryRun, type Told } from './model/problems.ts'
import { withoutStandIns, withStandIns } from './model/stand-ins.ts'
import { listNames } from './model/types.ts'

const pauseMs = 400

interface Asked { form: Form, made: Made, payload: Payload, text: string }

/** What the server says of a form, and of which. */
export interface Answered extends Asked { run: DryRun }

/** `types`: of other documents of the submission, by their keys. */
export function askedOf (form: Form, types?: ReadonlyMap<string, string>): Asked {
  const made = payloadOf(form)
  const payload = withStandIns(made.payload, types)
  return { form, made, payload, text: JSON.stringify(payload) }
}

const optionsOf = (asked: Asked) => ({
  queryKey: ['dry-run', asked.text],
  gcTime: 60_000,
  staleTime: 10_000,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Answered> => {
    const { dryRun } = await timbre.post('/api/Webhook/Issue', {
      body: { payload: asked.payload }, headers: { 'X-Dry-Run': 'true' }, signal
    })
    return { ...asked, run: withoutStandIns(dryRun!, asked.made.payload) }
  }
})

/** The answer for the form as it is now. */
export const askNow = (form: Form): Promise<Answered> => {
  const asked = askedOf(form)
  // Rows may have other names than when the same payload was asked about.
  return queries.fetchQuery(optionsOf(asked)).then(({ run }) => ({ ...asked, run }))
}

/**
 * Asks 400 ms after the last change what the SII's rules say of the form; the answer to an older one is thrown away.
 * Until the next answer, the last one is there and marked as stale.
 */
export function useDryRun (form: Form, types?: ReadonlyMap<string, string>) {
  const [asked, setAsked] = useState(() => askedOf(form, types))
  useEffect(() => {
    const next = askedOf(form, types)
    const timer = setTimeout(() => { setAsked((before) => before.text === next.text ? { ...next, text: before.text } : next) }, pauseMs)
    return () => { clearTimeout(timer) }
  }, [form, types])
  const untouched = isUntouched(asked.form)
  const { data, error, isPlaceholderData, isFetching } = useQuery({
    ...optionsOf(asked), enabled: !untouched, placeholderData: (before: Answered | undefined) => before, refetchOnWindowFocus: false
  })
  const answered = useMemo(
    () => data && !untouched ? { ...(isPlaceholderData ? data : asked), run: data.run } : undefined,
    [data, asked, isPlaceholderData, untouched]
  )
  return { answered, error: untouched ? null : error, stale: isPlaceholderData || isFetching || asked.form !== form }
}

export interface Sayings {
  /** By field, or by list. */
  said: ReadonlyMap<string, readonly Said[]>
  /** What no field is about. */
  others: readonly Told[]
}

/** Finds the field of each problem. */
export function sayingsOf (answered: Answered | undefined): Sayings {
  const said = new Map<string, Said[]>()
  const others: Told[] = []
  for (const problem of answered?.run.problems ?? []) {
    const { form, made } = answered!
    const field = fieldOf(placeOf(problem, form), made.rowIds, form.type)
    if (field === undefined) others.push(problem)
    else said.set(field, [...said.get(field) ?? [], { ...problem, typed: typedIn(form, field) }])
  }
  return { said, others }
}

/** A line without an amount lacks its price, of which people think; settlements have amounts alone. */
function placeOf ({ path, code }: Told, { type }: Form): string {
  return code === 'LINE_AMOUNT_MISSING' && type !== '43' ? path.replace(/lineTotal$/, 'unitPrice') : path
}

/** What stands in a field. */
export function typedIn (form: Form, field: string): string {
  const [rowId, member] = field.includes('/') ? field.split('/') as [string, string] : []
  if (rowId === undefined || member === undefined) return form.values[field] ?? ''
  const row = listNames.flatMap((list) => form.rows[list]).find(({ id }) => id === rowId)
  return row?.values[member] ?? ''
}
