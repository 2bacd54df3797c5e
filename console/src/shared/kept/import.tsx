import { Button, Group as Row, Modal, Stack, Table, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResultOf } from '../../../../clients/typescript/client.ts'
import { TimbreError, timbre, useMe } from '../../session/session.ts'
import { csvOf } from '../csv.ts'
import { FileDrop, save } from '../files.tsx'
import { ProblemNotice } from '../problem.tsx'
import { useText, useWords } from '../../text/text.tsx'
import { chosenBefore, type Chosen, type Group } from './chosen-columns.ts'
import { Columns, isPlain, type Headings } from './columns.tsx'
import { Template, type SheetProps } from './sheet.tsx'
import { words } from './words.ts'

type Imported = ResultOf<'/api/Customer/Import', 'post'>

const maxBytes = 16 * 1024 * 1024

/** A sheet taken back: all of its rows, or none. */
export function ImportDialog ({ opened, onClose, ...sheet }: SheetProps & { opened: boolean, onClose: () => void }) {
  const { text } = useText()
  const own = useWords(words)
  return (
    <Modal opened={opened} onClose={onClose} title={own.import} size='lg' centered closeButtonProps={{ 'aria-label': text.actions.close }}>
      {opened && <Import {...sheet} onClose={onClose} />}
    </Modal>
  )
}

/** A sheet whose headings ask for a choice. */
interface Open { File: Blob, read: Headings }

function useImport (group: Group) {
  const cache = useQueryClient()
  const me = useMe()
  const [open, setOpen] = useState<Open>()
  const importSheet = async (File: Blob, chosen: Chosen): Promise<Imported> => {
    const Columns = Object.keys(chosen).length > 0 ? { Columns: JSON.stringify(chosen) } : {}
    const imported = await timbre.post(`/api/${group}/Import`, { body: { File, ...Columns } })
    void cache.invalidateQueries({ queryKey: ['kept'] })
    return imported
  }
  const take = useMutation({ mutationFn: ({ File, chosen }: { File: Blob, chosen: Chosen }) => importSheet(File, chosen) })
  const begin = useMutation({
    mutationFn: async (File: Blob) => {
      setOpen(undefined)
      take.reset()
      const read = await timbre.post(`/api/${group}/ReadHeadings`, { body: { File } })
      if (isPlain(read, chosenBefore(me, group))) await take.mutateAsync({ File, chosen: {} }).catch(() => undefined)
      else setOpen({ File, read })
    }
  })
  return { open, begin, take }
}

function Import ({ onClose, ...sheet }: SheetProps & { onClose: () => void }) {
  const { text, format } = useText()
  const own = useWords(words)
  const { open, begin, take } = useImport(sheet.group)
  const error = begin.error ?? take.error
  const mistakes = error instanceof TimbreError ? mistakesIn(error.errors) : []
  return (
    <Stack>
      {take.data ? (
        <Text size='sm' role='status'>
          {own.imported(format.number(take.data.created), format.number(take.data.updated), format.number(take.data.unchanged))}
        </Text>
      ) : (
        <>
          <Text size='sm' c='dimmed'>{own.importText}</Text>
          <Template {...sheet} />
          <FileDrop
            label={own.file} accept='.xlsx,.csv' maxBytes={maxBytes} busy={begin.isPending}
            onFiles={([file]) => { if (file) begin.mutate(file) }}
          />
          {begin.isPending && <Text size='sm' role='status'>{own.importing}</Text>}
          {open && (
            <Columns
              key={begin.submittedAt} group={sheet.group} read={open.read} isPending={take.isPending}
              onChosen={(chosen) => { take.mutate({ File: open.File, chosen }) }}
            />
          )}
        </>
      )}
      {mistakes.length > 0 ? <Mistakes mistakes={mistakes} /> : <ProblemNotice error={error} />}
      <Row justify='end'><Button variant='default' onClick={onClose}>{text.actions.close}</Button></Row>
    </Stack>
  )
}

/** `cell` is a row alone where the sheet lacks the column. */
interface Mistake { cell: string, why: string }

/** `C7: is not a number`: empty where one of the sentences is about no cell. */
function mistakesIn (errors: readonly string[]): Mistake[] {
  const found = errors.map((error) => /^([A-Z]{0,3}\d+): (.*)$/s.exec(error))
  return found.every((one) => one !== null) ? found.map(([, cell = '', why = '']) => ({ cell, why })) : []
}

function Mistakes ({ mistakes }: { mistakes: Mistake[] }) {
  const own = useWords(words)
  return (
    <Stack gap='xs' role='alert'>
      <Text size='sm' fw={550}>{own.mistakes}</Text>
      <Table className='sheet' withColumnBorders withTableBorder>
        <caption className='unseen'>{own.mistakes}</caption>
        <Table.Thead><Table.Tr><Table.Th w={90}>{own.cell}</Table.Th><Table.Th>{own.why}</Table.Th></Table.Tr></Table.Thead>
        <Table.Tbody>
          {mistakes.map(({ cell, why }, index) => (
            <Table.Tr key={index}><Table.Td className='numbers' fw={600}>{cell}</Table.Td><Table.Td>{why}</Table.Td></Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Button
        variant='default' size='compact-sm' w='fit-content'
        onClick={() => { save(csvOf([own.cell, own.why], mistakes.map(({ cell, why }) => [cell, why])), own.mistakesFile) }}
      >
        {own.download}
      </Button>
    </Stack>
  )
}
