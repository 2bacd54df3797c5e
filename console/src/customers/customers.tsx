import { Box, Group, Modal, Table, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { ContactRound } from 'lucide-react'
import { useState } from 'react'
import { timbre, useCan } from '../session/session.ts'
import { KeptList } from '../shared/kept/kept-list.tsx'
import { useNarrow } from '../shared/page.tsx'
import { useText, useWords } from '../text/text.tsx'
import { CustomerForm } from './form.tsx'
import type { Customer } from './requests.ts'
import { useTerms } from './terms.ts'
import { words } from './words.ts'

/** Whom the company sells to. */
export function Customers () {
  const { text } = useText()
  const own = useWords(words)
  const can = useCan()
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  const close = () => { setAdding(false) }
  return (
    <>
      <KeptList
        place='/customers' own={own} icon={<ContactRound size={28} />}
        find={(query, signal) => timbre.get('/api/Customer/List', { query, signal })}
        onCreate={can('Customer.Manage') ? () => { setAdding(true) } : undefined} rows={(rows) => <Rows rows={rows} />}
      />
      <Modal opened={adding} onClose={close} title={own.create} size='lg' centered closeButtonProps={{ 'aria-label': text.actions.close }}>
        <CustomerForm onCancel={close} onKept={({ id }) => { void navigate({ to: '/customers/$id', params: { id } }) }} />
      </Modal>
    </>
  )
}

function Rows ({ rows }: { rows: Customer[] }) {
  const { format } = useText()
  const own = useWords(words)
  const narrow = useNarrow()
  const termsOf = useTerms()
  const name = ({ id, businessName }: Customer) => (
    <Link to='/customers/$id' params={{ id }} className='plain'><Text span size='sm' fw={550} title={businessName}>{businessName}</Text></Link>
  )
  const rut = ({ taxNumber, foreignId }: Customer) => foreignId ?? format.rut(taxNumber)
  if (narrow) {
    return (
      <ul className='cards' aria-label={own.caption}>
        {rows.map((row) => (
          <Box component='li' key={row.id} className='row' px='md' py='sm'>
            <Group justify='space-between' wrap='nowrap' gap='sm'>
              <Box miw={0} className='clip'>{name(row)}</Box><Text size='xs' c='dimmed' flex='none'>{termsOf(row)}</Text>
            </Group>
            <Text size='xs' c='dimmed' className='clip numbers'>{[rut(row), row.municipality].filter(Boolean).join(' · ')}</Text>
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
          <Table.Th>{own.columns.name}</Table.Th><Table.Th w='14%'>{own.columns.rut}</Table.Th><Table.Th w='15%'>{own.columns.municipality}</Table.Th>
          <Table.Th w='24%'>{own.columns.email}</Table.Th><Table.Th w='16%'>{own.columns.terms}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.id} className='row'>
            <Table.Td className='clip'>{name(row)}</Table.Td>
            <Table.Td className='numbers'>{rut(row)}</Table.Td>
            <Table.Td c='dimmed' className='clip'>{row.municipality}</Table.Td>
            <Table.Td c='dimmed' className='clip' title={row.email ?? ''}>{row.email}</Table.Td>
            <Table.Td c='dimmed'>{termsOf(row)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
