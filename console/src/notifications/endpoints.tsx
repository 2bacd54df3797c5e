import { ActionIcon, Box, Button, Group, Menu, Paper, Stack, Table, Text } from '@mantine/core'
import { Bell, Ellipsis, KeyRound, Pencil, Send, Trash } from 'lucide-react'
import { useState } from 'react'
import { useCan } from '../session/session.ts'
import { useNarrow } from '../shared/page.tsx'
import { Nothing } from '../shared/problem.tsx'
import { Dot, tones } from '../shared/status.tsx'
import { labelOf } from '../text/labels.ts'
import { useText, useWords } from '../text/text.tsx'
import { Removal, Rotation, Trial } from './endpoint-actions.tsx'
import { EndpointForm, SecretDialog } from './endpoint-form.tsx'
import type { Endpoint } from './requests.ts'
import { eventKinds, words } from './words.ts'

type Act = 'edit' | 'test' | 'rotate' | 'remove'

interface EndpointsProps { endpoints: Endpoint[], adding: boolean, onAdd: () => void, onAdded: () => void }

/** Where messages go, each address with its events and its state. */
export function Endpoints ({ endpoints, adding, onAdd, onAdded }: EndpointsProps) {
  const own = useWords(words)
  const can = useCan()
  const [chosen, setChosen] = useState<{ act: Act, endpoint: Endpoint }>()
  const [secret, setSecret] = useState<string>()
  const manages = can('Notification.Manage')
  const close = () => { setChosen(undefined) }
  const { act, endpoint } = chosen ?? {}
  return (
    <>
      {endpoints.length === 0 ? (
        <Nothing icon={<Bell size={28} />} title={own.noEndpoint} note={manages ? own.noEndpointText : own.forbidden}>
          {manages && <Button onClick={onAdd}>{own.add}</Button>}
        </Nothing>
      ) : (
        <Paper><Rows endpoints={endpoints} onAct={manages ? setChosen : undefined} /></Paper>
      )}
      {adding && <EndpointForm endpoint={undefined} onClose={onAdded} onSecret={setSecret} />}
      {endpoint && act === 'edit' && <EndpointForm endpoint={endpoint} onClose={close} onSecret={setSecret} />}
      {endpoint && act === 'test' && <Trial endpoint={endpoint} onClose={close} />}
      {endpoint && act === 'rotate' && <Rotation endpoint={endpoint} onClose={close} onSecret={setSecret} />}
      {endpoint && act === 'remove' && <Removal endpoint={endpoint} onClose={close} />}
      <SecretDialog secret={secret} onClose={() => { setSecret(undefined) }} />
    </>
  )
}

interface RowsProps { endpoints: Endpoint[], onAct: ((chosen: { act: Act, endpoint: Endpoint }) => void) | undefined }

function Rows ({ endpoints, onAct }: RowsProps) {
  const own = useWords(words)
  const narrow = useNarrow()
  const actions = (endpoint: Endpoint) => onAct && <Actions endpoint={endpoint} onAct={(act) => { onAct({ act, endpoint }) }} />
  if (narrow) {
    return (
      <ul className='cards'>
        {endpoints.map((endpoint) => (
          <Box component='li' key={endpoint.id} px='md' py='sm'>
            <Group justify='space-between' wrap='nowrap' align='start'><Address endpoint={endpoint} />{actions(endpoint)}</Group>
            <State endpoint={endpoint} />
            <Text size='xs' c='dimmed'><Events endpoint={endpoint} /></Text>
          </Box>
        ))}
      </ul>
    )
  }
  return (
    <Table layout='fixed' verticalSpacing='sm'>
      <caption className='unseen'>{own.endpoints}</caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{own.endpointColumns.url}</Table.Th><Table.Th>{own.endpointColumns.events}</Table.Th>
          <Table.Th w='26%'>{own.endpointColumns.state}</Table.Th><Table.Td w={60} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {endpoints.map((endpoint) => (
          <Table.Tr key={endpoint.id}>
            <Table.Td><Address endpoint={endpoint} /></Table.Td>
            <Table.Td><Text size='sm' c='dimmed'><Events endpoint={endpoint} /></Text></Table.Td>
            <Table.Td><State endpoint={endpoint} /></Table.Td>
            <Table.Td ta='right'>{actions(endpoint)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Address ({ endpoint: { url, olderSecretEndsAt } }: { endpoint: Endpoint }) {
  const { format } = useText()
  const own = useWords(words)
  return (
    <Stack gap={2} miw={0}>
      <Text size='sm' fw={550} className='wrap'>{url}</Text>
      {olderSecretEndsAt && <Text size='xs' c={tones.warning}>{own.olderEnds(format.moment(olderSecretEndsAt))}</Text>}
    </Stack>
  )
}

// So many are named; of more, the number is told.
const mostNamed = 3

function Events ({ endpoint: { events } }: { endpoint: Endpoint }) {
  const own = useWords(words)
  if (events.length === eventKinds.length) return own.everyEvent
  if (events.length > mostNamed) return own.someEvents(events.length, eventKinds.length)
  return events.map((event) => own.kinds[event]).join(', ')
}

function State ({ endpoint: { enabled, failures, lastFailure } }: { endpoint: Endpoint }) {
  const { format } = useText()
  const own = useWords(words)
  if (!enabled) return <Dot colour={tones.quiet}>{own.off}</Dot>
  if (failures === 0 || !lastFailure) return <Dot colour={tones.good}>{own.on}</Dot>
  const { at, httpStatus, problem } = lastFailure
  return (
    <Stack gap={2}>
      <Dot colour={tones.bad}>{failures === 1 ? own.failedOnce : own.failed(failures)}</Dot>
      <Text size='xs' c='dimmed'>
        {httpStatus === null ? labelOf(own.problems, problem ?? '') ?? problem : `HTTP ${httpStatus}`} · {format.moment(at)}
      </Text>
    </Stack>
  )
}

function Actions ({ endpoint: { url }, onAct }: { endpoint: Endpoint, onAct: (act: Act) => void }) {
  const { text } = useText()
  const own = useWords(words)
  return (
    <Menu position='bottom-end'>
      <Menu.Target>
        <ActionIcon variant='subtle' color='gray' aria-label={`${text.actions.more}: ${url}`}><Ellipsis size={18} /></ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Send size={15} />} onClick={() => { onAct('test') }}>{own.test}</Menu.Item>
        <Menu.Item leftSection={<Pencil size={15} />} onClick={() => { onAct('edit') }}>{text.actions.edit}</Menu.Item>
        <Menu.Item leftSection={<KeyRound size={15} />} onClick={() => { onAct('rotate') }}>{own.rotate}</Menu.Item>
        <Menu.Item leftSection={<Trash size={15} />} onClick={() => { onAct('remove') }}>{text.actions.remove}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
