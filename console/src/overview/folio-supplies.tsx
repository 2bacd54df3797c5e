import { Anchor, Group, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { useTypeName } from '../shared/document-types.ts'
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

/** The folios of each type, with how long they last at the pace of the last week; those that end first on top. */
export function FolioSupplies () {
  const own = useWords(words)
  const { data, error, refetch } = useQuery(folios)
  const supplies = suppliesOf(data ?? [])
  return (
    <Card title={own.folios} aside={<Anchor component={Link} to='/folios' size='sm'>{own.toFolios}</Anchor>}>
      {!data && (error ? <ProblemNotice error={error} onRetry={() => { void refetch() }} /> : <Skeleton height={140} />)}
      {data && supplies.length === 0 && <Text size='sm' c='dimmed'>{own.foliosNone}</Text>}
      <Stack gap='md'>{supplies.slice(0, 5).map((supply) => <One key={supply.documentType} supply={supply} />)}</Stack>
    </Card>
  )
}

function suppliesOf (blocks: Block[]): Supply[] {
  const inUse = blocks.filter(({ state }) => state === active)
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
  const isSoon = left === 0 || (days !== null && days < soon)
  return (
    <div>
      <Group justify='space-between' gap='xs' wrap='nowrap' mb={6}>
        <Text size='sm' className='clip'>{nameOf(documentType)}</Text>
        <Text size='sm' className='numbers' flex='none'>{own.left(format.number(left))}</Text>
      </Group>
      <Progress value={left / of * 100} size={6} color={isSoon ? 'orange' : 'ink'} aria-hidden='true' aria-label={nameOf(documentType)} />
      <Text size='xs' mt={4} c={isSoon ? tones.warning : 'dimmed'} fw={isSoon ? 600 : 400} className='numbers'>
        {left === 0 ? own.usedUp : days === null ? own.calm : own.days(format.number(days), days === 1)}
      </Text>
    </div>
  )
}
