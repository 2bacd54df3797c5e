import { Alert, Button, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { CodeInput } from '../shared/code-input.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { queries } from '../shared/queries.ts'
import { useText } from '../text/text.tsx'
import { followElsewhere, isCodeWanted, signIn, signOut, useElsewhere, useSession, useSessionEnded, type Me } from './session.ts'

/** Asks for the password again where the session ended, above the page that waits behind it. */
export function SignInAgain () {
  const { text } = useText()
  const session = useSession()
  const ended = useSessionEnded()
  return (
    <Modal
      opened={ended && session !== undefined} onClose={signOut} title={text.sessionEnded.title} centered zIndex={1000}
      closeOnClickOutside={false} closeOnEscape={false} closeButtonProps={{ 'aria-label': text.preferences.out }}
    >
      <Stack>
        <Text size='sm' c='dimmed'>{text.sessionEnded.text}</Text>
        <PasswordForm />
        <Elsewhere />
      </Stack>
    </Modal>
  )
}

/** Where another tab of this browser has become somebody else's: this one does not follow by itself. */
function Elsewhere () {
  const { text } = useText()
  const here = useSession()?.me
  const there = useElsewhere()
  if (!here || !there) return null
  const nameOf = ({ user, tenant }: Me) => text.sessionEnded.at(user.fullName, tenant.businessName)
  return (
    <Alert color='gray' title={text.sessionEnded.elsewhere(nameOf(there))}>
      <Stack gap='xs' align='start'>
        <Text size='sm'>{text.sessionEnded.here(nameOf(here))}</Text>
        <Button variant='default' size='compact-sm' onClick={followElsewhere}>{text.sessionEnded.follow(there.tenant.businessName)}</Button>
      </Stack>
    </Alert>
  )
}

function PasswordForm () {
  const { text } = useText()
  const me = useSession()?.me
  const [problem, setProblem] = useState<unknown>()
  const [wantsCode, setWantsCode] = useState(false)
  const form = useForm({ initialValues: { password: '', code: '' } })
  if (!me) return null
  const { email } = me.user

  const submit = form.onSubmit(async ({ password, code }) => {
    setProblem(undefined)
    try {
      await signIn({ email, password, tenantCode: me.tenant.tenantCode, code })
      void queries.invalidateQueries()
    } catch (error) {
      if (isCodeWanted(error)) setWantsCode(true)
      else setProblem(error)
    }
  })
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size='sm' fw={550}>{email}</Text>
        <input type='email' autoComplete='username' value={email} readOnly hidden />
        <PasswordInput
          label={text.sessionEnded.password} autoComplete='current-password' required withAsterisk={false} data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': text.actions.showPassword }} {...form.getInputProps('password')}
        />
        {wantsCode && <CodeInput autoFocus {...form.getInputProps('code')} />}
        <ProblemNotice error={problem} />
        <Button type='submit' loading={form.submitting}>{text.sessionEnded.submit}</Button>
      </Stack>
    </form>
  )
}
