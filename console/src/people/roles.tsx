import { ActionIcon, Box, Button, Checkbox, Group, Menu, Modal, Paper, ScrollArea, Select, Stack, Table, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Plus, Trash } from 'lucide-react'
import { Fragment, useState } from 'react'
import { timbre, useCan } from '../session/session.ts'
import { useBegin } from '../shared/begin.ts'
import { Confirm } from '../shared/confirm.tsx'
import { Loading, useNarrow } from '../shared/page.tsx'
import { Problem, ProblemNotice } from '../shared/problem.tsx'
import type { Claim } from '../text/claims.ts'
import { labelOf } from '../text/labels.ts'
import { useText, useWords } from '../text/text.tsx'
import { useRoleName, useRoles, type Role } from './queries.ts'
import { RoleSummaries } from './role-summaries.tsx'
import { words } from './words.ts'

/** By role, the claims that it shall have: only of roles that were changed. */
type Draft = Record<string, Claim[]>

const claimsOf = (role: Role) => role.claims.map(({ value }) => value as Claim)

/** Rows in words, columns roles; changes are gathered and kept role by role, each whole. */
export function Roles () {
  const { text, format } = useText()
  const { matrix: own } = useWords(words)
  const can = useCan()
  const cache = useQueryClient()
  const nameOf = useRoleName()
  // A phone has room for one role.
  const narrow = useNarrow()
  const [chosen, setChosen] = useState<string>()
  const [draft, setDraft] = useState<Draft>({})
  const { data: roles, error, refetch } = useRoles()
  const { data: claims } = useQuery({ queryKey: ['claims'], queryFn: () => timbre.get('/api/Role/GetClaims'), staleTime: Infinity })
  const keep = useMutation({
    mutationFn: async () => {
      for (const [roleId, values] of Object.entries(draft)) {
        await timbre.put('/api/Role/Update', { body: { roleId, claims: values.map((value) => ({ value })) } })
        setDraft(({ [roleId]: _kept, ...others }) => others)
      }
    },
    onSuccess: () => { notifications.show({ message: own.saved, color: 'green' }) },
    onSettled: () => cache.invalidateQueries({ queryKey: ['roles'] })
  })
  if (error && !roles) return <Problem error={error} onRetry={() => { void refetch() }} />
  if (!roles || !claims) return <Loading rows={10} />

  const selected = roles.find(({ id }) => id === chosen) ?? roles[0]!
  const count = roles.reduce((sum, role) => sum + differences(role, draft[role.id]), 0)
  const toggle = (role: Role, claim: Claim) => {
    const now = draft[role.id] ?? claimsOf(role)
    const next = now.includes(claim) ? now.filter((other) => other !== claim) : [...now, claim]
    setDraft(({ [role.id]: _before, ...others }) => differences(role, next) === 0 ? others : { ...others, [role.id]: next })
  }
  return (
    <Stack>
      <Group justify='space-between'>
        <Text size='sm' c='dimmed' maw={640}>{own.text}</Text>
        {can('Role.Manage') && <NewRole />}
      </Group>
      <RoleSummaries roles={roles} claims={claims} />
      {narrow && (
        <Select
          label={own.role} value={selected.id} allowDeselect={false} onChange={(id) => { setChosen(id ?? undefined) }}
          data={roles.map(({ id, name }) => ({ value: id, label: nameOf(name) }))}
        />
      )}
      <Paper className='clipped'>
        <ScrollArea type='auto' viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': own.caption }}>
          <Matrix roles={narrow ? [selected] : roles} claims={claims} draft={draft} onToggle={toggle} />
        </ScrollArea>
      </Paper>
      <ProblemNotice error={keep.error} />
      {count > 0 && (
        <Paper p='md' className='save-bar' role='status'>
          <Group justify='space-between'>
            <Text size='sm' fw={550}>{count === 1 ? own.oneChange : own.changes(format.number(count))}</Text>
            <Group gap='xs'>
              <Button variant='default' onClick={() => { setDraft({}) }}>{own.discard}</Button>
              <Button loading={keep.isPending} onClick={() => { keep.mutate() }}>{text.actions.save}</Button>
            </Group>
          </Group>
        </Paper>
      )}
    </Stack>
  )
}

function differences (role: Role, next: readonly Claim[] | undefined): number {
  if (!next) return 0
  const before = claimsOf(role)
  return next.filter((claim) => !before.includes(claim)).length + before.filter((claim) => !next.includes(claim)).length
}

interface MatrixProps {
  roles: Role[]
  claims: Array<{ value: string, description: string }>
  draft: Draft
  onToggle: (role: Role, claim: Claim) => void
}

function Matrix ({ roles, claims, draft, onToggle }: MatrixProps) {
  const { matrix: own } = useWords(words)
  const can = useCan()
  const nameOf = useRoleName()
  const narrow = useNarrow()
  const groups = [...new Set(claims.map(({ value }) => value.split('.')[0]!))]
  return (
    <Table className='matrix' verticalSpacing={8}>
      <caption className='unseen'>{own.caption}</caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th miw={narrow ? 0 : 240}>{own.claim}</Table.Th>
          {roles.map((role) => <Table.Th key={role.id} miw={128} ta='center'><RoleHeading role={role} /></Table.Th>)}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {groups.map((group) => (
          <Fragment key={group}>
            <Table.Tr><Table.Th scope='rowgroup' colSpan={roles.length + 1} className='matrix-group'>{labelOf(own.groups, group) ?? group}</Table.Th></Table.Tr>
            {claims.filter(({ value }) => value.startsWith(`${group}.`)).map(({ value, description }) => (
              <Table.Tr key={value}>
                <Table.Th scope='row' fw={400}><Text size='sm'>{description}</Text></Table.Th>
                {roles.map((role) => {
                  const claim = value as Claim
                  const isOriginal = role.system && claimsOf(role).includes(claim)
                  const why = !can(claim) ? own.notHeld : isOriginal ? own.system : undefined
                  return (
                    <Table.Td key={role.id} ta='center'>
                      <Checkbox
                        display='inline-block' checked={(draft[role.id] ?? claimsOf(role)).includes(claim)} aria-label={own.claimOf(description, nameOf(role.name))}
                        disabled={why !== undefined || !can('Role.Manage')} onChange={() => { onToggle(role, claim) }} {...(why ? { title: why } : {})}
                      />
                    </Table.Td>
                  )
                })}
              </Table.Tr>
            ))}
          </Fragment>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function RoleHeading ({ role }: { role: Role }) {
  const { text, format } = useText()
  const { matrix: own } = useWords(words)
  const can = useCan()
  const nameOf = useRoleName()
  const cache = useQueryClient()
  const [opened, { open, close }] = useDisclosure()
  const remove = useMutation({
    mutationFn: () => timbre.delete('/api/Role/Delete', { query: { id: role.id } }),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: ['roles'] })
      void cache.invalidateQueries({ queryKey: ['users'] })
      close()
    }
  })
  return (
    <Box>
      <Group gap={4} justify='center' wrap='nowrap'>
        <Text size='sm' fw={600} c='var(--mantine-color-text)'>{nameOf(role.name)}</Text>
        {!role.system && can('Role.Manage') && (
          <Menu position='bottom-end'>
            <Menu.Target><ActionIcon variant='subtle' color='gray' size={24} aria-label={`${text.actions.more}: ${role.name}`}><Ellipsis size={15} /></ActionIcon></Menu.Target>
            <Menu.Dropdown><Menu.Item leftSection={<Trash size={15} />} onClick={open}>{own.remove}</Menu.Item></Menu.Dropdown>
          </Menu>
        )}
      </Group>
      <Text size='xs' c='dimmed' fw={400}>{role.userCount === 1 ? own.oneUser : own.users(format.number(role.userCount))}</Text>
      <Confirm
        opened={opened} onClose={close} title={own.remove} action={text.actions.remove} danger work={remove}
        onConfirm={() => { remove.mutate() }}
      >
        {own.removeText(role.name)}
      </Confirm>
    </Box>
  )
}

function NewRole () {
  const { text } = useText()
  const { matrix: own } = useWords(words)
  const cache = useQueryClient()
  const [opened, { open, close }] = useDisclosure()
  const [name, setName] = useState('')
  useBegin('role', open)
  const create = useMutation({
    mutationFn: () => timbre.post('/api/Role/Create', { body: { name: name.trim() } }),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: ['roles'] })
      setName('')
      close()
    }
  })
  return (
    <>
      <Button variant='default' leftSection={<Plus size={16} />} onClick={open}>{own.add}</Button>
      <Modal opened={opened} onClose={close} title={own.add} centered closeButtonProps={{ 'aria-label': text.actions.close }}>
        <form onSubmit={(event) => { event.preventDefault(); create.mutate() }}>
          <Stack>
            <TextInput
              label={own.name} required withAsterisk={false} data-autofocus value={name}
              onChange={({ currentTarget }) => { setName(currentTarget.value) }}
            />
            <ProblemNotice error={create.error} />
            <Group justify='end'>
              <Button variant='default' onClick={close}>{text.actions.cancel}</Button>
              <Button type='submit' loading={create.isPending}>{own.create}</Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  )
}
