import { Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useCan } from '../session/session.ts'
import { useTenantUpdate } from '../shared/company/company-form.tsx'
import { ResolutionForm } from '../shared/company/resolution-form.tsx'
import type { Tenant, TenantChange } from '../shared/company/tenant.ts'
import { words as shared } from '../shared/company/words.ts'
import { Confirm } from '../shared/confirm.tsx'
import { Card, Facts } from '../shared/page.tsx'
import { useText, useWords } from '../text/text.tsx'
import { words } from './words.ts'

const environments = ['certification', 'production'] as const

/** Where documents are sent, and under which resolution. What changes their value is asked for once. */
export function Authority ({ tenant }: { tenant: Tenant }) {
  const own = useWords(words).authority
  const can = useCan()
  const update = useTenantUpdate()
  const [wanted, setWanted] = useState<{ change: TenantChange, text: string }>()
  const ask = (change: TenantChange, text: string) => { update.reset(); setWanted({ change, text }) }
  const { taxAuthority, environment } = tenant
  const inUse = environment === 'production' ? 'production' : 'certification'
  const authority = taxAuthority === 2 ? own.simulator : own.sii

  return (
    <Card title={own.title}>
      <Stack>
        {can('Tenant.Manage') ? (
          <>
            <Choice
              label={own.authority} value={String(taxAuthority)}
              data={[{ value: '1', label: own.sii }, { value: '2', label: own.simulator }]}
              onChange={(value) => { ask({ taxAuthority: value === '2' ? 2 : 1 }, value === '2' ? own.toSimulator : own.toSii) }}
            />
            <Choice
              label={own.environment} note={own.fixed} value={environment}
              data={environments.map((value) => ({ value, label: own[value] }))}
              onChange={(value) => {
                const production = value === 'production'
                ask({ environment: production ? 'production' : 'certification' }, production ? own.toProduction : own.toCertification)
              }}
            />
          </>
        ) : <Facts facts={[[own.authority, authority], [own.environment, own[inUse]]]} />}
        {environments.map((each) => <Resolution key={each} tenant={tenant} environment={each} />)}
      </Stack>
      <Confirm
        opened={wanted !== undefined} onClose={() => { setWanted(undefined) }} title={own.confirmTitle} action={own.confirmAction}
        work={update} onConfirm={() => { if (wanted) update.mutate(wanted.change, { onSuccess: () => { setWanted(undefined) } }) }}
      >
        {wanted?.text}
      </Confirm>
    </Card>
  )
}

interface ChoiceProps {
  label: string
  note?: string
  value: string
  data: Array<{ value: string, label: string }>
  onChange: (value: string) => void
}

function Choice ({ label, note, ...control }: ChoiceProps) {
  return (
    <div>
      <Text size='sm' fw={550} mb={4}>{label}</Text>
      <SegmentedControl fullWidth orientation='vertical' aria-label={label} {...control} />
      {note && <Text size='xs' c='dimmed' mt={4}>{note}</Text>}
    </div>
  )
}

function Resolution ({ tenant, environment }: { tenant: Tenant, environment: 'certification' | 'production' }) {
  const own = useWords(words).authority
  const { resolution } = useWords(shared)
  const { text, format } = useText()
  const can = useCan()
  const [opened, setOpened] = useState(false)
  const value = environment === 'production' ? tenant.productionResolution : tenant.certificationResolution
  const name = resolution[environment]
  return (
    <Group justify='space-between' gap='xs'>
      <div>
        <Text size='sm' fw={550}>
          {name}{tenant.environment === environment && <Text span size='xs' c='dimmed' fw={450}> · {own.inUse}</Text>}
        </Text>
        <Text size='sm' c='dimmed' className='numbers'>
          {value ? resolution.value(String(value.number), format.date(value.date)) : resolution.none}
        </Text>
      </div>
      {can('Tenant.Manage') && (
        <Button variant='default' size='compact-sm' onClick={() => { setOpened(true) }} aria-label={value ? own.edit(name) : own.enter(name)}>
          {value ? text.actions.edit : resolution.enter}
        </Button>
      )}
      <Modal opened={opened} onClose={() => { setOpened(false) }} title={name} centered size='lg' closeButtonProps={{ 'aria-label': text.actions.close }}>
        <ResolutionForm tenant={tenant} environment={environment} onSaved={() => { setOpened(false) }} />
      </Modal>
    </Group>
  )
}
