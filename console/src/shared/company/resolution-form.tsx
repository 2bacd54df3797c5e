import { Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { today } from '../../text/formats.ts'
import { useText, useWords } from '../../text/text.tsx'
import { DayInput } from '../day-input.tsx'
import { ProblemNotice } from '../problem.tsx'
import { useTenantUpdate } from './company-form.tsx'
import type { Tenant } from './tenant.ts'
import { words } from './words.ts'

/** The SII's resolution for an environment: its number and its date. */
export function ResolutionForm ({ tenant, environment, onSaved }: { tenant: Tenant, environment: 'certification' | 'production', onSaved?: () => void }) {
  const own = useWords(words)
  const { text } = useText()
  const update = useTenantUpdate()
  const member = environment === 'production' ? 'productionResolution' : 'certificationResolution'
  const present = tenant[member]
  const form = useForm<{ number: number | string, date: string | null }>({
    initialValues: { number: present?.number ?? (environment === 'production' ? '' : 0), date: present?.date ?? null }
  })
  const submit = form.onSubmit(({ number, date }) => {
    if (number === '' || date === null) return
    update.mutate({ [member]: { number: Number(number), date } }, { onSuccess: () => { form.resetDirty(); onSaved?.() } })
  })
  return (
    <form onSubmit={submit}>
      <Stack>
        <Group align='start' grow preventGrowOverflow={false}>
          <NumberInput
            label={own.resolution.number} description={environment === 'production' ? ' ' : own.resolution.numberNote} required withAsterisk={false}
            min={0} max={999_999} allowDecimal={false} allowNegative={false} miw={160} {...form.getInputProps('number')}
          />
          <DayInput
            label={own.resolution.date} description=' ' required withAsterisk={false} maxDate={today()} miw={200} {...form.getInputProps('date')}
          />
        </Group>
        <ProblemNotice error={update.error} />
        <Group justify='end'>
          {update.isSuccess && !form.isDirty() && <Text size='sm' role='status'>{own.company.saved}</Text>}
          <Button type='submit' loading={update.isPending} disabled={form.values.date === null || form.values.number === ''}>{text.actions.save}</Button>
        </Group>
      </Stack>
    </form>
  )
}
