import { Button, Checkbox, Group, Modal, MultiSelect, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { facts, refreshMe, timbre, useMe } from '../session/session.ts'
import { Confirm } from '../shared/confirm.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { isLastAdministrator, useRoleName, useRoles, type Role, type User } from './queries.ts'
import { words } from './words.ts'

interface DialogProps { title: string, onClose: () => void, children: ReactNode }

function Dialog ({ title, onClose, children }: DialogProps) {
  const { text } = useText()
  return <Modal opened onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': text.actions.close }}>{children}</Modal>
}

interface ButtonsProps { onClose: () => void, action: string, isPending: boolean }

function Buttons ({ onClose, action, isPending }: ButtonsProps) {
  const { text } = useText()
  return (
    <Group justify='end'>
      <Button variant='default' onClick={onClose}>{text.actions.cancel}</Button>
      <Button type='submit' loading={isPending}>{action}</Button>
    </Group>
  )
}

/** By an invitation; where the server sends no mail, with a password that somebody hands over. */
export function NewPerson ({ onClose }: { onClose: () => void }) {
  const { text } = useText()
  const own = useWords(words)
  const cache = useQueryClient()
  const nameOf = useRoleName()
  const { data: roles } = useRoles()
  const form = useForm({ initialValues: { fullName: '', email: '', password: '', roleIds: [] as string[] } })
  const create = useMutation({
    mutationFn: ({ fullName, email, password, roleIds }: typeof form.values) => timbre.post('/api/User/Create', {
      body: { fullName: fullName.trim(), email: email.trim(), roleIds, ...(facts.mail ? {} : { password }) }
    }),
    onSuccess: ({ email, fullName }) => {
      notifications.show({ message: facts.mail ? own.invitationSent(email) : own.added(fullName), color: 'green' })
      void cache.invalidateQueries({ queryKey: ['users'] })
      onClose()
    }
  })
  const field = { required: true, withAsterisk: false } as const
  return (
    <Dialog title={facts.mail ? own.invite : own.add} onClose={onClose}>
      <form onSubmit={form.onSubmit((values) => { create.mutate(values) })}>
        <Stack>
          <Text size='sm' c='dimmed'>{facts.mail ? own.inviteText : own.addText}</Text>
          <TextInput label={own.fullName} data-autofocus autoComplete='off' {...field} {...form.getInputProps('fullName')} />
          <TextInput label={own.email} type='email' autoComplete='off' {...field} {...form.getInputProps('email')} />
          {!facts.mail && (
            <PasswordInput
              label={own.password} description={own.passwordNote} autoComplete='new-password' {...field}
              visibilityToggleButtonProps={{ 'aria-label': text.actions.showPassword }} {...form.getInputProps('password')}
            />
          )}
          {roles && <MultiSelect label={own.role} data={roles.map(({ id, name }) => ({ value: id, label: nameOf(name) }))} {...form.getInputProps('roleIds')} />}
          <ProblemNotice error={create.error} />
          <Buttons onClose={onClose} action={facts.mail ? own.invite : own.add} isPending={create.isPending} />
        </Stack>
      </form>
    </Dialog>
  )
}

export function NameForm ({ user, onClose }: { user: User, onClose: () => void }) {
  const { text } = useText()
  const own = useWords(words)
  const me = useMe()
  const cache = useQueryClient()
  const form = useForm({ initialValues: { fullName: user.fullName } })
  const keep = useMutation({
    mutationFn: ({ fullName }: typeof form.values) => timbre.put('/api/User/Update', { body: { id: user.id, fullName: fullName.trim() } }),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: ['users'] })
      if (user.id === me.user.id) void refreshMe()
      onClose()
    }
  })
  return (
    <Dialog title={own.editName} onClose={onClose}>
      <form onSubmit={form.onSubmit((values) => { keep.mutate(values) })}>
        <Stack>
          <TextInput label={own.fullName} required withAsterisk={false} data-autofocus {...form.getInputProps('fullName')} />
          <ProblemNotice error={keep.error} />
          <Buttons onClose={onClose} action={text.actions.save} isPending={keep.isPending} />
        </Stack>
      </form>
    </Dialog>
  )
}

/** Which roles a person has; the last administrator keeps that one. */
export function RolesForm ({ user, users, onClose }: { user: User, users: User[], onClose: () => void }) {
  const { text } = useText()
  const own = useWords(words)
  const me = useMe()
  const cache = useQueryClient()
  const nameOf = useRoleName()
  const { data: roles = [] } = useRoles()
  const had = user.roles.map(({ id }) => id)
  const [chosen, setChosen] = useState(had)
  const isLast = isLastAdministrator(user, users)
  const change = useMutation({
    mutationFn: async () => {
      // What is given first: nobody is without any role in between.
      for (const roleId of chosen.filter((id) => !had.includes(id))) {
        await timbre.post('/api/Role/UserAssignmentToRole', { body: { userId: user.id, roleId, assigned: true } })
      }
      for (const roleId of had.filter((id) => !chosen.includes(id))) {
        await timbre.post('/api/Role/UserAssignmentToRole', { body: { userId: user.id, roleId, assigned: false } })
      }
    },
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: ['users'] })
      void cache.invalidateQueries({ queryKey: ['roles'] })
      if (user.id === me.user.id) void refreshMe()
    },
    onSuccess: onClose
  })
  const isFixed = ({ name }: Role) => isLast && name === 'Administrator'
  return (
    <Dialog title={own.editRoles} onClose={onClose}>
      <form onSubmit={(event) => { event.preventDefault(); change.mutate() }}>
        <Stack>
          <Text size='sm' c='dimmed'>{own.rolesText(user.fullName)}</Text>
          <Checkbox.Group value={chosen} onChange={setChosen} label={own.role}>
            <Stack gap='xs' mt='xs'>
              {roles.map((role) => <Checkbox key={role.id} value={role.id} label={nameOf(role.name)} disabled={isFixed(role)} />)}
            </Stack>
          </Checkbox.Group>
          {isLast && <Text size='sm' c='dimmed'>{own.lastAdministrator}</Text>}
          <ProblemNotice error={change.error} />
          <Buttons onClose={onClose} action={text.actions.save} isPending={change.isPending} />
        </Stack>
      </form>
    </Dialog>
  )
}

/** For somebody who lost the app and the recovery codes. */
export function SecondFactorReset ({ user, onClose }: { user: User, onClose: () => void }) {
  const own = useWords(words)
  const cache = useQueryClient()
  const reset = useMutation({
    mutationFn: () => timbre.post('/api/User/ResetSecondFactor', { body: { id: user.id } }),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: ['users'] })
      onClose()
    }
  })
  return (
    <Confirm
      opened onClose={onClose} title={own.resetSecondFactor} action={own.resetSecondFactor} danger work={reset}
      onConfirm={() => { reset.mutate() }}
    >
      {own.resetSecondFactorText(user.fullName, user.email)}
    </Confirm>
  )
}

export function Removal ({ user, users, onClose }: { user: User, users: User[], onClose: () => void }) {
  const { text } = useText()
  const own = useWords(words)
  const cache = useQueryClient()
  const remove = useMutation({
    mutationFn: () => timbre.delete('/api/User/Delete', { query: { id: user.id } }),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: ['users'] })
      onClose()
    }
  })
  if (isLastAdministrator(user, users)) {
    return <Dialog title={own.remove} onClose={onClose}><Text size='sm'>{own.lastAdministrator}</Text></Dialog>
  }
  return (
    <Confirm
      opened onClose={onClose} title={own.remove} action={text.actions.remove} danger work={remove}
      onConfirm={() => { remove.mutate() }}
    >
      {own.removeText(user.fullName, user.email)}
    </Confirm>
  )
}
