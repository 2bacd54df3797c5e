import { Accordion, Alert, Button, Group, Paper, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, FilePlus2 } from 'lucide-react'
import { useState } from 'react'
import { timbre, useCan } from '../session/session.ts'
import { useCertificate, useRehearses, useTenant, type Tenant } from '../shared/company/tenant.ts'
import { Loading, PageTitle } from '../shared/page.tsx'
import { Problem } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { HandingOver, Later } from './later.tsx'
import { StepContent } from './step-content.tsx'
import { stepsOf, type Step, type StepName } from './steps.ts'
import { words } from './words.ts'

/** What is missing before documents can be issued, each step with its form in place. */
export function Setup () {
  const { text } = useText()
  const own = useWords(words)
  const tenant = useTenant()
  const accepted = useAccepted()
  return (
    <div className='stack'>
      <PageTitle title={text.places.setup} note={own.note} />
      {tenant.error && !tenant.data ? <Problem error={tenant.error} onRetry={() => { void tenant.refetch() }} />
        : !tenant.data || accepted.isLoading ? <Loading rows={5} height={56} /> : <List tenant={tenant.data} accepted={accepted.data} />}
    </div>
  )
}

/** Undefined where the reader may not see documents. */
function useAccepted () {
  const can = useCan()
  return useQuery({
    queryKey: ['setup', 'accepted'],
    enabled: can('Webhook.Read'),
    queryFn: async () => (await timbre.get('/api/Webhook/GetWebhooks', { query: { status: [5, 6], pageSize: 1 } })).data.length > 0
  })
}

function List ({ tenant, accepted }: { tenant: Tenant, accepted: boolean | undefined }) {
  const own = useWords(words)
  const steps = stepsOf(tenant, accepted)
  const open = steps.filter(({ done }) => !done)
  const [chosen, setChosen] = useState<StepName | null>()
  // Until the reader opens another one, the first that is missing is open; once it is done, the next.
  const shown = open.some(({ name }) => name === chosen) || chosen === null ? chosen : open[0]?.name
  const finished = steps.length - open.length
  return (
    <>
      {tenant.readiness.ready && <Ready />}
      <Group gap='sm' wrap='nowrap'>
        <Progress value={100 * finished / steps.length} flex={1} color={open.length === 0 ? 'green.8' : 'ink'} aria-label={own.progress(finished, steps.length)} />
        <Text size='sm' c='dimmed' className='numbers' role='status'>{own.progress(finished, steps.length)}</Text>
      </Group>
      <Paper className='clipped'>
        <Accordion
          order={2} chevronPosition='right' value={shown ?? null} className='steps'
          onChange={(value) => { setChosen(value as StepName | null) }}
        >
          {steps.map((step, index) => step.done
            ? <DoneStep key={step.name} step={step} tenant={tenant} />
            : (
              <Accordion.Item key={step.name} value={step.name}>
                <Accordion.Control><StepHeading step={step} number={index + 1} /></Accordion.Control>
                <Accordion.Panel><StepContent step={step} tenant={tenant} /></Accordion.Panel>
              </Accordion.Item>
              ))}
        </Accordion>
      </Paper>
      <HandingOver tenant={tenant} />
      <Later />
    </>
  )
}

function StepHeading ({ step: { name, lacks }, number }: { step: Step, number: number }) {
  const own = useWords(words)
  const advised = lacks.length > 0 && lacks.every(({ blocking }) => !blocking)
  return (
    <span className='step'>
      <span className='step-mark' aria-hidden='true'>{number}</span>
      <Text span fw={600} size='sm' flex={1}>{own.steps[name]}</Text>
      <Text span size='xs' fw={550} className={advised ? 'quiet' : 'warning'}>{advised ? own.advised : own.needed}</Text>
    </span>
  )
}

/** One line: what there is. */
function DoneStep ({ step: { name }, tenant }: { step: Step, tenant: Tenant }) {
  const own = useWords(words)
  const summary = useSummary(name, tenant)
  return (
    <div className='step step-done'>
      <span className='step-mark' data-done role='img' aria-label={own.ready}><Check size={15} strokeWidth={3} aria-hidden='true' /></span>
      <h2 className='step-title'>{own.steps[name]}</h2>
      <Text span size='sm' c='dimmed' className='numbers wrap'>{summary}</Text>
    </div>
  )
}

function useSummary (name: StepName, { environment, certificationResolution, productionResolution, readiness }: Tenant): string {
  const own = useWords(words)
  const { format } = useText()
  const { data: certificate } = useCertificate()
  const resolution = environment === 'production' ? productionResolution : certificationResolution
  switch (name) {
    case 'resolution': return resolution ? own.resolution(String(resolution.number), format.date(resolution.date)) : ''
    case 'certificate': return certificate ? own.certificate(certificate.holderName, format.day(certificate.notAfter)) : ''
    case 'folios': return own.supplies(readiness.types.filter(({ remaining }) => remaining > 0).length)
    case 'data': return own.done.data
    case 'document': return own.done.document
    default: return ''
  }
}

/** Nothing is in the way: the list ends where the work begins. */
function Ready () {
  const own = useWords(words)
  const can = useCan()
  const rehearses = useRehearses()
  return (
    <Alert color='green' variant='light' icon={<Check size={18} />} title={own.allDone} styles={{ title: { color: 'var(--mantine-color-text)' } }}>
      <Stack align='start' gap='sm'>
        <Text size='sm'>{rehearses ? own.allDoneSimulator : own.allDoneText}</Text>
        {can('Webhook.Issue') && (
          <Button component={Link} to='/issue' leftSection={<FilePlus2 size={16} />}>{own.issue}</Button>
        )}
      </Stack>
    </Alert>
  )
}
