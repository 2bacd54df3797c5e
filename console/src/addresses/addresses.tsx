import { ActionIcon, Badge, Box, Button, Checkbox, Group, Menu, Modal, Paper, Stack, Table, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Globe, Pencil, Plus, Trash } from 'lucide-react'
import { useState } from 'react'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre, useCan, useMe } from '../session/session.ts'
import { useBegin } from '../shared/begin.ts'
import { Confirm } from '../shared/confirm.tsx'
import { Loading, PageTitle, useNarrow } from '../shared/page.tsx'
import { Nothing, Problem, ProblemNotice } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { contains, isEveryone } from './ranges.ts'
import { words } from './words.ts'

type Entry = ResultOf<'/api/IpAddressWhiteList/List', 'get'>[number]

/** From where the company's people and programs may come in. */
export function Addresses () {
  const own = useWords(words)
  const can = useCan()
  const { address } = useMe()
  const [edited, setEdited] = useState<Partial<Entry>>()
  const [removed, setRemoved] = useState<Entry>()
  const { data, error, refetch } = useQuery({ queryKey: ['addresses'], queryFn: () => timbre.get('/api/IpAddressWhiteList/List') })
  const manages = can('IpAddressWhiteList.Manage')
  useBegin('new', () => { if (manages) setEdited({}) })

  return (
    <Stack gap='lg'>
      <PageTitle title={own.title} note={own.intro}>
        {manages && data && data.length > 0 && (
          <Button leftSection={<Plus size={16} />} onClick={() => { setEdited({}) }}>{own.add}</Button>
        )}
      </PageTitle>
      <Text size='sm' c='dimmed' className='numbers'>{own.yours(address)}</Text>
      {error && !data ? <Problem error={error} onRetry={() => { void refetch() }} /> : !data ? <Loading rows={3} /> : data.length === 0 ? (
        <Nothing icon={<Globe size={28} />} title={own.none} note={own.noneText}>
          {manages && <Button onClick={() => { setEdited({ ipAddress: address }) }}>{own.addYours}</Button>}
        </Nothing>
      ) : (
        <Paper><Entries entries={data} manages={manages} onEdit={setEdited} onRemove={setRemoved} /></Paper>
      )}
      {edited && <EntryForm entry={edited} entries={data ?? []} onClose={() => { setEdited(undefined) }} />}
      {removed && <Removal entry={removed} entries={data ?? []} onClose={() => { setRemoved(undefined) }} />}
    </Stack>
  )
}

interface EntriesProps { entries: Entry[], manages: boolean, onEdit: (entry: Entry) => void, onRemove: (entry: Entry) => void }

function Entries ({ entries, manages, onEdit, onRemove }: EntriesProps) {
  const { format } = useText()
  const own = useWords(words)
  const { address } = useMe()
  const narrow = useNarrow()
  const range = (entry: Entry) => (
    <Group gap='xs'>
      <Text size='sm' fw={550} className='numbers'>{entry.ipAddress}</Text>
      {contains(entry.ipAddress, address) && <Badge variant='light' color='green' c='var(--mantine-color-text)' tt='none'>{own.ownAddress}</Badge>}
    </Group>
  )
  const actions = (entry: Entry) => manages && <Actions entry={entry} onEdit={onEdit} onRemove={onRemove} />
  if (narrow) {
    return (
      <ul className='cards'>
        {entries.map((entry) => (
          <Box component='li' key={entry.id} px='md' py='sm'>
            <Group justify='space-between' wrap='nowrap' align='start'>{range(entry)}{actions(entry)}</Group>
            <Text size='xs' c='dimmed'>{[entry.description, format.day(entry.createdAt)].filter(Boolean).join(' · ')}</Text>
          </Box>
        ))}
      </ul>
    )
  }
  return (
    <Table>
      <caption className='unseen'>{own.caption}</caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{own.columns.address}</Table.Th><Table.Th>{own.columns.description}</Table.Th>
          <Table.Th w='16%'>{own.columns.since}</Table.Th><Table.Td w={60} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map((entry) => (
          <Table.Tr key={entry.id}>
            <Table.Td>{range(entry)}</Table.Td>
            <Table.Td>{entry.description}</Table.Td>
            <Table.Td c='dimmed' className='numbers'>{format.day(entry.createdAt)}</Table.Td>
            <Table.Td ta='right'>{actions(entry)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Actions ({ entry, onEdit, onRemove }: Pick<EntriesProps, 'onEdit' | 'onRemove'> & { entry: Entry }) {
  const { text } = useText()
  return (
    <Menu position='bottom-end'>
      <Menu.Target>
        <ActionIcon
          variant='subtle' color='gray' aria-label={`${text.actions.more}: ${entry.ipAddress}`}
        >
          <Ellipsis size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Pencil size={15} />} onClick={() => { onEdit(entry) }}>{text.actions.edit}</Menu.Item>
        <Menu.Item leftSection={<Trash size={15} />} onClick={() => { onRemove(entry) }}>{text.actions.remove}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function EntryForm ({ entry, entries, onClose }: { entry: Partial<Entry>, entries: Entry[], onClose: () => void }) {
  const { text } = useText()
  const own = useWords(words)
  const { address } = useMe()
  const cache = useQueryClient()
  const form = useForm({
    initialValues: { ipAddress: entry.ipAddress ?? '', description: entry.description ?? '', confirmEveryone: false }
  })
  const keep = useMutation({
    mutationFn: async ({ ipAddress, description, confirmEveryone }: typeof form.values) => {
      const body = { ipAddress: ipAddress.trim(), description: description.trim(), ...(isEveryone(ipAddress) ? { confirmEveryone } : {}) }
      if (entry.id) await timbre.put('/api/IpAddressWhiteList/Update', { body: { id: entry.id, ...body } })
      else await timbre.post('/api/IpAddressWhiteList/Create', { body })
    },
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: ['addresses'] })
      onClose()
    }
  })
  const { ipAddress } = form.values
  const after = [...entries.filter(({ id }) => id !== entry.id).map((other) => other.ipAddress), ipAddress]
  const locksOut = ipAddress.trim() !== '' && !after.some((range) => contains(range, address))
  return (
    <Modal opened onClose={onClose} title={entry.id ? own.edit : own.add} centered closeButtonProps={{ 'aria-label': text.actions.close }}>
      <form onSubmit={form.onSubmit((values) => { keep.mutate(values) })}>
        <Stack>
          <TextInput
            label={own.address} description={own.addressNote} required withAsterisk={false} data-autofocus
            {...form.getInputProps('ipAddress')}
          />
          <TextInput label={own.description} description={own.descriptionNote} {...form.getInputProps('description')} />
          {isEveryone(ipAddress) && <Checkbox label={own.everyone} {...form.getInputProps('confirmEveryone', { type: 'checkbox' })} />}
          {locksOut && <Text size='sm' role='status' c='light-dark(#b45309, #fbbf24)'>{own.locksOut}</Text>}
          <ProblemNotice error={keep.error} />
          <Group justify='end'>
            <Button variant='default' onClick={onClose}>{text.actions.cancel}</Button>
            <Button type='submit' loading={keep.isPending} disabled={locksOut}>{text.actions.save}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function Removal ({ entry, entries, onClose }: { entry: Entry, entries: Entry[], onClose: () => void }) {
  const { text } = useText()
  const own = useWords(words)
  const { address } = useMe()
  const cache = useQueryClient()
  const remove = useMutation({
    mutationFn: () => timbre.delete('/api/IpAddressWhiteList/Delete', { query: { id: entry.id } }),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: ['addresses'] })
      onClose()
    }
  })
  const others = entries.filter(({ id }) => id !== entry.id)
  if (others.length > 0 && !others.some(({ ipAddress }) => contains(ipAddress, address))) {
    return (
      <Modal opened onClose={onClose} title={own.remove} centered closeButtonProps={{ 'aria-label': text.actions.close }}>
        <Text size='sm'>{own.locksOut}</Text>
      </Modal>
    )
  }
  return (
    <Confirm
      opened onClose={onClose} title={own.remove} action={text.actions.remove} danger work={remove}
      onConfirm={() => { remove.mutate() }}
    >
      {others.length === 0 ? own.removeLast(entry.ipAddress) : own.removeText(entry.ipAddress)}
    </Confirm>
  )
}
