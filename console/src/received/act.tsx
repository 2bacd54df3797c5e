import { Alert, Button, Checkbox, Group, Modal, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre } from '../session/session.ts'
import { ProblemNotice } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { actWords } from './act-words.ts'
import { FailureNote } from './failures.tsx'
import { useReceivedName } from './name.ts'
import { policies, type Row } from './requests.ts'
import { actionsOf, type Act } from './acts.ts'

type Outcome =
  | ResultOf<'/api/Received/Claim', 'post'>['results'][number]
  | ResultOf<'/api/Received/Answer', 'post'>['results'][number]
  | ResultOf<'/api/Received/GiveReceipt', 'post'>['results'][number]

interface ActDialogProps { act: Act, rows: Row[], onClose: () => void }

/** Asks once before a legal act, and then shows the outcome of each document. */
export function ActDialog ({ act, rows, onClose }: ActDialogProps) {
  const own = useWords(actWords)
  const { text, format } = useText()
  const nameOf = useReceivedName()
  const cache = useQueryClient()
  const able = rows.filter((row) => actionsOf(row, act).length > 0)
  const [form, setForm] = useState<Form>({ kind: 'RCD', answer: '0', said: '', tells: false })
  const [isLeft, setIsLeft] = useState(false)
  const refresh = () => { void cache.invalidateQueries({ queryKey: ['received'] }) }
  const work = useMutation({
    mutationFn: async (): Promise<Outcome[]> => (await send(act, able.map(({ id }) => id), form)).results,
    onSuccess: refresh
  })
  // What the SII answered while the outcomes were read.
  const close = () => {
    onClose()
    if (work.data) refresh()
  }
  const isMissing = form.said.trim().length < (act === 'claim' ? 3 : 1) && wantsText(act, form)
  const submit = () => {
    setIsLeft(true)
    if (!isMissing) work.mutate()
  }
  return (
    <Modal opened onClose={close} title={own.titles[act]} size='lg' centered closeButtonProps={{ 'aria-label': text.actions.close }}>
      {work.data ? <Outcomes act={act} outcomes={work.data} rows={rows} onClose={close} /> : (
        <form noValidate onSubmit={(event) => { event.preventDefault(); submit() }}>
          <Stack>
            <Text size='sm' fw={600}>{able.length === 1 ? nameOf(able[0]!) : own.of(format.number(able.length))}</Text>
            <FailureNote rows={able} />
            <Text size='sm'>{own.effects[act]}</Text>
            {act === 'claim' && <Choice label={own.kind} of={own.kinds} value={form.kind} onChange={(kind) => { setForm({ ...form, kind }) }} />}
            {act === 'answer' && (
              <Choice label={own.answer} of={own.answers} value={form.answer} onChange={(answer) => { setForm({ ...form, answer }) }} />
            )}
            {wantsText(act, form) && <Said act={act} form={form} isMissing={isLeft && isMissing} onChange={setForm} />}
            {act !== 'answer' && (
              <Checkbox
                label={own.tellSupplier} checked={form.tells}
                onChange={({ currentTarget }) => { setForm({ ...form, tells: currentTarget.checked }) }}
              />
            )}
            {act !== 'answer' && <Terms rows={able} hasDays />}
            {act === 'answer' && form.answer === 'receipt' && <Terms rows={able} />}
            {able.length < rows.length && <Text size='sm' c='dimmed'>{own.left(format.number(rows.length - able.length))}</Text>}
            <ProblemNotice error={work.error} />
            <Group justify='end'>
              <Button variant='default' onClick={onClose}>{text.actions.cancel}</Button>
              <Button type='submit' color={act === 'claim' ? 'red.8' : 'ink'} loading={work.isPending} disabled={able.length === 0}>
                {own.submit[act]}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  )
}

interface Form {
  kind: 'RCD' | 'RFP' | 'RFT'
  answer: '0' | '1' | '2' | 'receipt'
  /** The reason of a claim, the comment of an answer, or the place of a receipt. */
  said: string
  /** Whether the supplier is answered, too. */
  tells: boolean
}

function wantsText (act: Act, { answer }: Form): boolean {
  return act === 'claim' || (act === 'answer' && answer !== '0')
}

function send (act: Act, ids: string[], { kind, answer, said, tells }: Form): Promise<{ results: Outcome[] }> {
  const told = said.trim()
  if (act === 'answer' && answer === 'receipt') return timbre.post('/api/Received/GiveReceipt', { body: { ids, place: told } })
  if (act === 'answer') {
    return timbre.post('/api/Received/Answer', { body: { ids, result: Number(answer) as 0 | 1 | 2, ...told !== '' && { comment: told } } })
  }
  const action = act === 'claim' ? kind : act
  return timbre.post('/api/Received/Claim', { body: { ids, action, answerSupplier: tells, ...act === 'claim' && { reason: told } } })
}

interface ChoiceProps<Name extends string> {
  label: string
  of: Record<Name, [string, string]>
  value: Name
  onChange: (value: Name) => void
}

function Choice<Name extends string> ({ label, of, value, onChange }: ChoiceProps<Name>) {
  return (
    <Radio.Group label={label} value={value} onChange={(next) => { onChange(next as Name) }}>
      <Stack gap='xs' mt='xs'>
        {(Object.entries(of) as Array<[Name, [string, string]]>).map(([name, [title, note]]) => (
          <Radio key={name} value={name} label={title} description={note} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

interface SaidProps { act: Act, form: Form, isMissing: boolean, onChange: (form: Form) => void }

function Said ({ act, form, isMissing, onChange }: SaidProps) {
  const own = useWords(actWords)
  const field = {
    required: true, withAsterisk: false, value: form.said,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => { onChange({ ...form, said: value }) }
  }
  if (act === 'answer' && form.answer === 'receipt') {
    return <TextInput label={own.place} description={own.placeNote} maxLength={80} error={isMissing && own.missingPlace} {...field} />
  }
  const said = act === 'answer' ? { label: own.comment, maxLength: 256 } : { label: own.reason, description: own.reasonNote, maxLength: 500 }
  return <Textarea autosize minRows={2} error={isMissing && own.missing} {...said} {...field} />
}

/** Until when, what silence means, and when two persons are needed. */
function Terms ({ rows, hasDays = false }: { rows: Row[], hasDays?: boolean }) {
  const own = useWords(actWords)
  const { format } = useText()
  const { data } = useQuery(policies)
  const [first] = rows.flatMap(({ claimBy }) => claimBy ?? []).sort()
  const limit = data?.approvalAmount
  if (!hasDays && typeof limit !== 'number') return null
  return (
    <Alert color='gray' variant='light' p='sm'>
      <Stack gap={4}>
        {hasDays && first !== undefined && <Text size='sm'>{(rows.length === 1 ? own.until : own.untilFirst)(format.moment(first))}</Text>}
        {typeof limit === 'number' && <Text size='sm'>{own.twoPersons(format.amount(limit))}</Text>}
      </Stack>
    </Alert>
  )
}

function Outcomes ({ act, outcomes, rows, onClose }: { act: Act, outcomes: Outcome[], rows: Row[], onClose: () => void }) {
  const own = useWords(actWords)
  const { text, language } = useText()
  const nameOf = useReceivedName()
  return (
    <Stack>
      <div role='status'>
        <ul className='outcomes'>
          {outcomes.map((one) => {
            const { id, outcome, explanation } = one
            const Icon = outcome === 'refused' ? CircleAlert : CircleCheck
            const row = rows.find((one) => one.id === id)
            return (
              <li key={id}>
                <span className='outcome-icon'><Icon size={18} color={`var(--${outcome === 'refused' ? 'bad' : 'good'})`} aria-hidden='true' /></span>
                <Text size='sm'>
                  <b>{row && nameOf(row)}</b>: {own.outcomes[wordOf(one, act)]}.{' '}
                  {explanation?.[language]}
                </Text>
                {'blockedBy' in one && one.blockedBy !== null && <Withdraw claimId={one.blockedBy} />}
              </li>
            )
          })}
        </ul>
      </div>
      <Group justify='end'><Button data-autofocus onClick={onClose}>{text.actions.close}</Button></Group>
    </Stack>
  )
}

/** Of an answer to the supplier, whether it goes out at once or waits for the SII. */
function wordOf (one: Outcome, act: Act): 'queued' | 'sent' | 'unconfirmed' | 'awaitingApproval' | 'refused' {
  if (act !== 'answer' || one.outcome !== 'queued') return one.outcome
  return 'answerId' in one && one.answerId === null ? 'unconfirmed' : 'sent'
}

/** What stands in the way can be withdrawn before it is sent. */
function Withdraw ({ claimId }: { claimId: string }) {
  const own = useWords(actWords)
  const cache = useQueryClient()
  const work = useMutation({
    mutationFn: () => timbre.post('/api/Received/DecideClaim', { body: { claimId, approve: false } }),
    onSuccess: () => { void cache.invalidateQueries({ queryKey: ['received'] }) }
  })
  if (work.data) return <Text size='sm'>{own.withdrawn}</Text>
  return (
    <Stack gap='xs'>
      <Button size='compact-sm' variant='default' loading={work.isPending} onClick={() => { work.mutate() }}>{own.withdraw}</Button>
      <ProblemNotice error={work.error} />
    </Stack>
  )
}
