import { ActionIcon, Button, Checkbox, Group, NativeSelect, NumberInput, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { RequestOf } from '../../../clients/typescript/client.ts'
import { timbre, useCan } from '../session/session.ts'
import { useTypeName } from '../shared/document-types.ts'
import { BackLink, Card, Loading, PageTitle } from '../shared/page.tsx'
import { Problem, ProblemNotice } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { registryWords } from './registry-words.ts'
import { policies as asked, type Policies } from './requests.ts'
import { words } from './words.ts'

type Policy = NonNullable<RequestOf<'/api/Received/SetPolicies', 'put'>['body']['policies']>[number]

/** What Timbre does by itself with received documents, in the order in which it applies. */
export function ReceivingPolicies () {
  const own = useWords(registryWords).policies
  const { back } = useWords(words)
  const { data, error, refetch } = useQuery(asked)
  return (
    <Stack gap='md'>
      <BackLink to='/received'>{back}</BackLink>
      <PageTitle title={own.title} note={own.note} />
      {error && !data ? <Problem error={error} onRetry={() => { void refetch() }} /> : data ? <Form kept={data} /> : <Loading rows={4} />}
    </Stack>
  )
}

const amountField = {
  hideControls: true, allowDecimal: false, allowNegative: false, thousandSeparator: '.', decimalSeparator: ',', max: 999_999_999_999_999
} as const
const amountOf = (typed: number | string): number | null => typed === '' ? null : Number(typed)

/** A policy with a name for its place on the page, which it keeps while the order changes. */
type Row = Policy & { key: number }

function Form ({ kept }: { kept: Policies }) {
  const own = useWords(registryWords).policies
  const can = useCan()
  const cache = useQueryClient()
  const manages = can('Tenant.Manage')
  const [approvalAmount, setApproval] = useState(kept.approvalAmount)
  const [answerReception, setReception] = useState(kept.answerReception)
  const [rows, setRows] = useState<Row[]>(() => kept.policies.map((policy, key) => ({ ...policy, key })))
  const save = useMutation({
    mutationFn: () => timbre.put('/api/Received/SetPolicies', {
      body: { approvalAmount, answerReception, policies: rows.map(({ key: _key, ...policy }) => policy) }
    }),
    onSuccess: (saved) => {
      cache.setQueryData(asked.queryKey, saved)
      notifications.show({ message: own.saved, color: 'green' })
    }
  })
  const swap = (at: number, other: number) => {
    const next = [...rows]
    ;[next[at], next[other]] = [next[other]!, next[at]!]
    setRows(next)
  }
  const add = () => {
    setRows([...rows, {
      key: 1 + Math.max(-1, ...rows.map(({ key }) => key)), issuer: null, documentType: null, minAmount: null, maxAmount: null,
      action: 'receiptBeforeMonthEnd', answerSupplier: false, place: null
    }])
  }
  return (
    <form onSubmit={(event) => { event.preventDefault(); save.mutate() }}>
      <fieldset className='bare' disabled={!manages}>
        <Stack gap='lg'>
          <Paper p='lg'>
            <Stack>
              <NumberInput
                label={own.approval} description={own.approvalNote} prefix='$ ' maw={360} {...amountField} value={approvalAmount ?? ''}
                onChange={(value) => { setApproval(amountOf(value)) }}
              />
              <Checkbox
                label={own.reception} description={own.receptionNote} checked={answerReception}
                onChange={({ currentTarget }) => { setReception(currentTarget.checked) }}
              />
            </Stack>
          </Paper>
          <Card title={own.list}>
            <Stack gap='md'>
              {rows.length === 0 && <Text size='sm' c='dimmed'>{own.none}</Text>}
              {rows.map((row, at) => (
                <PolicyRow
                  key={row.key} at={at} policy={row} isLast={at === rows.length - 1} manages={manages}
                  onChange={(next) => { setRows(rows.map((one, place) => place === at ? { ...one, ...next } : one)) }}
                  onMove={(step) => { swap(at, at + step) }} onRemove={() => { setRows(rows.filter((one) => one !== row)) }}
                />
              ))}
              {manages && <Button variant='default' w='fit-content' leftSection={<Plus size={16} />} onClick={add}>{own.add}</Button>}
            </Stack>
          </Card>
          <ProblemNotice error={save.error} />
          {manages && <Button type='submit' w='fit-content' loading={save.isPending}>{own.save}</Button>}
        </Stack>
      </fieldset>
    </form>
  )
}

interface PolicyRowProps {
  at: number
  policy: Policy
  isLast: boolean
  manages: boolean
  onChange: (change: Partial<Policy>) => void
  onMove: (step: 1 | -1) => void
  onRemove: () => void
}

function PolicyRow ({ at, policy, isLast, manages, onChange, onMove, onRemove }: PolicyRowProps) {
  const { issuer, documentType, minAmount, maxAmount, action, answerSupplier, place } = policy
  const own = useWords(registryWords).policies
  const { format } = useText()
  const nameOf = useTypeName()
  const number = format.number(at + 1)
  const amount = (value: number | null | undefined) => value ?? ''
  return (
    <Paper p='md' withBorder component='section' aria-label={own.nth(number)}>
      <Group justify='space-between' mb='xs'>
        <Text size='sm' fw={600}>{own.nth(number)}</Text>
        {manages && (
          <Group gap={4}>
            <ActionIcon variant='default' size={30} disabled={at === 0} aria-label={own.up(number)} onClick={() => { onMove(-1) }}><ArrowUp size={15} /></ActionIcon>
            <ActionIcon variant='default' size={30} disabled={isLast} aria-label={own.down(number)} onClick={() => { onMove(1) }}><ArrowDown size={15} /></ActionIcon>
            <ActionIcon variant='default' size={30} aria-label={own.remove(number)} onClick={onRemove}><X size={15} /></ActionIcon>
          </Group>
        )}
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing='sm'>
        <TextInput
          label={own.issuer} placeholder={own.anyIssuer} value={issuer ?? ''} maxLength={15}
          onChange={({ currentTarget: { value } }) => { onChange({ issuer: value === '' ? null : value }) }}
        />
        <NativeSelect
          label={own.type} value={documentType ?? ''}
          data={[{ value: '', label: own.anyType }, ...['33', '34', '43'].map((value) => ({ value, label: nameOf(value) }))]}
          onChange={({ currentTarget: { value } }) => { onChange({ documentType: value === '' ? null : Number(value) }) }}
        />
        <NumberInput label={own.min} prefix='$ ' {...amountField} value={amount(minAmount)} onChange={(value) => { onChange({ minAmount: amountOf(value) }) }} />
        <NumberInput label={own.max} prefix='$ ' {...amountField} value={amount(maxAmount)} onChange={(value) => { onChange({ maxAmount: amountOf(value) }) }} />
        <NativeSelect
          label={own.action} value={action} data={Object.entries(own.actions).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) => { onChange({ action: value as Policy['action'] }) }}
        />
        <TextInput
          label={own.place} maxLength={80} value={place ?? ''}
          onChange={({ currentTarget: { value } }) => { onChange({ place: value === '' ? null : value }) }}
        />
      </SimpleGrid>
      <Checkbox
        mt='sm' label={own.tells} checked={answerSupplier ?? false}
        onChange={({ currentTarget }) => { onChange({ answerSupplier: currentTarget.checked }) }}
      />
    </Paper>
  )
}
