import { Alert, Button, Group, Modal, Stack, Table, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { timbre, useCan } from '../session/session.ts'
import { useCompanyChanged, type FolioBlock } from '../shared/company/tenant.ts'
import { FirstFolio } from '../shared/company/first-folio.tsx'
import { Confirm } from '../shared/confirm.tsx'
import { Facts, useNarrow } from '../shared/page.tsx'
import { Dot, tones } from '../shared/status.tsx'
import { useText, useWords } from '../text/text.tsx'
import { isLow, stateOf, type BlockState, type Supply } from './supplies.ts'
import { words } from './words.ts'

const colours: Record<BlockState, string> = {
  inUse: tones.good, queued: tones.busy, uploaded: tones.warning, exhausted: tones.quiet, expired: tones.bad, stopped: tones.bad
}

/** The blocks of a type in the order of their use. */
export function Blocks ({ supply, name }: { supply: Supply, name: string }) {
  const own = useWords(words)
  const { format } = useText()
  const narrow = useNarrow()
  const { daysLeft, left, blocks } = supply
  return (
    <Stack>
      {isLow(supply) && left > 0 && daysLeft !== null && (
        <Alert color='orange' variant='light'>{own.low(own.lowDays(daysLeft, format.number(daysLeft)))}</Alert>
      )}
      {narrow ? (
        <ul className='cards' aria-label={own.blocks(name)}>
          {blocks.map((block) => <BlockCard key={block.id} block={block} supply={supply} name={name} />)}
        </ul>
      ) : <BlockTable supply={supply} name={name} />}
    </Stack>
  )
}

function useFactsOf () {
  const { format } = useText()
  const own = useWords(words)
  return ({ rangeFrom, rangeTo, next, remaining, authorisedOn, expiresOn }: FolioBlock) => ({
    range: `${format.number(rangeFrom)} – ${format.number(rangeTo)}`,
    next: next === null ? '—' : format.number(next),
    remaining: format.number(remaining),
    authorised: format.date(authorisedOn),
    expiry: expiresOn === null ? own.never : format.date(expiresOn)
  })
}

function BlockTable ({ supply, name }: { supply: Supply, name: string }) {
  const own = useWords(words)
  const can = useCan()
  const factsOf = useFactsOf()
  const manages = can('Folio.Manage')
  return (
    <Table className='numbers' aria-label={own.blocks(name)}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{own.range}</Table.Th><Table.Th>{own.state}</Table.Th><Table.Th ta='right'>{own.next}</Table.Th>
          <Table.Th ta='right'>{own.remaining}</Table.Th><Table.Th>{own.authorised}</Table.Th><Table.Th>{own.expiry}</Table.Th>
          {manages && <Table.Th><span className='unseen'>{own.actions}</span></Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {supply.blocks.map((block) => {
          const facts = factsOf(block)
          return (
            <Table.Tr key={block.id}>
              <Table.Td fw={550}>{facts.range}<UsedElsewhere block={block} /></Table.Td>
              <Table.Td><StateOf block={block} supply={supply} /></Table.Td>
              <Table.Td ta='right'>{facts.next}</Table.Td>
              <Table.Td ta='right'>{facts.remaining}</Table.Td>
              <Table.Td>{facts.authorised}</Table.Td>
              <Table.Td>{facts.expiry}</Table.Td>
              {manages && <Table.Td><Actions block={block} name={name} /></Table.Td>}
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}

function BlockCard ({ block, supply, name }: { block: FolioBlock, supply: Supply, name: string }) {
  const own = useWords(words)
  const facts = useFactsOf()(block)
  return (
    <li>
      <Stack gap='xs' py='sm'>
        <Group justify='space-between'>
          <Text fw={600} size='sm' className='numbers'>{facts.range}</Text>
          <StateOf block={block} supply={supply} />
        </Group>
        <Facts
          facts={[
            [own.next, facts.next], [own.remaining, facts.remaining], [own.authorised, facts.authorised], [own.expiry, facts.expiry]
          ]}
        />
        <UsedElsewhere block={block} />
        <Actions block={block} name={name} />
      </Stack>
    </li>
  )
}

function UsedElsewhere ({ block: { usedElsewhere } }: { block: FolioBlock }) {
  const own = useWords(words)
  const { format } = useText()
  if (usedElsewhere.length === 0) return null
  const ranges = usedElsewhere.map(({ from, to }) => `${format.number(from)} – ${format.number(to)}`).join(', ')
  return <Text size='xs' c='dimmed'>{own.usedElsewhere(ranges)}</Text>
}

function StateOf ({ block, supply }: { block: FolioBlock, supply: Supply }) {
  const state = stateOf(block, supply)
  return <Dot colour={colours[state]}>{useWords(words).states[state]}</Dot>
}

/** A block is activated once, and again after the SII stopped it; one of which no folio was taken can be deleted. */
function Actions ({ block, name }: { block: FolioBlock, name: string }) {
  const own = useWords(words)
  const { text, format } = useText()
  const can = useCan()
  const changed = useCompanyChanged()
  const [asked, setAsked] = useState<'activate' | 'remove' | 'resume'>()
  const work = useMutation({
    mutationFn: async (what: 'activate' | 'remove') => {
      if (what === 'activate') await timbre.put('/api/Folio/Activate', { body: { id: block.id } })
      else await timbre.delete('/api/Folio/Delete', { query: { id: block.id } })
      setAsked(undefined)
      await changed()
    }
  })
  const close = () => { setAsked(undefined) }
  const ask = (what: 'activate' | 'remove' | 'resume') => () => { work.reset(); setAsked(what) }
  const range = own.block(name, format.number(block.rangeFrom), format.number(block.rangeTo))
  const isStopped = block.state === 5 && block.next !== null
  const isUntouched = block.next === block.rangeFrom
  if (!can('Folio.Manage') || !(isStopped || isUntouched || block.state === 1)) return null
  return (
    <Group gap='xs' justify='end' wrap='nowrap'>
      {block.state === 1 && (
        <Button size='compact-sm' onClick={ask('activate')} aria-label={`${own.activate}: ${range}`}>{own.activate}</Button>
      )}
      {isStopped && <Button size='compact-sm' onClick={ask('resume')} aria-label={`${own.resume}: ${range}`}>{own.resume}</Button>}
      {isUntouched && (
        <Button size='compact-sm' variant='default' onClick={ask('remove')} aria-label={`${text.actions.remove}: ${range}`}>
          {text.actions.remove}
        </Button>
      )}
      <Modal
        opened={asked === 'resume'} onClose={close} title={own.resume} centered closeButtonProps={{ 'aria-label': text.actions.close }}
      >
        <Text size='sm' mb='md'>{own.stopped(range)}</Text>
        <FirstFolio block={block} onDone={close} />
      </Modal>
      <Confirm
        opened={asked === 'activate'} onClose={() => { setAsked(undefined) }} title={own.activateTitle} action={own.activate} work={work}
        onConfirm={() => { work.mutate('activate') }}
      >
        {own.activateText(range)}
      </Confirm>
      <Confirm
        opened={asked === 'remove'} onClose={() => { setAsked(undefined) }} title={own.removeTitle} action={text.actions.remove} danger work={work}
        onConfirm={() => { work.mutate('remove') }}
      >
        {own.removeText(range)}
      </Confirm>
    </Group>
  )
}
