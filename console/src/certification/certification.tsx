import './certification.css'
import { Badge, SimpleGrid, Stack, Tabs } from '@mantine/core'
import { useState } from 'react'
import { useCan, useMe } from '../session/session.ts'
import { useTypeName } from '../shared/document-types.ts'
import { Card, Facts, Loading, PageTitle } from '../shared/page.tsx'
import { Nothing, Problem } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { History } from './history.tsx'
import { Items } from './items.tsx'
import { Lacks } from './lacks.tsx'
import { Next } from './next.tsx'
import { OptionsShown } from './options-shown.tsx'
import { useProgress, type Journey, type Kind } from './progress.ts'
import { SetFile } from './set-file.tsx'
import { Start } from './start.tsx'
import { Tools } from './tools.tsx'
import { words } from './words.ts'

const kinds: readonly Kind[] = ['DTE', 'BOLETA']

/** What the SII wants before production, step by step. A company in production has nothing to do here. */
export function CertificationPage () {
  const own = useWords(words)
  const { tenant: { environment } } = useMe()
  return (
    <Stack gap='lg'>
      <PageTitle title={own.title} note={own.intro} />
      {environment === 'production' ? <Nothing title={own.over} note={own.overText} /> : <Journeys />}
    </Stack>
  )
}

function Journeys () {
  const own = useWords(words)
  const can = useCan()
  const { data, error, refetch } = useProgress()
  const [chosen, setChosen] = useState<Kind>()
  if (error && !data) return <Problem error={error} onRetry={() => { void refetch() }} />
  if (!data) return <Loading rows={8} />
  const kind = chosen ?? data[0]?.kind ?? 'DTE'
  const journey = data.findLast((one) => one.kind === kind)
  return (
    <Tabs value={kind} onChange={(value) => { setChosen(value as Kind) }} keepMounted={false}>
      <Tabs.List mb='lg'>{kinds.map((one) => <Tabs.Tab key={one} value={one}>{own.kinds[one]}</Tabs.Tab>)}</Tabs.List>
      <Tabs.Panel value={kind}>
        {journey ? <JourneyOf journey={journey} /> : can('Certification.Manage') ? <Start key={kind} kind={kind} /> : (
          <Nothing title={own.start.title} note={own.start.note} />
        )}
      </Tabs.Panel>
    </Tabs>
  )
}

function JourneyOf ({ journey }: { journey: Journey }) {
  const own = useWords(words)
  const can = useCan()
  const manages = can('Certification.Manage')
  const { kind, loadedAt, missing, items, history } = journey
  return (
    <Stack gap='lg'>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing='lg'>
        <Card title={own.next}><Next kind={kind} next={journey.next} items={items} isOver={journey.stage === 'InProduction'} /></Card>
        <Where journey={journey} />
      </SimpleGrid>
      {missing.length > 0 && <Card title={own.missing}><Lacks lacks={missing} /></Card>}
      {manages && loadedAt === null && <SetFile kind={kind} isLoaded={false} />}
      <Items kind={kind} items={items} />
      {manages ? <Tools journey={journey} /> : <OptionsShown options={journey.options} />}
      {history.length > 0 && <History history={history} />}
    </Stack>
  )
}

/** How far the journey is, until when, and with which folios. */
function Where ({ journey: { stage, enrolledOn, documentTypes, deadlines, folios } }: { journey: Journey }) {
  const { format } = useText()
  const own = useWords(words)
  const nameOf = useTypeName()
  return (
    <Card title={own.stage} aside={<Badge variant='light' c='var(--mantine-color-text)' tt='none'>{own.stages[stage]}</Badge>}>
      <Facts
        facts={[
          [own.since, format.date(enrolledOn)], [own.types, documentTypes.map((type) => nameOf(type)).join(', ')],
          [own.deadlines, deadlines.length > 0 && (
            <ul className='sentences'>{deadlines.map(({ what, at }) => <li key={`${what}${at}`}>{format.day(at)}: {what}</li>)}</ul>
          )],
          [own.set.folios, folios.length > 0 && (
            <ul className='sentences'>
              {folios.map(({ documentType, needed, active }) => (
                <li key={documentType} className={active < needed ? 'warning' : undefined}>
                  {nameOf(documentType)}: {own.set.folioOf(format.number(needed), format.number(active))}
                </li>
              ))}
            </ul>
          )]
        ]}
      />
    </Card>
  )
}
