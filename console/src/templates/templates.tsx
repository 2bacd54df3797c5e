import { Badge, Box, Button, Group, Menu, Paper, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LayoutTemplate, Plus } from 'lucide-react'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre, useCan } from '../session/session.ts'
import { useTypeName } from '../shared/document-types.ts'
import { Loading, PageTitle, useNarrow } from '../shared/page.tsx'
import { Nothing, Problem } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { words } from './words.ts'

type Listed = ResultOf<'/api/PdfTemplate/List', 'get'>[number]

export function Templates () {
  const own = useWords(words)
  const can = useCan()
  const { data, error, refetch } = useQuery({ queryKey: ['templates'], queryFn: () => timbre.get('/api/PdfTemplate/List') })
  return (
    <Stack gap='lg'>
      <PageTitle title={own.title} note={own.intro}>{can('PdfTemplate.Manage') && data && data.length > 0 && <Create />}</PageTitle>
      {error && !data ? <Problem error={error} onRetry={() => { void refetch() }} /> : !data ? <Loading rows={3} /> : data.length === 0 ? (
        <Nothing
          icon={<LayoutTemplate size={28} />} title={own.none} note={own.noneText}
        >
          {can('PdfTemplate.Manage') && <Create />}
        </Nothing>
      ) : <Paper><Rows rows={data} /></Paper>}
    </Stack>
  )
}

function Create () {
  const own = useWords(words)
  const choices = [['new', own.withSettings, own.withSettingsText], ['new-code', own.withCode, own.withCodeText]] as const
  return (
    <Menu position='bottom-end' width={300}>
      <Menu.Target><Button leftSection={<Plus size={16} />}>{own.create}</Button></Menu.Target>
      <Menu.Dropdown>
        {choices.map(([id, label, note]) => (
          <Menu.Item key={id} component={Link} to={`/templates/${id}`}>
            <Text size='sm' fw={550}>{label}</Text>
            <Text size='xs' c='dimmed'>{note}</Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Rows ({ rows }: { rows: Listed[] }) {
  const { format } = useText()
  const own = useWords(words)
  const nameOf = useTypeName()
  const narrow = useNarrow()
  const name = (row: Listed) => (
    <Link to='/templates/$id' params={{ id: row.id }} className='plain'>
      <Group gap='xs' component='span'>
        <Text span size='sm' fw={550}>{row.name}</Text>
        {row.isDefault && <Badge variant='light' c='var(--mantine-color-text)' tt='none' size='sm' component='span'>{own.isDefault}</Badge>}
      </Group>
    </Link>
  )
  const types = ({ documentTypes }: Listed) => documentTypes?.length ? documentTypes.map(nameOf).join(', ') : own.allTypes
  if (narrow) {
    return (
      <ul className='cards'>
        {rows.map((row) => (
          <Box component='li' key={row.id} className='row' px='md' py='sm'>
            {name(row)}
            <Text size='xs' c='dimmed' className='clip'>{own.kinds[row.kind]} · {own.formats[row.format]} · {types(row)}</Text>
          </Box>
        ))}
      </ul>
    )
  }
  return (
    <Table layout='fixed'>
      <caption className='unseen'>{own.caption}</caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{own.columns.name}</Table.Th><Table.Th w='12%'>{own.columns.kind}</Table.Th><Table.Th w='28%'>{own.columns.types}</Table.Th>
          <Table.Th w='12%'>{own.columns.format}</Table.Th><Table.Th w='16%'>{own.columns.changed}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.id} className='row'>
            <Table.Td>{name(row)}</Table.Td>
            <Table.Td c='dimmed'>{own.kinds[row.kind]}</Table.Td>
            <Table.Td c='dimmed' className='clip' title={types(row)}>{types(row)}</Table.Td>
            <Table.Td c='dimmed'>{own.formats[row.format]}</Table.Td>
            <Table.Td c='dimmed' className='numbers'>{format.day(row.updatedAt)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
