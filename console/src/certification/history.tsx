import { Accordion, Paper, Table } from '@mantine/core'
import { useNarrow } from '../shared/page.tsx'
import { labelOf } from '../text/labels.ts'
import { useText, useWords } from '../text/text.tsx'
import type { Journey } from './progress.ts'
import { words } from './words.ts'

/** Who did what of the journey. */
export function History ({ history }: { history: Journey['history'] }) {
  const { format } = useText()
  const own = useWords(words)
  const narrow = useNarrow()
  const what = (step: string) => labelOf(own.events, step) ?? labelOf(own.steps, step) ?? step
  const rows = history.toReversed()
  return (
    <Paper className='clipped'>
      <Accordion order={2}>
        <Accordion.Item value='history'>
          <Accordion.Control>{own.history}</Accordion.Control>
          <Accordion.Panel>
            {narrow ? (
              <ul className='sentences'>
                {rows.map(({ step, item, at, by }, index) => (
                  <li key={index}>{[what(step), item, by, format.moment(at)].filter(Boolean).join(' · ')}</li>
                ))}
              </ul>
            ) : (
              <Table aria-label={own.historyCaption}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{own.what}</Table.Th><Table.Th>{own.about}</Table.Th><Table.Th>{own.by}</Table.Th>
                    <Table.Th>{own.at}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map(({ step, item, at, by }, index) => (
                    <Table.Tr key={index}>
                      <Table.Td>{what(step)}</Table.Td><Table.Td>{item}</Table.Td><Table.Td>{by}</Table.Td>
                      <Table.Td c='dimmed' className='numbers'>{format.moment(at)}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            )}
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Paper>
  )
}
