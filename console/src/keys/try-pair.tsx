import { Alert, Button, Group, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { anonymous, useMe } from '../session/session.ts'
import { Card } from '../shared/page.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { words } from './words.ts'

/** Whether a pair works. Wrong keys are no end of this session, so the question is asked without its token. */
export function TryPair () {
  const own = useWords(words)
  const { text } = useText()
  const { tenant: { tenantCode } } = useMe()
  const form = useForm({ initialValues: { tenantCode, accessKey: '', secretKey: '' } })
  const attempt = useMutation({
    // Nothing of a secret stays in a cache.
    gcTime: 0,
    mutationFn: () => {
      const { values } = form
      return anonymous.post('/api/Tenant/GetAccessKeyAndSecretKeyValidation', {
        body: { tenantCode: values.tenantCode.trim(), accessKey: values.accessKey.trim(), secretKey: values.secretKey.trim() }
      })
    }
  })
  form.watch('accessKey', attempt.reset)
  form.watch('secretKey', attempt.reset)
  const field = { required: true, withAsterisk: false, autoComplete: 'off' } as const
  return (
    <Card title={own.tryTitle}>
      <form onSubmit={form.onSubmit(() => { attempt.mutate() })}>
        <Stack>
          <Text size='sm' c='dimmed'>{own.tryNote}</Text>
          <SimpleGrid cols={{ base: 1, md: 3 }}>
            <TextInput label={own.code} {...field} {...form.getInputProps('tenantCode')} />
            <TextInput label={own.accessKey} {...field} {...form.getInputProps('accessKey')} />
            <PasswordInput
              label={own.secretKey} visibilityToggleButtonProps={{ 'aria-label': text.actions.showPassword }} {...field}
              {...form.getInputProps('secretKey')}
            />
          </SimpleGrid>
          <ProblemNotice error={attempt.error} />
          {attempt.isSuccess && <Alert color='green' variant='light' icon={<Check size={18} />} role='status'>{own.works}</Alert>}
          <Group justify='end'><Button type='submit' variant='default' loading={attempt.isPending}>{own.try}</Button></Group>
        </Stack>
      </form>
    </Card>
  )
}
