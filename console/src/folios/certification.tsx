import { Table, Text } from '@mantine/core'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { useTypeName } from '../shared/document-types.ts'
import { Card, Facts, useNarrow } from '../shared/page.tsx'
import { labelOf } from '../text/labels.ts'
import { useText, useWords } from '../text/text.tsx'
import { words } from './words.ts'

type Planned = ResultOf<'/api/Folio/Plan', 'get'>[number]
type SetFolios = NonNullable<Planned['certification']>['sets'][number]

/** What a certification takes: for each type and set, the folios of each attempt, and how many the next one needs. */
export function CertificationFolios ({ plan }: { plan: readonly Planned[] }) {
  const own = useWords(words).certification
  const narrow = useNarrow()
  const rows = useRows(plan)
  if (rows.length === 0) return null
  return (
    <Card title={own.title}>
      <Text size='sm' c='dimmed' mb='sm'>{own.note}</Text>
      {narrow ? (
        <ul className='cards' aria-label={own.caption}>
          {rows.map(({ key, type, set, needed, taken }) => (
            <li key={key} style={{ padding: '10px 0' }}>
              <Text fw={600} size='sm'>{type}</Text>
              <Facts facts={[[own.set, set], [own.needed, needed], [own.taken, <Taken key='taken' attempts={taken} />]]} />
            </li>
          ))}
        </ul>
      ) : (
        <Table className='numbers' aria-label={own.caption} horizontalSpacing='xs'>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{own.type}</Table.Th><Table.Th>{own.set}</Table.Th><Table.Th>{own.taken}</Table.Th><Table.Th ta='right'>{own.needed}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ key, type, set, needed, taken }) => (
              <Table.Tr key={key}>
                <Table.Td>{type}</Table.Td>
                <Table.Td>{set}</Table.Td>
                <Table.Td><Taken attempts={taken} /></Table.Td>
                <Table.Td ta='right'>{needed}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Card>
  )
}

/** A set that neither took folios nor waits for any is left out. */
function useRows (plan: readonly Planned[]) {
  const nameOf = useTypeName()
  const { format } = useText()
  const own = useWords(words).certification
  return plan.flatMap(({ documentType, certification }) => (certification?.sets ?? [])
    .filter(({ needed, attempts }) => needed > 0 || attempts.length > 0)
    .map(({ name, needed, attempts }) => ({
      key: `${documentType} ${name}`, type: nameOf(documentType), set: name, taken: attempts,
      needed: needed > 0 ? format.number(needed) : own.none
    })))
}

function Taken ({ attempts }: { attempts: SetFolios['attempts'] }) {
  const own = useWords(words).certification
  const { format } = useText()
  const rangeOf = ({ from, to }: { from: number, to: number }) =>
    from === to ? format.number(from) : `${format.number(from)} – ${format.number(to)}`
  if (attempts.length === 0) return own.none
  return attempts.map(({ number, state, ranges }) => (
    <Text key={number} span display='block' size='sm'>
      {own.attempt(format.number(number), ranges.map(rangeOf).join(', '))}
      <Text span size='xs' c='dimmed'> · {labelOf(own.states, state) ?? state}</Text>
    </Text>
  ))
}
