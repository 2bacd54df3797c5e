import { Group, NativeSelect, NumberInput, SegmentedControl, Stack, Table, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { RequestOf } from '../../../clients/typescript/client.ts'
import { timbre } from '../session/session.ts'
import { Confirm } from '../shared/confirm.tsx'
import { useWhere } from '../shared/environment.ts'
import { useText, useWords } from '../text/text.tsx'
import { useLineAmounts } from './line-amounts.ts'
import { useDocumentName } from './name.ts'
import { saidIn, type Detail } from './requests.ts'
import { words } from './words.ts'

type Correction = Omit<RequestOf<'/api/Webhook/Correct', 'post'>['body'], 'correlationId'>
interface Line { itemName?: string | null, quantity?: number | null, unitPrice?: number | null }

const kinds = ['lower', 'add', 'prices', 'texts'] as const
type Kind = typeof kinds[number]

const pauseMs = 400

/** Issues a note about a part of the document, or about a text of it, and shows it. */
export function CorrectDialog ({ detail, onClose }: { detail: Detail, onClose: () => void }) {
  const own = useWords(words)
  const nameOf = useDocumentName()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [kind, setKind] = useState<Kind>('lower')
  const [reason, setReason] = useState('')
  const [text, setText] = useState({ field: '', was: '', is: '' })
  const [parts, setParts] = useState<Readonly<Record<number, Part>>>({})
  const [prices, setPrices] = useState<Readonly<Record<number, number>>>({})
  const { correlationId, invoiceTypeCode } = detail
  const lines = saidIn<{ details?: Line[] | null } | null>(detail)?.details ?? []
  const work = useMutation({
    mutationFn: () => timbre.post('/api/Webhook/Correct', { body: bodyOf() }),
    onSuccess: (note) => {
      onClose()
      void cache.invalidateQueries()
      void navigate({ to: '/documents/$id', params: { id: note.correlationId } })
    }
  })

  function bodyOf () {
    return { correlationId, ...correctionOf(), ...(reason.trim() !== '' && { reason: reason.trim() }) }
  }

  function correctionOf (): Correction {
    const { field, was, is } = text
    if (kind === 'texts') return { texts: [{ was, is, ...(field.trim() !== '' && { field }) }] }
    if (kind === 'prices') {
      return { lines: Object.entries(prices).map(([index, unitPrice]) => ({ line: Number(index) + 1, unitPrice })) }
    }
    const given = lines.flatMap((line, index) => {
      const { value = 0, unit = unitOf(line) } = parts[index] ?? {}
      return value > 0 ? [{ line: index + 1, [unit]: value }] : []
    })
    return { lines: given, ...(kind === 'add' && { add: true }) }
  }

  const isCredit = invoiceTypeCode === '61' || invoiceTypeCode === '112'
  const set = (member: keyof typeof text) => ({
    value: text[member],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      setText((known) => ({ ...known, [member]: value }))
    }
  })
  return (
    <Confirm
      opened onClose={onClose} title={own.amend.title(nameOf(detail))} action={own.amend.issue} work={work}
      onConfirm={() => { work.mutate() }}
    >
      <Stack gap='sm'>
        <SegmentedControl
          aria-label={own.amend.label} fullWidth value={kind} onChange={(value) => { setKind(value as Kind) }}
          data={kinds.filter((one) => !(one === 'add' && isCredit)).map((value) => ({ value, label: own.amend.kinds[value] }))}
        />
        {kind === 'texts' ? (
          <>
            <TextInput label={own.amend.field} maxLength={60} {...set('field')} />
            <TextInput label={own.amend.was} maxLength={300} required {...set('was')} />
            <TextInput label={own.amend.is} maxLength={300} required {...set('is')} />
          </>
        ) : (
          <>
            <Text size='sm' c='dimmed'>{own.amend.howMuch[kind]}</Text>
            {kind === 'prices' ? (
              <Prices
                lines={lines} prices={prices}
                onChange={(index, price) => {
                  setPrices(({ [index]: _, ...known }) => price === undefined ? known : { ...known, [index]: price })
                }}
              />
            ) : (
              <Parts
                detail={detail} lines={lines} parts={parts}
                onChange={(index, part) => { setParts((known) => ({ ...known, [index]: part })) }}
              />
            )}
            <NoteTotal body={bodyOf()} detail={detail} />
          </>
        )}
        <TextInput
          label={own.amend.reason} maxLength={90} value={reason} onChange={({ currentTarget }) => { setReason(currentTarget.value) }}
        />
      </Stack>
    </Confirm>
  )
}

type Unit = 'quantity' | 'amount'
interface Part { value?: number, unit?: Unit }

const isPriced = ({ unitPrice }: Line): boolean => typeof unitPrice === 'number' && unitPrice > 0

/** Units where a line has a price; an amount elsewhere, and where a person chooses so. */
const unitOf = (line: Line): Unit => isPriced(line) ? 'quantity' : 'amount'

/** What the note would come to, as the server computes it; nothing until a line changes. */
function NoteTotal ({ body, detail: { currency, customerCompanyName } }: { body: RequestOf<'/api/Webhook/Correct', 'post'>['body'], detail: Detail }) {
  const own = useWords(words)
  const { format } = useText()
  const where = useWhere()
  const [asked] = useDebouncedValue(JSON.stringify(body), pauseMs)
  const { data } = useQuery({
    queryKey: ['correction', asked], enabled: (body.lines?.length ?? 0) > 0, retry: false, gcTime: 0,
    queryFn: async ({ signal }) => (await timbre.post('/api/Webhook/Correct', {
      body: JSON.parse(asked) as typeof body, headers: { 'X-Dry-Run': 'true' }, signal
    })).dryRun ?? null
  })
  const total = asked === JSON.stringify(body) ? data?.totals?.totalAmount : undefined
  const amount = typeof total === 'number' ? format.amount(total, currency) : undefined
  return (
    <>
      <Group justify='space-between' role='status' aria-label={own.amend.total}>
        <Text size='sm'>{own.amend.total}</Text>
        <Text size='sm' fw={600} className='numbers'>{amount ?? '–'}</Text>
      </Group>
      {amount !== undefined && <Text size='sm' c='dimmed'>{own.amend.question(amount, customerCompanyName, where)}</Text>}
    </>
  )
}

/** The price of each line as it should have been. */
function Prices ({ lines, prices, onChange }: {
  lines: Line[], prices: Readonly<Record<number, number>>, onChange: (index: number, price: number | undefined) => void
}) {
  const own = useWords(words)
  const { format } = useText()
  return (
    <Table horizontalSpacing='xs' className='numbers'>
      <caption className='unseen'>{own.data.lines}</caption>
      <Table.Tbody>
        {lines.map((line, index) => isPriced(line) && (
          <Table.Tr key={index}>
            <Table.Td>{line.itemName}</Table.Td>
            <Table.Td w={150}>
              <NumberInput
                aria-label={own.amend.price(line.itemName ?? '')} size='xs' min={0} hideControls decimalSeparator=',' thousandSeparator='.'
                placeholder={format.number(line.unitPrice ?? 0)} value={prices[index] ?? ''}
                onChange={(value) => { onChange(index, value === '' ? undefined : Number(value)) }}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** How much of each line, in units or as an amount. */
function Parts ({ detail, lines, parts, onChange }: {
  detail: Detail, lines: Line[], parts: Readonly<Record<number, Part>>, onChange: (index: number, part: Part) => void
}) {
  const own = useWords(words)
  const { format } = useText()
  const amounts = useLineAmounts(detail.correlationId, detail.folio)
  return (
    <Table horizontalSpacing='xs' className='numbers'>
      <caption className='unseen'>{own.data.lines}</caption>
      <Table.Tbody>
        {lines.map((line, index) => {
          const { value, unit = unitOf(line) } = parts[index] ?? {}
          const isCounted = unit === 'quantity'
          const whole = isCounted ? line.quantity ?? 1 : amounts?.get(index + 1)
          const name = own.amend.part(line.itemName ?? '', isCounted)
          return (
            <Table.Tr key={index}>
              <Table.Td>{line.itemName}</Table.Td>
              <Table.Td w={230}>
                <Group gap={6} wrap='nowrap'>
                  {isPriced(line) && (
                    <NativeSelect
                      aria-label={own.amend.unit(line.itemName ?? '')} size='xs' w={74} value={unit}
                      data={(['quantity', 'amount'] as const).map((one) => ({ value: one, label: own.amend.units[one] }))}
                      onChange={({ currentTarget }) => { onChange(index, { unit: currentTarget.value as Unit }) }}
                    />
                  )}
                  <NumberInput
                    data-autofocus={index === 0 || undefined} aria-label={name} size='xs' w={88} min={0} hideControls decimalSeparator=',' thousandSeparator='.'
                    value={value ?? ''}
                    onChange={(typed) => { onChange(index, { unit, ...typed !== '' && { value: Number(typed) } }) }}
                  />
                  <Text size='xs' c='dimmed' style={{ whiteSpace: 'nowrap' }}>{whole !== undefined && own.amend.ofWhole(format.number(whole))}</Text>
                </Group>
              </Table.Td>
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}
