import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { anonymous, base, signIn, TimbreError, type Credentials } from '../session/session.ts'
import { ProblemNotice } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import type { Arrival } from './arrival.ts'
import { words } from './words.ts'

/** A sign-in that something is missing for, such as a code. */
export interface Stopped { credentials: Credentials, error: unknown }

interface MailLinkProps { arrival: Arrival, onSignedIn: () => void, onStopped: (stopped: Stopped) => void }

/**
 * Uses the link of a mail, at the press of its button: mail scanners open links and press none. The person is signed in
 * with the same password then.
 */
export function MailLink ({ arrival, onSignedIn, onStopped }: MailLinkProps) {
  const { mailLink: own, ...shared } = useWords(words)
  const { text } = useText()
  const [problem, setProblem] = useState<unknown>()
  const form = useForm({ initialValues: { password: '' } })
  const { email, token, company } = arrival
  const said = own[kindOf(arrival)]
  if (token === '') return <Alert color='orange' variant='light' role='alert'>{own.cut}</Alert>

  const submit = form.onSubmit(async ({ password }) => {
    setProblem(undefined)
    try {
      const credentials = { email, password, tenantCode: await redeem(arrival, password) }
      await signIn(credentials).then(onSignedIn, (error: unknown) => { onStopped({ credentials, error }) })
    } catch (error) {
      setProblem(error)
    }
  })
  const isOver = problem instanceof TimbreError && /_TOKEN_INVALID$/.test(problem.code)
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size='sm' c='dimmed'>{said.text(company)}</Text>
        <TextInput label={shared.email} type='email' autoComplete='username' value={email} readOnly size='md' />
        <PasswordInput
          label={shared.password} description={said.note} autoComplete={said.autoComplete} required autoFocus size='md' withAsterisk={false}
          visibilityToggleButtonProps={{ 'aria-label': text.actions.showPassword }} {...form.getInputProps('password')}
        />
        <ProblemNotice error={problem} />
        <Button type='submit' size='md' loading={form.submitting} disabled={isOver}>{said.submit}</Button>
      </Stack>
    </form>
  )
}

export function kindOf ({ page, isInvitation }: Arrival): 'confirmation' | 'invitation' | 'password' {
  if (page === 'confirm-email') return 'confirmation'
  return isInvitation ? 'invitation' : 'password'
}

/** Gives the code of the company to sign in to, where it is known; the address is that of the next place then. */
async function redeem ({ page, email, token, tenantCode }: Arrival, password: string): Promise<string | undefined> {
  const body = { email, token, password }
  if (page === 'confirm-email') {
    const made = await anonymous.post('/api/Auth/ConfirmEmail', { body })
    history.replaceState(null, '', `${base}/setup`)
    return made.tenantCode
  }
  await anonymous.put('/api/Auth/ChangePasswordForUsingToken', { body })
  history.replaceState(null, '', `${base}/overview`)
  return tenantCode
}
