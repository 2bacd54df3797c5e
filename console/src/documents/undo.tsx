import { Button, Checkbox, Group, NumberInput, SegmentedControl, Stack, Table, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ban, PencilLine } from 'lucide-react'
import { useState } from 'react'
import type { RequestOf } from '../../../clients/typescript/client.ts'
import { timbre } from '../session/session.ts'
import { Confirm } from '../shared/confirm.tsx'
import { useText, useWords } from '../text/text.tsx'
import { useLineAmounts } from './line-amounts.ts'
import { useDocumentName } from './name.ts'
import { saidIn, type Detail } from './requests.ts'
import { words } from './words.ts'

type Correction = Omit<RequestOf<'/api/Webhook/Correct', 'post'>['body'], 'correlationId'>
interface Line { itemName?: string | null, quantity?: number | null, unitPrice?: number | null }

const boletas = ['39', '41']

/** Whether a note can still change it: it has a folio, and the SII has not refused it. */
export function isInForce ({ folio, status, annulledBy }: Detail): boolean {
  return folio !== null && status >= 2 && status <= 6 && !annulledBy
}

/** Issues the note that annuls the document, and shows it; a boleta may then be issued as a factura. */
export function Annul ({ detail }: { detail: Detail }) {
  const own = useWords(words)
  const nameOf = useDocumentName()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [opened, { open, close }] = useDisclosure()
  const [reason, setReason] = useState('')
  const [asFactura, setAsFactura] = useState(false)
  const { correlationId, invoiceTypeCode } = detail
  const work = useMutation({
    mutationFn: () => timbre.post('/api/Webhook/Annul', { body: { correlationId, reason: reason.trim() || own.annul.default } }),
    onSuccess: (note) => {
      close()
      void cache.invalidateQueries()
      void (asFactura
        ? navigate({ to: '/issue', search: { factura: correlationId } })
        : navigate({ to: '/documents/$id', params: { id: note.correlationId } }))
    }
  })
  // No note annuls a delivery note.
  if (invoiceTypeCode === '52') return null
  return (
    <>
      <Button variant='default' leftSection={<Ban size={16} />} onClick={open}>{own.annul.action}</Button>
      <Confirm
        opened={opened} onClose={close} title={own.annul.title(nameOf(detail))} action={own.annul.action} danger work={work}
        onConfirm={() => { work.mutate() }}
      >
        <Stack gap='sm'>
          <Text size='sm'>{own.annul.text}</Text>
          <TextInput
            data-autofocus label={own.annul.reason} placeholder={own.annul.default} maxLength={90} value={reason}
            onChange={({ currentTarget }) => { setReason(currentTarget.value) }}
          />
          {boletas.includes(invoiceTypeCode) && (
            <Checkbox
              label={own.annul.asFactura} checked={asFactura} onChange={({ currentTarget }) => { setAsFactura(currentTarget.checked) }}
            />
          )}
        </Stack>
      </Confirm>
    </>
  )
}

const kinds = ['lower', 'add', 'texts'] as const
type Kind = typeof kinds[number]

/** Issues a note about a part of the document, or about a text of it, and shows it. */
export function Correct ({ detail }: { detail: Detail }) {
  const own = useWords(words)
  const nameOf = useDocumentName()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [opened, { open, close }] = useDisclosure()
  const [kind, setKind] = useState<Kind>('lower')
  const [reason, setReason] = useState('')
  const [text, setText] = useState({ field: '', was: '', is: '' })
  const [parts, setParts] = useState<Readonly<Record<number, number>>>({})
  const { correlationId, invoiceTypeCode } = detail
  const lines = saidIn<{ details?: Line[] | null } | null>(detail)?.details ?? []
  const work = useMutation({
    mutationFn: () => timbre.post('/api/Webhook/Correct', {
      body: { correlationId, ...correctionOf(), ...(reason.trim() !== '' && { reason: reason.trim() }) }
    }),
    onSuccess: (note) => {
      close()
      void cache.invalidateQueries()
      void navigate({ to: '/documents/$id', params: { id: note.correlationId } })
    }
  })

  function correctionOf (): Correction {
    const { field, was, is } = text
    if (kind === 'texts') return { texts: [{ was, is, ...(field.trim() !== '' && { field }) }] }
    const given = lines.flatMap((line, index) => {
      const part = parts[index] ?? 0
      return part > 0 ? [{ line: index + 1, ...(isPriced(line) ? { quantity: part } : { amount: part }) }] : []
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
    <>
      <Button variant='default' leftSection={<PencilLine size={16} />} onClick={open}>{own.amend.action}</Button>
      <Confirm
        opened={opened} onClose={close} title={own.amend.title(nameOf(detail))} action={own.amend.issue} work={work}
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
              <Parts
                detail={detail} lines={lines} parts={parts}
                onChange={(index, part) => { setParts((known) => ({ ...known, [index]: part })) }}
              />
            </>
          )}
          <TextInput
            label={own.amend.reason} maxLength={90} value={reason} onChange={({ currentTarget }) => { setReason(currentTarget.value) }}
          />
        </Stack>
      </Confirm>
    </>
  )
}

const isPriced = ({ unitPrice }: Line): boolean => typeof unitPrice === 'number' && unitPrice > 0

/** How much of each line: units where it has a price, an amount elsewhere. */
function Parts ({ detail, lines, parts, onChange }: {
  detail: Detail, lines: Line[], parts: Readonly<Record<number, number>>, onChange: (index: number, part: number) => void
}) {
  const own = useWords(words)
  const { format } = useText()
  const amounts = useLineAmounts(detail.correlationId, detail.folio)
  return (
    <Table horizontalSpacing='xs' className='numbers'>
      <caption className='unseen'>{own.data.lines}</caption>
      <Table.Tbody>
        {lines.map((line, index) => {
          const whole = isPriced(line) ? line.quantity ?? 1 : amounts?.get(index + 1)
          const name = own.amend.part(line.itemName ?? '', isPriced(line))
          return (
            <Table.Tr key={index}>
              <Table.Td>{line.itemName}</Table.Td>
              <Table.Td w={150}>
                <Group gap={6} wrap='nowrap'>
                  <NumberInput
                    data-autofocus={index === 0 || undefined} aria-label={name} size='xs' w={88} min={0} hideControls decimalSeparator=',' thousandSeparator='.'
                    value={parts[index] ?? ''}
                    onChange={(value) => { onChange(index, Number(value)) }}
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
