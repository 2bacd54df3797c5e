import { Accordion, Paper, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWords } from '../text/text.tsx'
import { Exchange, GoLive, Samples, Simulation } from './later.tsx'
import { OptionsForm } from './options.tsx'
import type { Journey } from './progress.ts'
import { SetUpload } from './set-file.tsx'
import { Verdict } from './verdict.tsx'
import { words } from './words.ts'

/** What is done in the course of a journey, besides issuing. */
export function Tools ({ journey }: { journey: Journey }) {
  const own = useWords(words)
  const { kind, loadedAt, documentTypes, folios, options } = journey
  const types = [...documentTypes, ...folios.map(({ documentType }) => documentType)]
  const isOfDocuments = kind === 'DTE'
  const tools: Array<readonly [name: string, title: string, content: ReactNode]> = [
    ['options', own.options.title, <OptionsForm key='options' kind={kind} types={types} options={options} />],
    ...loadedAt === null ? [] : [
      ['verdict', own.verdict.title, <Verdict key='verdict' journey={journey} />],
      ...isOfDocuments ? [
        ['simulation', own.simulation.title, <Simulation key='simulation' />], ['exchange', own.exchange.title, <Exchange key='exchange' />],
        ['samples', own.samples.title, <Samples key='samples' />]
      ] as const : [],
      ['set', own.set.title, <SetUpload key='set' kind={kind} isLoaded />]
    ] as const,
    ['live', own.goLive.title, <GoLive key='live' />]
  ]
  return (
    <Stack component='section' gap='sm' aria-label={own.tools}>
      <Title order={2}>{own.tools}</Title>
      <Paper className='clipped'>
        <Accordion multiple order={3} keepMounted={false}>
          {tools.map(([name, title, content]) => (
            <Accordion.Item key={name} value={name}>
              <Accordion.Control>{title}</Accordion.Control>
              <Accordion.Panel>{content}</Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      </Paper>
    </Stack>
  )
}
