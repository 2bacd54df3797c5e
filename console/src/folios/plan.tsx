import { Group, NativeSelect, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { plannedDays, useFolioPlan, type PlannedFolios as Planned } from '../shared/company/tenant.ts'
import { useTypeName } from '../shared/document-types.ts'
import { Card, Facts, Loading, useNarrow } from '../shared/page.tsx'
import { Problem } from '../shared/problem.tsx'
import { today } from '../text/formats.ts'
import { useText, useWords } from '../text/text.tsx'
import { CertificationFolios } from './certification.tsx'
import { words } from './words.ts'

const choices = [30, 60, 90, 180]

/** How many folios to ask the SII for, of each type in use, and until when. */
export function Plan () {
  const own = useWords(words).plan
  const narrow = useNarrow()
  const [days, setDays] = useState(plannedDays)
  const { data, error, refetch, isPlaceholderData } = useFolioPlan(days)
  if (error && !data) return <Problem error={error} onRetry={() => { void refetch() }} />
  if (!data) return <Loading rows={3} />
  return (
    <>
      <Card
        title={own.title}
        aside={(
          <Group gap='xs'>
            <Text component='label' htmlFor='plan-days' size='sm' c='dimmed'>{own.days}</Text>
            <NativeSelect
              id='plan-days' size='xs' value={days} data={choices.map((value) => ({ value: String(value), label: own.daysOf(value) }))}
              onChange={({ currentTarget }) => { setDays(Number(currentTarget.value)) }}
            />
          </Group>
        )}
      >
        <Text size='sm' c='dimmed' mb='sm'>{data.length === 0 ? own.none : own.note}</Text>
        {data.length > 0 && (
          <div aria-busy={isPlaceholderData} className='former'>{narrow ? <PlanCards plan={data} /> : <PlanTable plan={data} />}</div>
        )}
      </Card>
      <CertificationFolios plan={data} />
    </>
  )
}

/** The cells of a type, as they are read. */
function useCells () {
  const { format } = useText()
  const own = useWords(words).plan
  const nameOf = useTypeName()
  return ({ documentType, perDay, remaining, inactive, expiring, waiting, runsOutOn, requestBy, suggested }: Planned) => ({
    name: nameOf(documentType),
    perDay: format.number(Math.round(perDay * 10) / 10),
    left: format.number(remaining),
    notes: [
      ...inactive > 0 ? [own.inactive(format.number(inactive))] : [], ...expiring > 0 ? [own.expiring(format.number(expiring))] : []
    ].join(', '),
    waiting: waiting > 0 ? format.number(waiting) : undefined,
    runsOut: runsOutOn === null ? undefined : format.date(runsOutOn),
    requestBy: suggested === 0 || requestBy === null ? undefined : requestBy <= today() ? own.now : format.date(requestBy),
    isLate: suggested > 0 && requestBy !== null && requestBy <= today(),
    ask: suggested === 0 ? own.enough : format.number(suggested),
    isEnough: suggested === 0
  })
}

function PlanTable ({ plan }: { plan: readonly Planned[] }) {
  const own = useWords(words).plan
  const cellsOf = useCells()
  return (
    <Table className='numbers' aria-label={own.caption} horizontalSpacing='xs'>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{own.type}</Table.Th><Table.Th ta='right'>{own.perDay}</Table.Th><Table.Th ta='right'>{own.left}</Table.Th>
          <Table.Th>{own.runsOut}</Table.Th><Table.Th>{own.requestBy}</Table.Th><Table.Th ta='right'>{own.ask}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {plan.map((planned) => {
          const { name, perDay, left, notes, waiting, runsOut, requestBy, isLate, ask, isEnough } = cellsOf(planned)
          return (
            <Table.Tr key={planned.documentType}>
              <Table.Td>
                {name}
                {waiting && <Text size='xs' className='warning'>{own.waiting}: {waiting}</Text>}
              </Table.Td>
              <Table.Td ta='right'>{perDay}</Table.Td>
              <Table.Td ta='right'>{left}{notes && <Text size='xs' c='dimmed'>{notes}</Text>}</Table.Td>
              <Table.Td>{runsOut ?? own.never}</Table.Td>
              <Table.Td>{isLate ? <strong className='warning'>{requestBy}</strong> : requestBy ?? own.never}</Table.Td>
              <Table.Td ta='right'>{isEnough ? <Text span size='sm' c='dimmed'>{ask}</Text> : <strong>{ask}</strong>}</Table.Td>
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}

function PlanCards ({ plan }: { plan: readonly Planned[] }) {
  const own = useWords(words).plan
  const cellsOf = useCells()
  return (
    <ul className='cards' aria-label={own.caption}>
      {plan.map((planned) => {
        const { name, perDay, left, notes, waiting, runsOut, requestBy, ask } = cellsOf(planned)
        return (
          <li key={planned.documentType} style={{ padding: '10px 0' }}>
            <Text fw={600} size='sm'>{name}</Text>
            <Facts
              facts={[
                [own.ask, ask], [own.requestBy, requestBy], [own.runsOut, runsOut], [own.left, [left, notes].filter(Boolean).join(' ')],
                [own.perDay, perDay], [own.waiting, waiting]
              ]}
            />
          </li>
        )
      })}
    </ul>
  )
}
