import { Button, Code, Group, Paper, Stack, Table, Text, Tooltip } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre } from '../session/session.ts'
import { Confirm } from '../shared/confirm.tsx'
import { CopyIcon } from '../shared/copy.tsx'
import { Facts, useNarrow } from '../shared/page.tsx'
import { useText, useWords } from '../text/text.tsx'
import { words } from './words.ts'

type Pair = ResultOf<'/api/Tenant/Keys', 'get'>[number]

/** The pairs that work, the older first. */
export function Pairs ({ pairs }: { pairs: Pair[] }) {
  const own = useWords(words)
  const { format } = useText()
  const narrow = useNarrow()
  const sorted = pairs.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
  const used = ({ lastUsedAt }: Pair) => lastUsedAt ? format.moment(lastUsedAt) : own.never
  const last = pairs.length < 2
  if (narrow) {
    return (
      <Paper px='md'>
        <ul className='cards' aria-label={own.pairs}>
          {sorted.map((pair) => (
            <li key={pair.id}>
              <Stack gap='xs' py='md' align='start'>
                <AccessKey pair={pair} />
                <Facts facts={[[own.created, format.moment(pair.createdAt)], [own.used, used(pair)]]} />
                <Revoke pair={pair} last={last} />
              </Stack>
            </li>
          ))}
        </ul>
      </Paper>
    )
  }
  return (
    <Paper className='clipped'>
      <Table className='numbers' aria-label={own.pairs}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{own.accessKey}</Table.Th><Table.Th>{own.created}</Table.Th><Table.Th>{own.used}</Table.Th>
            <Table.Th><span className='unseen'>{own.actions}</span></Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sorted.map((pair) => (
            <Table.Tr key={pair.id}>
              <Table.Td><AccessKey pair={pair} /></Table.Td>
              <Table.Td>{format.moment(pair.createdAt)}</Table.Td>
              <Table.Td>{used(pair)}</Table.Td>
              <Table.Td ta='right'><Revoke pair={pair} last={last} /></Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

function AccessKey ({ pair: { accessKey } }: { pair: Pair }) {
  const own = useWords(words)
  return (
    <Group gap={4} wrap='nowrap'>
      <Code className='wrap'>{accessKey}</Code>
      <CopyIcon value={accessKey} label={own.copy(own.accessKey)} />
    </Group>
  )
}

function Revoke ({ pair: { id, accessKey, lastUsedAt }, last }: { pair: Pair, last: boolean }) {
  const own = useWords(words)
  const { format } = useText()
  const queries = useQueryClient()
  const [opened, setOpened] = useState(false)
  const revoke = useMutation({
    mutationFn: async () => {
      await timbre.delete('/api/Tenant/RevokeKey', { query: { id } })
      setOpened(false)
      await queries.invalidateQueries({ queryKey: ['keys'] })
    }
  })
  if (last) return <Text size='xs' c='dimmed' maw={{ base: 'none', sm: 220 }} ml={{ base: 0, sm: 'auto' }}>{own.last}</Text>
  return (
    <>
      <Tooltip label={accessKey}>
        <Button size='compact-sm' variant='default' onClick={() => { revoke.reset(); setOpened(true) }} aria-label={`${own.revoke}: ${accessKey}`}>{own.revoke}</Button>
      </Tooltip>
      <Confirm
        opened={opened} onClose={() => { setOpened(false) }} title={own.revokeTitle} action={own.revoke} danger work={revoke}
        onConfirm={() => { revoke.mutate() }}
      >
        {lastUsedAt ? own.revokeUsed(accessKey, format.moment(lastUsedAt)) : own.revokeUnused(accessKey)}
      </Confirm>
    </>
  )
}
