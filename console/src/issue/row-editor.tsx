import { Stack, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useReducer, useState } from 'react'
import type { RequestOf, ResultOf } from '../../../clients/typescript/client.ts'
import { timbre, useMe } from '../session/session.ts'
import { Loading } from '../shared/page.tsx'
import { Nothing, Problem } from '../shared/problem.tsx'
import { useWords } from '../text/text.tsx'
import { Bar } from './bar.tsx'
import { findDraft, forgetDraft, keepDraft, newDraft, type Draft } from './drafts.ts'
import { sayingsOf, typedIn, useDryRun } from './dry-run.ts'
import { EditingProvider, type Said } from './editing.ts'
import { useFolds } from './folds.ts'
import { FormParts } from './form-parts.tsx'
import { Mistakes } from './mistakes.tsx'
import { changed, type Form } from './model/form.ts'
import { formOf, payloadOf, type Made } from './model/payload.ts'
import { fieldOf } from './model/problems.ts'
import { pricesIn } from './model/proposed.ts'
import { listNames } from './model/types.ts'
import { rowOf, type SubmittedRow } from './search.ts'
import { words } from './words.ts'

type Row = ResultOf<'/api/BulkInvoice/GetRow', 'get'>
type Correction = RequestOf<'/api/BulkInvoice/UpdateRow', 'put'>['body']

const ready = 1
const pageSize = 100

/** Corrects one document of a submission: its form, with the mistakes at their fields. */
export function RowOpening ({ id, about }: { id: string, about: Draft['about'] }) {
  const me = useMe()
  const own = useWords(words)
  const place = rowOf(about.row ?? '')
  const [kept] = useState(() => findDraft(me, id))
  const { data, error, refetch } = useQuery({
    queryKey: ['submission', place.id, 'row', place.position], staleTime: Infinity, gcTime: 0,
    queryFn: ({ signal }) => timbre.get('/api/BulkInvoice/GetRow', { query: { ...place }, signal })
  })
  if (error) return <Problem error={error} onRetry={() => { void refetch() }} />
  if (!data) return <Loading rows={8} />
  if (data.payload === null) return <Nothing title={own.titles.row} note={own.rowGone} />
  return <RowEditor draft={kept ?? newDraft(withoutKey(formOf(data.payload)), about, id)} row={data} place={place} />
}

/** The key is the file's, and stays. */
function withoutKey (form: Form): Form {
  const { key: _, ...rest } = form.rest
  return { ...form, rest }
}

function RowEditor ({ draft, row, place }: { draft: Draft, row: Row, place: SubmittedRow }) {
  const own = useWords(words)
  const me = useMe()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [form, change] = useReducer(changed, draft.form)
  const [told, setTold] = useState(() => messagesOf(row.problems, draft.form))
  const folds = useFolds(draft.form, form)
  const { answered, stale, error } = useDryRun(form, useTypesByKey(place, form))
  const { said: found } = useMemo(() => sayingsOf(answered), [answered])
  const said = useMemo(() => new Map([...told.said, ...found]), [told, found])
  useEffect(() => {
    const timer = setTimeout(() => { if (form !== draft.form) keepDraft(me, { ...draft, form }) }, 250)
    return () => { clearTimeout(timer) }
  }, [me, draft, form])
  const save = useMutation({
    mutationFn: (payload: Made['payload']) => timbre.put('/api/BulkInvoice/UpdateRow', { body: { ...place, payload } as Correction }),
    onSuccess: (result) => {
      void cache.invalidateQueries({ queryKey: ['submission', place.id] })
      if (result.status === ready) {
        forgetDraft(me, draft.id)
        void navigate({ to: '/bulk/$id', params: { id: place.id } })
        return
      }
      const next = messagesOf(result.problems, form)
      setTold(next)
      folds.show(next.said.keys().next().value)
    }
  })
  const ask = () => {
    const { payload, mistakes } = payloadOf(form)
    if (mistakes[0]) folds.show(mistakes[0].field)
    else save.mutate(payload)
  }
  useHotkeys([['mod+Enter', ask]], [])

  const { type, gross, currency, priced } = pricesIn(form)
  const editing = useMemo(() => ({
    type, prices: { type, gross, currency, priced }, change, said, left: new Set<string>(), showAll: true, leave: () => {}
  }), [type, gross, currency, priced, said])
  return (
    <EditingProvider value={editing}>
      <fieldset disabled={save.isPending} className='plain-fieldset'>
        <Stack gap={10}>
          <Text size='sm' c='dimmed'>{own.rowOf(row.key)}</Text>
          <FormParts form={form} folds={folds} locked={false} />
          <Bar
            answered={answered} stale={stale} error={save.error ?? error} onShow={folds.show}
            actions={{ issue: ask, isAsking: save.isPending, label: own.saveRow }}
          >
            <Mistakes form={form} sayings={{ said, others: told.others }} onShow={folds.show} />
          </Bar>
        </Stack>
      </fieldset>
    </EditingProvider>
  )
}

/** The types of the documents of the submission near this one, by key, where its references name some. */
function useTypesByKey ({ id, position }: SubmittedRow, form: Form): ReadonlyMap<string, string> | undefined {
  const { data } = useQuery({
    queryKey: ['submission', id, 'types', Math.ceil(position / pageSize)], staleTime: Infinity,
    enabled: form.rows.references.some(({ rest }) => rest?.['documentKey'] !== undefined),
    queryFn: async ({ signal }) => {
      const { rows } = await timbre.get('/api/BulkInvoice/Get', { query: { id, page: Math.ceil(position / pageSize), pageSize }, signal })
      return new Map(rows.data.map(({ key, invoiceTypeCode }) => [key, invoiceTypeCode]))
    }
  })
  return data
}

/** The mistakes of a row at their fields; in what was posted as JSON, paths begin with the document's place. */
function messagesOf (problems: Row['problems'], form: Form): { said: Map<string, Said[]>, others: Said[] } {
  const rowIds = Object.fromEntries(listNames.map((list) => [list, form.rows[list].map(({ id }) => id)])) as Made['rowIds']
  const said = new Map<string, Said[]>()
  const others: Said[] = []
  for (const { path, code, message, rule } of problems) {
    const field = fieldOf(path.replace(/^invoices\[\d+\]\.?/, ''), rowIds, form.type)
    const one = { path, code, message, rule, posted: null, computed: null, typed: field === undefined ? '' : typedIn(form, field) }
    if (field === undefined) others.push(one)
    else said.set(field, [...said.get(field) ?? [], one])
  }
  return { said, others }
}
