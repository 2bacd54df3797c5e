import { Button, Group, MultiSelect, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { timbre } from '../session/session.ts'
import { DayInput } from '../shared/day-input.tsx'
import { useTypeName } from '../shared/document-types.ts'
import { Card } from '../shared/page.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { today } from '../text/formats.ts'
import { useWords } from '../text/text.tsx'
import { useProgressChanged, type Kind } from './progress.ts'
import { words } from './words.ts'

const typesOf: Record<Kind, readonly number[]> = { DTE: [33, 34, 43, 46, 52, 56, 61, 110, 111, 112], BOLETA: [39, 41] }
const usual: Record<Kind, string[]> = { DTE: ['33', '56', '61'], BOLETA: ['39'] }

/** What is to be certified, once the company enrolled on the SII's page. */
export function Start ({ kind }: { kind: Kind }) {
  const own = useWords(words).start
  const nameOf = useTypeName()
  const changed = useProgressChanged()
  const form = useForm({
    initialValues: { types: usual[kind], authorised: [] as string[], enrolledOn: today() as string | null, email: '' }
  })
  const start = useMutation({
    mutationFn: ({ types, authorised, enrolledOn, email }: typeof form.values) => timbre.post('/api/Certification/Start', {
      body: {
        kind, documentTypes: types.map(Number), authorisedTypes: authorised.map(Number), enrolledOn: enrolledOn ?? today(),
        email: email.trim() || null
      }
    }),
    onSuccess: changed
  })
  const data = typesOf[kind].map((type) => ({ value: String(type), label: nameOf(type) }))
  return (
    <Card title={own.title} maw={720}>
      <form onSubmit={form.onSubmit((values) => { start.mutate(values) })}>
        <Stack>
          <Text size='sm' c='dimmed'>{own.note}</Text>
          <MultiSelect label={own.types} data={data} {...form.getInputProps('types')} />
          <MultiSelect label={own.authorised} description={own.authorisedNote} data={data} {...form.getInputProps('authorised')} />
          <DayInput label={own.enrolledOn} maxDate={today()} required withAsterisk={false} {...form.getInputProps('enrolledOn')} />
          <TextInput label={own.email} description={own.emailNote} type='email' {...form.getInputProps('email')} />
          <ProblemNotice error={start.error} />
          <Group justify='end'><Button type='submit' loading={start.isPending} disabled={form.values.types.length === 0}>{own.submit}</Button></Group>
        </Stack>
      </form>
    </Card>
  )
}
