import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useEffect, useEffectEvent, useMemo, useReducer, useRef, useState, type ReactNode } from 'react'
import { useMe } from '../session/session.ts'
import { useWords } from '../text/text.tsx'
import { Bar } from './bar.tsx'
import { ConfirmIssue } from './confirm-issue.tsx'
import { keepDraft, keepTypeOf, type Draft } from './drafts.ts'
import { askNow, sayingsOf, useDryRun, type Answered } from './dry-run.ts'
import { EditingProvider } from './editing.ts'
import { firstCell, focusSoon } from './focus.ts'
import { useFolds } from './folds.ts'
import { FormParts } from './form-parts.tsx'
import { useIssuing, type Receipt } from './issuing.ts'
import { Mistakes } from './mistakes.tsx'
import { changed, type Change, type Form } from './model/form.ts'
import { pricesIn } from './model/proposed.ts'
import { boletas } from './model/types.ts'
import { words } from './words.ts'

interface EditorProps {
  draft: Draft
  /** Above the form: what the document is about. */
  children?: ReactNode
  onIssued: (receipt: Receipt, another: Draft['form'] | undefined) => void
}

/** The form with what the server says of it, from the first key to the answer of the issue. */
export function Editor ({ draft: opened, children, onIssued }: EditorProps) {
  const own = useWords(words)
  const me = useMe()
  const [form, change] = useReducer(changed, opened.form)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [showAll, setShowAll] = useState(false)
  const draft = useKeptDraft(opened, form)
  const { answered, error, stale } = useDryRun(form)
  const sayings = useMemo(() => sayingsOf(answered), [answered])
  const folds = useFolds(opened.form, form)
  const issuing = useIssuing(draft)
  const [asking, setAsking] = useState(false)
  const [refusal, setRefusal] = useState<Error | null>(null)
  const [confirmed, setConfirmed] = useState<{ answered: Answered, another: boolean }>()
  const locked = issuing.lost && !issuing.isPending

  const { type, gross, currency, priced } = pricesIn(form)
  const prices = useMemo(() => ({ type, gross, currency, priced }), [type, gross, currency, priced])
  const editing = useMemo(() => ({
    type, prices, change: change as (change: Change) => void, said: sayings.said, left, showAll,
    leave: (field: string) => { setLeft((before) => before.has(field) ? before : new Set([...before, field, field.includes('/') ? 'details' : field])) }
  }), [type, prices, sayings.said, left, showAll])

  const ask = async (another: boolean) => {
    if (asking || confirmed || locked) return
    setAsking(true)
    setRefusal(null)
    try {
      const now = await askNow(form)
      setShowAll(true)
      if (now.run.valid && now.made.mistakes.length === 0) setConfirmed({ answered: now, another })
      else folds.show(firstWrong(now))
    } catch (failure) {
      setRefusal(failure as Error)
    } finally {
      setAsking(false)
    }
  }
  const finish = async (payload: Answered['made']['payload'], another: boolean) => {
    const receipt = await issuing.issue(payload)
    if (!receipt) return
    keepTypeOf(me, form.type)
    onIssued(receipt, another ? form : undefined)
  }
  // A phone would cover the form with its keys.
  const beginTyping = useEffectEvent(() => {
    if (opened.about.retry !== undefined || matchMedia('(pointer: coarse)').matches) return
    const isNew = (form.values['header.receiver.businessName'] ?? '') === ''
    focusSoon(() => isNew && !boletas.includes(form.type) ? document.getElementById('header.receiver.taxNumber') : firstCell())
  })
  useEffect(() => { beginTyping() }, [])
  useHotkeys([['mod+Enter', () => { void ask(false) }]], [])

  return (
    <EditingProvider value={editing}>
      {locked && <Lost busy={issuing.isPending} onAsk={() => { if (draft.current.sent) void finish(draft.current.sent, false) }} />}
      <fieldset disabled={locked || issuing.isPending} className='plain-fieldset'>
        <Stack gap={10}>
          {children}
          <FormParts form={form} folds={folds} locked={opened.about.retry !== undefined} />
          <Bar
            answered={answered} stale={stale} error={refusal ?? error} onShow={folds.show}
            actions={{
              issue: () => { void ask(false) }, isAsking: asking, label: opened.about.retry === undefined ? own.issue : own.retry,
              issueAndAnother: opened.about.retry ? undefined : () => { void ask(true) }
            }}
          >
            {showAll && <Mistakes form={form} sayings={sayings} onShow={folds.show} />}
          </Bar>
        </Stack>
      </fieldset>
      <ConfirmIssue
        answered={confirmed?.answered} retry={opened.about.retry !== undefined} evenSo={opened.evenSo === true} issuing={issuing}
        onClose={() => {
          if (issuing.isPending) return
          issuing.forgetError()
          setConfirmed(undefined)
        }}
        onConfirm={() => { if (confirmed) void finish(confirmed.answered.made.payload, confirmed.another) }}
      />
    </EditingProvider>
  )
}

/** Keeps what was changed, a moment after the last key and before the page is left. */
function useKeptDraft (opened: Draft, form: Form) {
  const me = useMe()
  const draft = useRef(opened)
  const kept = useRef(opened.form)
  const keep = useRef(() => {})
  useEffect(() => {
    draft.current = { ...draft.current, form }
    keep.current = () => {
      if (kept.current === form || draft.current.sent) return
      kept.current = form
      keepDraft(me, draft.current)
    }
    const timer = setTimeout(keep.current, 250)
    return () => { clearTimeout(timer) }
  }, [me, form])
  useEffect(() => {
    const leave = () => { keep.current() }
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
  return draft
}

/** The field of the first problem, where there is one. */
function firstWrong (answered: Answered): string | undefined {
  return answered.made.mistakes[0]?.field ?? sayingsOf(answered).said.keys().next().value
}

function Lost ({ busy, onAsk }: { busy: boolean, onAsk: () => void }) {
  const own = useWords(words)
  return (
    <Alert color='orange' variant='light' role='alert' title={own.lost.title} mb='md'>
      <Stack gap='sm'>
        <Text size='sm'>{own.lost.text}</Text>
        <Group><Button loading={busy} onClick={onAsk}>{own.lost.action}</Button></Group>
      </Stack>
    </Alert>
  )
}
