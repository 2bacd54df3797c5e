import { Alert, Button, Group, NativeSelect, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { timbre } from '../session/session.ts'
import { ProblemNotice } from '../shared/problem.tsx'
import { useWords } from '../text/text.tsx'
import { useProgressChanged, type Journey } from './progress.ts'
import { words } from './words.ts'

type Outcome = 'Approved' | 'NotApproved'

/** What the SII says of a set: from its mail, or by hand. */
export function Verdict ({ journey: { kind, items } }: { journey: Journey }) {
  const { verdict: own, states } = useWords(words)
  const changed = useProgressChanged()
  const reviewed = items.filter(({ attempts, kind: what }) => attempts.length > 0 && what !== 'folioConsumption')
  const form = useForm({
    initialValues: { way: 'mail', mail: '', name: (reviewed.find(({ state }) => state === 'Declared') ?? reviewed[0])?.name ?? '', outcome: 'Approved' as Outcome, reasons: '' }
  })
  const record = useMutation({
    mutationFn: ({ way, mail, name, outcome, reasons }: typeof form.values) => timbre.post('/api/Certification/RecordVerdict', {
      body: way === 'mail' ? { mail } : { kind, name, outcome, reasons: reasons.split('\n').map((line) => line.trim()).filter(Boolean) }
    }),
    onSuccess: async () => {
      form.setFieldValue('mail', '')
      await changed()
    }
  })
  const { way, outcome } = form.values
  return (
    <form onSubmit={form.onSubmit((values) => { record.mutate(values) })}>
      <Stack>
        <Text size='sm' c='dimmed'>{own.text}</Text>
        <SegmentedControl
          aria-label={own.way} w='fit-content' data={Object.entries(own.ways).map(([value, label]) => ({ value, label }))} {...form.getInputProps('way')}
        />
        {way === 'mail' ? (
          <Textarea label={own.mail} autosize minRows={4} maxRows={14} required withAsterisk={false} {...form.getInputProps('mail')} />
        ) : (
          <>
            <NativeSelect label={own.set} data={reviewed.map(({ name }) => name)} required withAsterisk={false} {...form.getInputProps('name')} />
            <NativeSelect
              label={own.outcome} data={Object.entries(own.outcomes).map(([value, label]) => ({ value, label }))} {...form.getInputProps('outcome')}
            />
            {outcome === 'NotApproved' && (
              <Textarea label={own.reasons} description={own.reasonsNote} autosize minRows={3} {...form.getInputProps('reasons')} />
            )}
          </>
        )}
        {record.data && (
          <Alert color={record.data.attempt.state === 'Approved' ? 'green' : 'orange'} variant='light' role='status'>
            {own.recorded(record.data.item, states[record.data.attempt.state])}
          </Alert>
        )}
        <ProblemNotice error={record.error} />
        <Group justify='end'><Button type='submit' loading={record.isPending}>{own.submit}</Button></Group>
      </Stack>
    </form>
  )
}
