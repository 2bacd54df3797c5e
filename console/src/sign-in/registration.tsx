import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState, type ReactNode } from 'react'
import { anonymous, base, signIn, TimbreError } from '../session/session.ts'
import { ProblemNotice } from '../shared/problem.tsx'
import { normalRut } from '../shared/rut.ts'
import { useText, useWords } from '../text/text.tsx'
import type { Stopped } from './mail-link.tsx'
import { words } from './words.ts'

const empty = { companyTitle: '', taxNumber: '', fullName: '', email: '', password: '' }
type Values = typeof empty
type Missing = Record<keyof Values, string>

/**
 * Creates a company; its administrator is signed in, and led to what is left to set up. The server says every mistake at
 * once, and each stands at its field. The keys of its answer are for programs, which get theirs on the page of keys.
 */
export function Registration ({ back, onStopped }: { back: ReactNode, onStopped: (stopped: Stopped) => void }) {
  const { registration: own, ...shared } = useWords(words)
  const { text } = useText()
  const [problem, setProblem] = useState<unknown>()
  const [isMailed, setIsMailed] = useState(false)
  const form = useForm({
    initialValues: empty,
    validateInputOnBlur: ['taxNumber'],
    validate: { taxNumber: (value) => value !== '' && normalRut(value) === undefined ? own.wrongRut : null }
  })

  const register = async ({ taxNumber, email, ...values }: Values) => {
    const credentials = { email: email.trim(), password: values.password }
    const body = { ...values, email: credentials.email, taxNumber: normalRut(taxNumber) ?? taxNumber }
    const { emailProofRequired, tenantCode } = await anonymous.post('/api/Auth/Register', { body })
    if (emailProofRequired) {
      setIsMailed(true)
      return
    }
    history.replaceState(null, '', `${base}/setup`)
    await signIn({ ...credentials, tenantCode }).catch((error: unknown) => { onStopped({ credentials, error }) })
  }
  const submit = async (values: Values) => {
    setProblem(undefined)
    try {
      await register(values)
    } catch (error) {
      const mistakes = mistakesIn(error, values, { ...own.missing, wrongRut: own.wrongRut })
      form.setErrors(mistakes)
      if (Object.keys(mistakes).length === 0) setProblem(error)
    }
  }

  if (isMailed) {
    return <><Alert color='green' variant='light' title={own.proof} role='status'>{own.proofText(form.values.email)}</Alert>{back}</>
  }
  const field = { required: true, withAsterisk: false } as const
  return (
    <>
      <form noValidate onSubmit={form.onSubmit(submit, (_errors, values) => submit(values))}>
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

/** By the fields' names. The sentences begin with them: `password: La contraseña tiene menos de 12 caracteres`. */
function mistakesIn (error: unknown, values: Values, own: Missing & { wrongRut: string }): Partial<Values> {
  if (!(error instanceof TimbreError) || error.status !== 400) return {}
  return Object.fromEntries(error.errors.flatMap((sentence) => {
    const [, name, said] = /^(\w+): (.*)$/s.exec(sentence) ?? []
    if (!isField(name) || said === undefined) return []
    if (values[name].trim() === '') return [[name, own[name]]]
    return [[name, name === 'taxNumber' ? own.wrongRut : said.charAt(0).toUpperCase() + said.slice(1)]]
  }))
}

function isField (name: string | undefined): name is keyof Values {
  return name !== undefined && name in empty
}
