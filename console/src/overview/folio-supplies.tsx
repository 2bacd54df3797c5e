import { Anchor, Group, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { useRequestPage, useWaitingText } from '../shared/company/folio-request.tsx'
import { useFolioPlan, useRehearses, withoutFolios, type PlannedFolios } from '../shared/company/tenant.ts'
import { useTypeName } from '../shared/document-types.ts'
import { AnchorLink } from '../shared/links.tsx'
import { Card } from '../shared/page.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { tones } from '../shared/status.tsx'
import { useText, useWords } from '../text/text.tsx'
import { folios } from './requests.ts'
import { words } from './words.ts'

type Block = ResultOf<'/api/Folio/List', 'get'>[number]
interface Supply { documentType: number, left: number, of: number, days: number | null }

const active = 2
const soon = 7
const mostShown = 5

/** The folios of each type, with how long they last at the pace of the last week; those that end first on top. */
export function FolioSupplies () {
  const own = useWords(words)
  const { data, error, refetch } = useQuery(folios)
  const plan = useFolioPlan()
  const out = withoutFolios(plan.data ?? [])
  const supplies = suppliesOf(data ?? [])
  const isComplete = data && (plan.data ?? plan.error)
  return (
    <Card title={own.folios} aside={<Anchor component={Link} to='/folios' size='sm'>{own.toFolios}</Anchor>}>
      {!isComplete && (error ? <ProblemNotice error={error} onRetry={() => { void refetch() }} /> : <Skeleton height={140} />)}
      {isComplete && supplies.length + out.length === 0 && <Text size='sm' c='dimmed'>{own.foliosNone}</Text>}
      {isComplete && (
        <Stack gap='md'>
          {out.map((planned) => <Out key={planned.documentType} planned={planned} />)}
          {supplies.slice(0, Math.max(0, mostShown - out.length)).map((supply) => <One key={supply.documentType} supply={supply} />)}
        </Stack>
      )}
    </Card>
  )
}

/** Of the types that have folios left. */
function suppliesOf (blocks: Block[]): Supply[] {
  const inUse = blocks.filter(({ state, remaining }) => state === active && remaining > 0)
  return [...new Set(inUse.map(({ documentType }) => documentType))].map((documentType) => {
    const own = inUse.filter((block) => block.documentType === documentType)
    return {
      documentType,
      left: own.reduce((sum, { remaining }) => sum + remaining, 0),
      of: own.reduce((sum, { rangeFrom, rangeTo }) => sum + rangeTo - rangeFrom + 1, 0),
      days: own[0]?.typeDaysLeft ?? null
    }
  }).sort((a, b) => (a.days ?? Infinity) - (b.days ?? Infinity) || a.documentType - b.documentType)
}

function One ({ supply: { documentType, left, of, days } }: { supply: Supply }) {
  const own = useWords(words)
  const { format } = useText()
  const nameOf = useTypeName()
  const isSoon = days !== null && days < soon
  return (
    <div>
      <Group justify='space-between' gap='xs' wrap='nowrap' mb={6}>
        <Text size='sm' className='clip'>{nameOf(documentType)}</Text>
        <Text size='sm' className='numbers' flex='none'>{own.left(format.number(left))}</Text>
      </Group>
      <Progress value={left / of * 100} size={6} color={isSoon ? 'orange' : 'ink'} aria-hidden='true' aria-label={nameOf(documentType)} />
      <Text size='xs' mt={4} c={isSoon ? tones.warning : 'dimmed'} fw={isSoon ? 600 : 400} className='numbers'>
        {days === null ? own.calm : own.days(days)}
      </Text>
    </div>
  )
}

/** A type of which none is left, with what waits for it and how many to ask for. */
function Out ({ planned: { documentType, waiting, suggested, inactive } }: { planned: PlannedFolios }) {
  const own = useWords(words)
  const { format } = useText()
  const name = useTypeName()(documentType)
  const waits = useWaitingText()(waiting)
  const page = useRequestPage()
  const rehearses = useRehearses()
  const ask = suggested > 0 ? own.ask(format.number(suggested)) : own.askSome
  return (
    <div>
      <Group justify='space-between' gap='xs' wrap='nowrap' mb={6}>
        <Text size='sm' fw={600} className='clip'>{name}</Text>
        <Text size='sm' fw={600} flex='none' className='bad'>{own.noneLeft}</Text>
      </Group>
      <Progress value={100} size={6} color='red' aria-hidden='true' aria-label={name} />
      <Text size='xs' mt={4} fw={600} className='bad numbers'>{waits}</Text>
      <Text size='xs' mt={2} className='numbers'>
        {inactive > 0 || rehearses
          ? <AnchorLink to='/folios' size='xs'>{inactive > 0 ? own.activate : ask}</AnchorLink>
          : <><Anchor href={page} target='_blank' rel='noreferrer' size='xs'>{ask}</Anchor> · <AnchorLink to='/folios' size='xs'>{own.steps}</AnchorLink></>}
      </Text>
    </div>
  )
}
