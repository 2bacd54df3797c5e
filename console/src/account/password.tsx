import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { signOut, timbre, useMe } from '../session/session.ts'
import { Card } from '../shared/page.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { words } from './words.ts'

/** The own password. The server ends every session with it; this one is left at once. */
export function PasswordCard () {
  const own = useWords(words).password
  const { text } = useText()
  const { user: { email } } = useMe()
  const form = useForm({
    initialValues: { current: '', next: '', again: '' },
    validate: { again: (value, { next }) => value === next ? null : own.different }
  })
  const change = useMutation({
    gcTime: 0,
    mutationFn: () => timbre.put('/api/Auth/ChangePassword', {
      body: { currentPassword: form.values.current, newPassword: form.values.next }
    }),
    onSuccess: signOut
  })
  const field = {
    required: true, withAsterisk: false, visibilityToggleButtonProps: { 'aria-label': text.actions.showPassword }
  } as const
  return (
    <Card title={own.title}>
      <form onSubmit={form.onSubmit(() => { change.mutate() })}>
        <Stack>
          <Text size='sm' c='dimmed'>{own.note}</Text>
          <input type='email' autoComplete='username' value={email} readOnly hidden />
          <PasswordInput label={own.current} autoComplete='current-password' {...field} {...form.getInputProps('current')} />
          <PasswordInput label={own.next} description={own.strength} autoComplete='new-password' {...field} {...form.getInputProps('next')} />
          <PasswordInput label={own.again} autoComplete='new-password' {...field} {...form.getInputProps('again')} />
          <ProblemNotice error={change.error} />
          <Group justify='end'><Button type='submit' loading={change.isPending}>{own.submit}</Button></Group>
        </Stack>
      </form>
    </Card>
  )
}
