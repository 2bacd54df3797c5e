import { Button, Group, NumberInput, Radio, Stack, Switch, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useCan } from '../session/session.ts'
import { Choices } from '../shared/company/choices.tsx'
import { useTenantUpdate } from '../shared/company/company-form.tsx'
import type { Tenant } from '../shared/company/tenant.ts'
import { words as shared } from '../shared/company/words.ts'
import { Card, Facts } from '../shared/page.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { words } from './words.ts'

/** How documents are issued: each choice is kept at once, once the server took it. */
export function Issuing ({ tenant }: { tenant: Tenant }) {
  const { issuing: own, yes, no } = useWords(words)
  const { choices } = useWords(shared)
  const can = useCan()
  const update = useTenantUpdate()
  const { mailReceivers, publicPages, qrOnPdf, keepIssued, refuseWhenNotReady, strictFormat } = tenant
  if (!can('Tenant.Manage')) {
    return (
      <Card title={own.title}>
        <Facts
          facts={[
            [choices.mailReceivers, mailReceivers ? yes : no], [choices.publicPages, publicPages ? yes : no],
            [own.qrOnPdf, own.qrPlaces[qrOnPdf]],
            [choices.keepIssued, keepIssued ? yes : no],
            [own.whenNotReady, refuseWhenNotReady ? own.refuse : own.wait],
            [own.strictFormat, strictFormat ? yes : no]
          ]}
        />
      </Card>
    )
  }
  return (
    <Card title={own.title}>
      <Stack>
        <Choices tenant={tenant} update={update} />
        {publicPages && (
          <Radio.Group
            label={own.qrOnPdf} description={own.qrOnPdfNote} value={qrOnPdf}
            onChange={(value) => { update.mutate({ qrOnPdf: value as Tenant['qrOnPdf'] }) }}
          >
            <Group mt={6}>
              {(['none', 'tickets', 'all'] as const).map((value) => (
                <Radio key={value} value={value} label={own.qrPlaces[value]} disabled={update.isPending} />
              ))}
            </Group>
          </Radio.Group>
        )}
        <Switch
          label={own.strictFormat} description={own.strictFormatNote} checked={strictFormat} disabled={update.isPending}
          onChange={({ currentTarget }) => { update.mutate({ strictFormat: currentTarget.checked }) }}
        />
        <Radio.Group
          label={own.whenNotReady} value={refuseWhenNotReady ? 'refuse' : 'wait'}
          onChange={(value) => { update.mutate({ refuseWhenNotReady: value === 'refuse' }) }}
        >
          <Stack gap='xs' mt={6}>
            <Radio value='wait' label={own.wait} disabled={update.isPending} />
            <Radio value='refuse' label={own.refuse} disabled={update.isPending} />
          </Stack>
        </Radio.Group>
        <ProblemNotice error={update.error} />
      </Stack>
    </Card>
  )
}

/** How people sign in. */
export function Access ({ tenant: { requireSecondFactor } }: { tenant: Tenant }) {
  const { access: own, yes, no } = useWords(words)
  const can = useCan()
  const update = useTenantUpdate()
  if (!can('Tenant.Manage')) {
    return <Card title={own.title}><Facts facts={[[own.requireSecondFactor, requireSecondFactor ? yes : no]]} /></Card>
  }
  return (
    <Card title={own.title}>
      <Stack>
        <Switch
          label={own.requireSecondFactor} description={own.requireSecondFactorNote} checked={requireSecondFactor}
          disabled={update.isPending}
          onChange={({ currentTarget }) => { update.mutate({ requireSecondFactor: currentTarget.checked }) }}
        />
        <ProblemNotice error={update.error} />
      </Stack>
    </Card>
  )
}

/** When administrators are told that folios are running out. */
export function Notices ({ tenant: { foliosLowDays, foliosLowNumber } }: { tenant: Tenant }) {
  const own = useWords(words).notices
  const { saved } = useWords(shared).company
  const { text, format } = useText()
  const can = useCan()
  const update = useTenantUpdate()
  const form = useForm<{ days: number | string, number: number | string }>({
    initialValues: { days: foliosLowDays, number: foliosLowNumber }
  })
  const submit = form.onSubmit(({ days, number }) => {
    update.mutate({ foliosLowDays: Number(days), foliosLowNumber: Number(number) }, { onSuccess: () => { form.resetDirty() } })
  })
  if (!can('Tenant.Manage')) {
    return (
      <Card title={own.title}>
        <Facts facts={[[own.days, format.number(foliosLowDays)], [own.number, format.number(foliosLowNumber)]]} />
      </Card>
    )
  }
  const field = { allowDecimal: false, allowNegative: false, required: true, withAsterisk: false } as const
  return (
    <Card title={own.title}>
      <form onSubmit={submit}>
        <Stack>
          <Text size='sm' c='dimmed'>{own.note}</Text>
          <NumberInput label={own.days} description={own.zero} min={0} max={365} {...field} {...form.getInputProps('days')} />
          <NumberInput
            label={own.number} description={own.zero} min={0} max={1_000_000} thousandSeparator='.' decimalSeparator=',' {...field}
            {...form.getInputProps('number')}
          />
          <ProblemNotice error={update.error} />
          <Group justify='end'>
            {update.isSuccess && !form.isDirty() && <Text size='sm' role='status'>{saved}</Text>}
            <Button type='submit' loading={update.isPending} disabled={!form.isDirty()}>{text.actions.save}</Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}
