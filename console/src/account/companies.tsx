import { Button, Group, PasswordInput, Select, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { isCodeWanted, signIn, useMe } from '../session/session.ts'
import { CodeInput } from '../shared/code-input.tsx'
import { Card } from '../shared/page.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { Dot, tones } from '../shared/status.tsx'
import { useText, useWords } from '../text/text.tsx'
import { words } from './words.ts'

/** The companies of the reader: another one takes the password again, for a token is of one company. */
export function Companies () {
  const own = useWords(words).companies
  const { tenant, tenants } = useMe()
  const others = tenants.filter(({ tenantCode }) => tenantCode !== tenant.tenantCode)
  return (
    <Card title={own.title}>
      <Stack>
        <Group justify='space-between' gap='xs'>
          <Text size='sm' fw={550}>{tenant.businessName}</Text>
          <Dot colour={tones.good}>{own.here}</Dot>
        </Group>
        {others.length === 0 ? <Text size='sm' c='dimmed'>{own.one}</Text> : <Switching others={others} />}
      </Stack>
    </Card>
  )
}

function Switching ({ others }: { others: Array<{ tenantCode: string, businessName: string }> }) {
  const own = useWords(words).companies
  const { text } = useText()
  const { user: { email } } = useMe()
  const [problem, setProblem] = useState<unknown>()
  const [wantsCode, setWantsCode] = useState(false)
  const form = useForm({ initialValues: { tenantCode: others[0]!.tenantCode, password: '', code: '' } })
  const submit = form.onSubmit(async ({ tenantCode, password, code }) => {
    setProblem(undefined)
    try {
      // The page is drawn again for the other company.
      await signIn({ email, password, tenantCode, code })
    } catch (error) {
      if (isCodeWanted(error)) setWantsCode(true)
      else setProblem(error)
    }
  })
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size='sm' c='dimmed'>{own.note}</Text>
        <Select
          label={own.company} allowDeselect={false}
          data={others.map(({ tenantCode, businessName }) => ({ value: tenantCode, label: businessName }))}
          {...form.getInputProps('tenantCode')}
        />
        <input type='email' autoComplete='username' value={email} readOnly hidden />
        <PasswordInput
          label={own.password} autoComplete='current-password' required withAsterisk={false}
          visibilityToggleButtonProps={{ 'aria-label': text.actions.showPassword }} {...form.getInputProps('password')}
        />
        {wantsCode && <CodeInput autoFocus {...form.getInputProps('code')} />}
        <ProblemNotice error={problem} />
        <Group justify='end'><Button type='submit' variant='default' loading={form.submitting}>{own.submit}</Button></Group>
      </Stack>
    </form>
  )
}
