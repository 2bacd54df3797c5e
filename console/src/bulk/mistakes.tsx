import { Button, Group, Loader, Select, Stack, Table, Text } from '@mantine/core'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useCan } from '../session/session.ts'
import { CodeMark } from '../shared/code-mark.tsx'
import { csvOf } from '../shared/csv.ts'
import { columnName, memberName } from '../shared/document/member-name.ts'
import { capital, useServersSentence } from '../shared/document/sentences.ts'
import { save } from '../shared/files.tsx'
import { AnchorLink } from '../shared/links.tsx'
import { Card, useNarrow } from '../shared/page.tsx'
import { Problem } from '../shared/problem.tsx'
import { useText, useWords, type Language } from '../text/text.tsx'
import { useMistakes, type Mistake, type Submission } from './queries.ts'
import { Upload } from './upload.tsx'
import { useValues } from './values.ts'
import { words } from './words.ts'

/** `name` says where it is, `column` leaves out the row. */
interface Found extends Mistake { document: string, position: number, name: string, column: string }

const shownAtOnce = 25

/** The mistakes as they stand in the sheet, by cause and by column, and the way to a corrected file. */
export function Mistakes ({ submission: { id, status, replacedById } }: { submission: Submission }) {
  const { format, language } = useText()
  const { mistakes: own } = useWords(words)
  const sentenceOf = useServersSentence()
  const can = useCan()
  const { data, error, refetch } = useMistakes(id, true)
  const [cause, setCause] = useState<string | null>(null)
  const [column, setColumn] = useState<string | null>(null)
  const [limit, setLimit] = useState(shownAtOnce)
  const isCorrectable = status === 1 && can('BulkInvoice.Manage') && can('Webhook.Issue')
  if (error && !data) return <Problem error={error} onRetry={() => { void refetch() }} />
  if (!data) return <Card title='…'><Loader size='sm' /></Card>

  const all: Found[] = data.rows.flatMap(({ key: document, position, problems }) =>
    problems.map((problem) => ({ ...problem, ...namesOf(problem, language), message: capital(sentenceOf(problem)), document, position })))
  const shown = all.filter((mistake) => (cause === null || causeOf(mistake) === cause) && (column === null || mistake.column === column))
  return (
    <Card
      title={all.length === 1 ? own.one : own.title(format.number(all.length))}
      aside={(
        <Button
          variant='default' size='compact-sm' leftSection={<Download size={14} />}
          onClick={() => { save(tableOf(all, own), own.fileName) }}
        >
          {own.download}
        </Button>
      )}
    >
      <Stack gap='md'>
        <Text size='sm' c='dimmed'>{own.text}</Text>
        <Group gap='sm'>
          <Select
            aria-label={own.byCause} placeholder={own.allCauses} clearable flex='2 1 260px' value={cause} onChange={setCause}
            data={countsOf(all, causeOf).map(([value, count]) => ({ value, label: `${value} (${format.number(count)})` }))}
          />
          <Select
            aria-label={own.column} placeholder={own.anyColumn} clearable flex='1 1 180px' value={column} onChange={setColumn}
            data={countsOf(all, (mistake) => mistake.column).map(([value, count]) => ({ value, label: `${value} (${format.number(count)})` }))}
          />
        </Group>
        <MistakesTable id={id} mistakes={shown.slice(0, limit)} isCorrectable={isCorrectable} />
        {shown.length > limit && (
          <Group justify='center'>
            <Button variant='default' size='xs' onClick={() => { setLimit(limit + shownAtOnce) }}>{own.showMore(format.number(shown.length - limit))}</Button>
          </Group>
        )}
        {data.documents > data.rows.length && (
          <Text size='sm' c='dimmed'>{own.more(format.number(data.rows.length), format.number(data.documents))}</Text>
        )}
        {status !== 2 && replacedById === null && can('BulkInvoice.Manage') && <Upload replacesId={id} title={own.corrected} />}
      </Stack>
    </Card>
  )
}

/** A file has columns of its own; the members of documents that were posted are called as in the form. */
function namesOf ({ field, path }: Mistake, language: Language): Pick<Found, 'name' | 'column'> {
  if (!path.startsWith('invoices[')) return { name: field, column: field }
  return { name: memberName(field, language), column: columnName(field, language) }
}

/** What is wrong, without what stands in the cell: the sentence of its code, as the first one says it. */
function causeOf ({ column, message }: Found): string {
  return `${column}: ${message}`
}

function countsOf (mistakes: Found[], keyOf: (mistake: Found) => string): Array<[string, number]> {
  const counts = new Map<string, number>()
  for (const mistake of mistakes) counts.set(keyOf(mistake), (counts.get(keyOf(mistake)) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)
}

/** The document's name; where it can be corrected by hand, it leads to its form. */
function Name ({ found: { document, position }, correctableIn }: { found: Found, correctableIn: string | undefined }) {
  const { mistakes: own } = useWords(words)
  if (correctableIn === undefined) return document
  return (
    <AnchorLink to='/issue' search={{ row: `${correctableIn}.${position}` }} aria-label={own.correct(document)} size='sm'>{document}</AnchorLink>
  )
}

function MistakesTable ({ id, mistakes, isCorrectable }: { id: string, mistakes: Found[], isCorrectable: boolean }) {
  const { format } = useText()
  const { mistakes: own } = useWords(words)
  const narrow = useNarrow()
  const valueOf = useValues(id, mistakes)
  const correctableIn = isCorrectable ? id : undefined
  if (narrow) {
    return (
      <ul className='cards'>
        {mistakes.map((mistake, index) => (
          <li key={index} style={{ padding: '10px 0' }}>
            <Group justify='space-between' gap='xs'>
              <Text size='sm' fw={600} className='numbers'>{mistake.cell ?? `${own.row} ${format.number(mistake.row)}`} · {mistake.name}</Text>
              <Text size='xs' c='dimmed'><Name found={mistake} correctableIn={correctableIn} /></Text>
            </Group>
            {valueOf(mistake) !== undefined && <Text size='sm' className='numbers wrap'>{own.stands}: «{valueOf(mistake)}»</Text>}
            <Text size='sm'>{mistake.message}<Code mistake={mistake} /></Text>
          </li>
        ))}
      </ul>
    )
  }
  return (
    <Table className='sheet' withColumnBorders withTableBorder>
      <caption className='unseen'>{own.caption}</caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={72} ta='right'>{own.row}</Table.Th>
          <Table.Th w={80}>{own.cell}</Table.Th>
          <Table.Th w='18%'>{own.field}</Table.Th>
          <Table.Th w='16%'>{own.stands}</Table.Th>
          <Table.Th>{own.why}</Table.Th>
          <Table.Th w='14%'>{own.document}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {mistakes.map((mistake, index) => (
          <Table.Tr key={index}>
            <Table.Td ta='right' className='numbers' c='dimmed'>{format.number(mistake.row)}</Table.Td>
            <Table.Td className='numbers' fw={600}>{mistake.cell ?? '—'}</Table.Td>
            <Table.Td>{mistake.name}</Table.Td>
            <Table.Td className='numbers wrap'>{valueOf(mistake) ?? '—'}</Table.Td>
            <Table.Td>{mistake.message}<Code mistake={mistake} /></Table.Td>
            <Table.Td c='dimmed' className='clip'><Name found={mistake} correctableIn={correctableIn} /></Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** For a help desk. */
function Code ({ mistake: { code, rule } }: { mistake: Found }) {
  const { text } = useText()
  return <CodeMark label={text.problem.code(rule ? `${code} (${rule})` : code)} />
}

function tableOf (mistakes: Found[], { document, row, cell, field, why }: Record<'document' | 'row' | 'cell' | 'field' | 'why', string>): Blob {
  return csvOf([document, row, cell, field, why], mistakes.map((found) => [
    found.document, found.row, found.cell ?? '', found.name, found.message
  ]))
}
