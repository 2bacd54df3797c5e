import { Alert, Button, Stack, Table } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { timbre, useCan, useMe } from '../session/session.ts'
import { Confirm } from '../shared/confirm.tsx'
import { useTypeName } from '../shared/document-types.ts'
import { Card } from '../shared/page.tsx'
import { useText, useWords } from '../text/text.tsx'
import type { Submission } from './queries.ts'
import { words } from './words.ts'

/** Asks once, with numbers and totals; says beforehand where folios will not suffice. */
export function Process ({ submission }: { submission: Submission }) {
  const { text, format } = useText()
  const { process: own } = useWords(words)
  const { tenant: { environment, taxAuthority } } = useMe()
  const cache = useQueryClient()
  const [opened, { open, close }] = useDisclosure()
  const { id, counters: { ready, invalid } } = submission
  const process = useMutation({
    mutationFn: () => timbre.put('/api/BulkInvoice/Process', { query: { id } }),
    onSuccess: (next) => {
      cache.setQueryData(['submission', id], next)
      void cache.invalidateQueries({ queryKey: ['submission', id] })
      void cache.invalidateQueries({ queryKey: ['submissions'] })
      close()
    }
  })
  const place = taxAuthority === 2 ? text.environment.simulator
    : environment === 'production' ? text.environment.production : text.environment.certification
  const count = format.number(ready)
  return (
    <>
      <Button leftSection={<Send size={16} />} onClick={open}>{ready === 1 ? own.one : own.button(count)}</Button>
      <Confirm opened={opened} onClose={close} title={own.title} action={own.action} work={process} onConfirm={() => { process.mutate() }}>
        <Stack gap='sm'>
          <span>{own.text(count, place)}</span>
          <TypesTable submission={submission} />
          {invalid > 0 && <span>{own.left(format.number(invalid), invalid === 1)}</span>}
          <FoliosWarning submission={submission} />
        </Stack>
      </Confirm>
    </>
  )
}

/** What will be issued, type by type. */
export function ReadyTypes ({ submission }: { submission: Submission }) {
  const { types: own } = useWords(words)
  return (
    <Card title={own.title}>
      <Stack gap='md'>
        <TypesTable submission={submission} />
        <FoliosWarning submission={submission} />
      </Stack>
    </Card>
  )
}

function TypesTable ({ submission: { types } }: { submission: Submission }) {
  const { format } = useText()
  const { types: own } = useWords(words)
  const nameOf = useTypeName()
  return (
    <Table horizontalSpacing={0}>
      <caption className='unseen'>{own.title}</caption>
      <Table.Thead>
        <Table.Tr><Table.Th>{own.type}</Table.Th><Table.Th ta='right'>{own.documents}</Table.Th><Table.Th ta='right'>{own.total}</Table.Th></Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {types.map(({ invoiceTypeCode, documents, totalAmount }) => (
          <Table.Tr key={invoiceTypeCode}>
            <Table.Td>{nameOf(invoiceTypeCode)}</Table.Td>
            <Table.Td ta='right' className='numbers'>{format.number(documents)}</Table.Td>
            <Table.Td ta='right' className='numbers'>{totalAmount === null ? '—' : format.amount(totalAmount)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function FoliosWarning ({ submission: { types } }: { submission: Submission }) {
  const { format } = useText()
  const { process: own } = useWords(words)
  const can = useCan()
  const nameOf = useTypeName()
  const { data } = useQuery({ queryKey: ['folios'], queryFn: () => timbre.get('/api/Folio/List'), enabled: can('Folio.Read') })
  if (!data) return null
  const short = types.flatMap(({ invoiceTypeCode, documents }) => {
    const left = data.filter(({ documentType, state }) => String(documentType) === invoiceTypeCode && state === 2)
      .reduce((sum, { remaining }) => sum + remaining, 0)
    return left < documents ? [{ invoiceTypeCode, documents, left }] : []
  })
  if (short.length === 0) return null
  return (
    <Alert color='orange' variant='light'>
      {short.map(({ invoiceTypeCode, documents, left }) => (
        <div key={invoiceTypeCode}>{own.folios(nameOf(invoiceTypeCode), format.number(documents), format.number(left))}</div>
      ))}
    </Alert>
  )
}
