import { Button, Group, Menu, Modal, Stack, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileSpreadsheet, FileUp } from 'lucide-react'
import type { ResultOf } from '../../../../clients/typescript/client.ts'
import { TimbreError, timbre } from '../../session/session.ts'
import { csvOf } from '../csv.ts'
import { FileDrop, save } from '../files.tsx'
import { ProblemNotice } from '../problem.tsx'
import { useText, useWords } from '../../text/text.tsx'
import { words } from './words.ts'

type Imported = ResultOf<'/api/Customer/Import', 'post'>

const maxBytes = 16 * 1024 * 1024

interface SheetProps {
  group: 'Customer' | 'Product'
  /** Of the file, without its ending. */
  name: string
  manages: boolean
}

/** The list as a sheet, and a sheet taken back: all of its rows, or none. */
export function Sheet ({ group, name, manages }: SheetProps) {
  const { text } = useText()
  const own = useWords(words)
  const [opened, { open, close }] = useDisclosure()
  const download = useMutation({
    mutationFn: async (format: 'xlsx' | 'csv') => {
      save(await timbre.get(`/api/${group}/Export`, { query: { format } }), `${name}.${format}`)
    }
  })
  return (
    <>
      <Menu position='bottom-end'>
        <Menu.Target>
          <Button variant='default' loading={download.isPending} leftSection={<FileSpreadsheet size={16} />}>{own.sheet}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => { download.mutate('xlsx') }}>{own.xlsx}</Menu.Item>
          <Menu.Item onClick={() => { download.mutate('csv') }}>{own.csv}</Menu.Item>
          {manages && <Menu.Item leftSection={<FileUp size={15} />} onClick={open}>{own.import}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      <ProblemNotice error={download.error} />
      <Modal opened={opened} onClose={close} title={own.import} size='lg' centered closeButtonProps={{ 'aria-label': text.actions.close }}>
        {opened && <Import group={group} onClose={close} />}
      </Modal>
    </>
  )
}

function Import ({ group, onClose }: Pick<SheetProps, 'group'> & { onClose: () => void }) {
  const { text, format } = useText()
  const own = useWords(words)
  const cache = useQueryClient()
  const take = useMutation({
    mutationFn: (File: Blob): Promise<Imported> => timbre.post(`/api/${group}/Import`, { body: { File } }),
    onSuccess: () => { void cache.invalidateQueries({ queryKey: ['kept'] }) }
  })
  const mistakes = take.error instanceof TimbreError ? mistakesIn(take.error.errors) : []
  return (
    <Stack>
      {take.data ? (
        <Text size='sm' role='status'>
          {own.imported(format.number(take.data.created), format.number(take.data.updated), format.number(take.data.unchanged))}
        </Text>
      ) : (
        <>
          <Text size='sm' c='dimmed'>{own.importText}</Text>
          <FileDrop label={own.file} accept='.xlsx,.csv' maxBytes={maxBytes} onFiles={([file]) => { if (file) take.mutate(file) }} />
          {take.isPending && <Text size='sm' role='status'>{own.importing}</Text>}
        </>
      )}
      {mistakes.length > 0 ? <Mistakes mistakes={mistakes} /> : <ProblemNotice error={take.error} />}
      <Group justify='end'><Button variant='default' onClick={onClose}>{text.actions.close}</Button></Group>
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
