import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState, type ReactNode } from 'react'
import { anonymous, base, signIn } from '../session/session.ts'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { SecretOnce } from '../shared/copy.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { normalRut } from '../shared/rut.ts'
import { useText, useWords } from '../text/text.tsx'
import { words } from './words.ts'

type Registered = ResultOf<'/api/Auth/Register', 'post'>

/** Creates a company; its administrator is signed in after the keys were stored, and led to what is left to set up. */
export function Registration ({ back }: { back: ReactNode }) {
  const { registration: own, ...shared } = useWords(words)
  const { text } = useText()
  const [problem, setProblem] = useState<unknown>()
  const [registered, setRegistered] = useState<Registered>()
  const form = useForm({
    initialValues: { fullName: '', email: '', password: '', companyTitle: '', taxNumber: '' },
    validateInputOnBlur: ['taxNumber'],
    validate: { taxNumber: (value) => value !== '' && normalRut(value) === undefined ? own.wrongRut : null }
  })

  const submit = form.onSubmit(async ({ taxNumber, email, ...values }) => {
    setProblem(undefined)
    try {
      setRegistered(await anonymous.post('/api/Auth/Register', {
        body: { ...values, email: email.trim(), taxNumber: normalRut(taxNumber) ?? taxNumber }
      }))
    } catch (error) {
      setProblem(error)
    }
  })
  const enter = async () => {
    try {
      history.replaceState(null, '', `${base}/setup`)
      await signIn({ email: form.values.email.trim(), password: form.values.password })
    } catch (error) {
      setProblem(error)
    }
  }

  if (registered?.emailProofRequired) {
    return <><Alert color='green' variant='light' title={own.proof} role='status'>{own.proofText(form.values.email)}</Alert>{back}</>
  }
  if (registered) {
    return (
      <Stack>
        <Alert color='green' variant='light' title={own.keys} role='status'>{own.keysText}</Alert>
        <SecretOnce
          fileName={own.fileName} action={own.go} onKept={() => { void enter() }}
          values={[[own.tenantCode, registered.tenantCode], [own.accessKey, registered.accessKey], [own.secretKey, registered.secretKey]]}
        />
        <ProblemNotice error={problem} />
      </Stack>
    )
  }
  const field = { required: true, withAsterisk: false } as const
  return (
    <>
      <form onSubmit={submit}>
        <Stack>
          <Text size='sm' c='dimmed'>{own.text}</Text>
          <TextInput label={own.businessName} autoComplete='organization' autoFocus {...field} {...form.getInputProps('companyTitle')} />
          <TextInput label={own.taxNumber} description={own.taxNumberNote} {...field} {...form.getInputProps('taxNumber')} />
          <TextInput label={own.fullName} autoComplete='name' {...field} {...form.getInputProps('fullName')} />
          <TextInput label={shared.email} type='email' autoComplete='username' {...field} {...form.getInputProps('email')} />
          <PasswordInput
            label={shared.password} description={own.passwordNote} autoComplete='new-password' {...field}
            visibilityToggleButtonProps={{ 'aria-label': text.actions.showPassword }} {...form.getInputProps('password')}
          />
          <ProblemNotice error={problem} />
          <Button type='submit' size='md' loading={form.submitting}>{own.submit}</Button>
        </Stack>
      </form>
      {back}
    </>
  )
}
