import { ActionIcon, Avatar, Badge, Box, Button, Group, Menu, Paper, Stack, Table, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { Ellipsis, Mail, Pencil, ShieldCheck, Smartphone, Trash, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { facts, timbre, useCan, useMe } from '../session/session.ts'
import { useBegin } from '../shared/begin.ts'
import { Loading, useNarrow } from '../shared/page.tsx'
import { Problem, ProblemNotice } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { NameForm, NewPerson, Removal, RolesForm, SecondFactorReset } from './person-forms.tsx'
import { useRoleName, useUsers, type User } from './queries.ts'
import { words } from './words.ts'

type Opened = { form: 'new' } | { form: 'name' | 'roles' | 'secondFactor' | 'remove', user: User }

export function Users () {
  const { format } = useText()
  const own = useWords(words)
  const can = useCan()
  const { data, error, refetch } = useUsers()
  const [opened, setOpened] = useState<Opened>()
  const close = () => { setOpened(undefined) }
  useBegin('new', () => { if (can('User.Manage')) setOpened({ form: 'new' }) })
  const invite = useMutation({
    mutationFn: ({ id }: User) => timbre.post('/api/User/Invite', { body: { id } }),
    onSuccess: ({ email }) => { notifications.show({ message: own.invitedAgain(email), color: 'green' }) }
  })
  if (error && !data) return <Problem error={error} onRetry={() => { void refetch() }} />
  if (!data) return <Loading rows={4} height={52} />
  return (
    <Stack>
      <Group justify='space-between'>
        <Text size='sm' c='dimmed'>{data.length === 1 ? own.countOne : own.count(format.number(data.length))}</Text>
        {can('User.Manage') && (
          <Button leftSection={<UserPlus size={16} />} onClick={() => { setOpened({ form: 'new' }) }}>{facts.mail ? own.invite : own.add}</Button>
        )}
      </Group>
      <ProblemNotice error={invite.error} />
      <Paper><UserRows users={data} onOpen={setOpened} onInvite={(user) => { invite.mutate(user) }} /></Paper>
      {opened?.form === 'new' && <NewPerson onClose={close} />}
      {opened?.form === 'name' && <NameForm user={opened.user} onClose={close} />}
      {opened?.form === 'roles' && <RolesForm user={opened.user} users={data} onClose={close} />}
      {opened?.form === 'secondFactor' && <SecondFactorReset user={opened.user} onClose={close} />}
      {opened?.form === 'remove' && <Removal user={opened.user} users={data} onClose={close} />}
    </Stack>
  )
}

interface RowsProps { users: User[], onOpen: (opened: Opened) => void, onInvite: (user: User) => void }

function UserRows ({ users, ...handlers }: RowsProps) {
  const { format } = useText()
  const own = useWords(words)
  const narrow = useNarrow()
  const last = ({ lastSignInAt }: User) => lastSignInAt ? format.moment(lastSignInAt) : own.never
  if (narrow) {
    return (
      <ul className='cards'>
        {users.map((user) => (
          <Box component='li' key={user.id} px='md' py='sm'>
            <Group justify='space-between' wrap='nowrap' align='start'><Person user={user} /><Actions user={user} {...handlers} /></Group>
            <Box mt='xs'><RoleBadges user={user} /></Box>
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
          <Table.Th>{own.columns.name}</Table.Th><Table.Th w='32%'>{own.columns.roles}</Table.Th>
          <Table.Th w='18%'>{own.columns.last}</Table.Th><Table.Td w={64} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {users.map((user) => (
          <Table.Tr key={user.id}>
            <Table.Td><Person user={user} /></Table.Td>
            <Table.Td><RoleBadges user={user} /></Table.Td>
            <Table.Td c='dimmed' className='numbers'>{last(user)}</Table.Td>
            <Table.Td ta='right'><Actions user={user} {...handlers} /></Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Person ({ user }: { user: User }) {
  const { format } = useText()
  const own = useWords(words)
  const me = useMe()
  return (
    <Group gap='sm' wrap='nowrap' miw={0}>
      <Avatar name={user.fullName} color='ink' size={36} aria-hidden='true' />
      <Box miw={0}>
        <Group gap='xs'>
          <Text size='sm' fw={550} className='clip'>{user.fullName}</Text>
          {user.id === me.user.id && <Badge variant='default' tt='none' size='sm'>{own.you}</Badge>}
          {user.invited && (
            <Badge variant='light' color='orange' c='var(--mantine-color-text)' tt='none' size='sm'>{facts.mail ? own.invited : own.awaited}</Badge>
          )}
        </Group>
        <Text size='xs' c='dimmed' className='clip'>{user.email}</Text>
        {user.secondFactor && <Text size='xs' c='dimmed'>{own.secondFactor}</Text>}
        {user.delayedUntil && <Text size='xs' c='light-dark(#b45309, #fbbf24)'>{own.delayed(format.clock(user.delayedUntil))}</Text>}
      </Box>
    </Group>
  )
}

function RoleBadges ({ user: { roles } }: { user: User }) {
  const own = useWords(words)
  const nameOf = useRoleName()
  if (roles.length === 0) return <Text size='sm' c='dimmed'>{own.noRoles}</Text>
  return <Group gap={6}>{roles.map(({ id, name }) => <Badge key={id} variant='light' c='var(--mantine-color-text)' tt='none' fw={550}>{nameOf(name)}</Badge>)}</Group>
}

function Actions ({ user, onOpen, onInvite }: Omit<RowsProps, 'users'> & { user: User }) {
  const { text } = useText()
  const own = useWords(words)
  const can = useCan()
  const me = useMe()
  if (!can('User.Manage') && !can('Role.Manage')) return null
  return (
    <Menu position='bottom-end'>
      <Menu.Target>
        <ActionIcon variant='subtle' color='gray' aria-label={`${text.actions.more}: ${user.fullName}`}><Ellipsis size={18} /></ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {can('User.Manage') && user.invited && facts.mail && <Menu.Item leftSection={<Mail size={15} />} onClick={() => { onInvite(user) }}>{own.inviteAgain}</Menu.Item>}
        {can('User.Manage') && <Menu.Item leftSection={<Pencil size={15} />} onClick={() => { onOpen({ form: 'name', user }) }}>{own.editName}</Menu.Item>}
        {can('Role.Manage') && <Menu.Item leftSection={<ShieldCheck size={15} />} onClick={() => { onOpen({ form: 'roles', user }) }}>{own.editRoles}</Menu.Item>}
        {user.secondFactor && user.id !== me.user.id && <Menu.Item leftSection={<Smartphone size={15} />} onClick={() => { onOpen({ form: 'secondFactor', user }) }}>{own.resetSecondFactor}</Menu.Item>}
        {can('User.Manage') && <Menu.Item leftSection={<Trash size={15} />} onClick={() => { onOpen({ form: 'remove', user }) }}>{own.remove}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}
