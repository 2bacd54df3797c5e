import { Button, Table, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { timbre } from '../session/session.ts'
import { useTypeName } from '../shared/document-types.ts'
import { save } from '../shared/files.tsx'
import { Card } from '../shared/page.tsx'
import { Problem, ProblemNotice } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { words } from './words.ts'

/** The folios that are in no valid document: the SII wants them annulled. Without any, there is nothing to see. */
export function Spent () {
  const own = useWords(words).spent
  const { format } = useText()
  const nameOf = useTypeName()
  const { data, error, refetch } = useQuery({ queryKey: ['folios', 'spent'], queryFn: () => timbre.get('/api/Folio/Spent') })
  const file = useMutation({
    mutationFn: async () => { save(await timbre.get('/api/Folio/SpentFile'), own.fileName) }
  })
  if (error && !data) return <Problem error={error} onRetry={() => { void refetch() }} />
  const rows = (data ?? []).flatMap(({ documentType, ranges }) => ranges.map((range) => ({ documentType, ...range })))
  if (rows.length === 0) return null
  return (
    <Card
      title={own.title}
      aside={<Button variant='default' size='xs' leftSection={<Download size={15} />} loading={file.isPending} onClick={() => { file.mutate() }}>{own.file}</Button>}
    >
      <Text size='sm' c='dimmed' mb='sm'>{own.note}</Text>
      <ProblemNotice error={file.error} />
      <Table className='numbers' aria-label={own.caption} horizontalSpacing='xs'>
        <Table.Thead>
          <Table.Tr><Table.Th>{own.type}</Table.Th><Table.Th ta='right'>{own.from}</Table.Th><Table.Th ta='right'>{own.to}</Table.Th><Table.Th>{own.cause}</Table.Th></Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ documentType, from, to, cause }) => (
            <Table.Tr key={`${documentType} ${from}`}>
              <Table.Td>{nameOf(documentType)}</Table.Td><Table.Td ta='right'>{format.number(from)}</Table.Td>
              <Table.Td ta='right'>{format.number(to)}</Table.Td><Table.Td>{own.causes[cause]}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  )
}
