import { Button, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Download, FileSpreadsheet, FileUp } from 'lucide-react'
import { timbre } from '../../session/session.ts'
import { save } from '../files.tsx'
import { ProblemNotice } from '../problem.tsx'
import { useWords } from '../../text/text.tsx'
import type { Group } from './chosen-columns.ts'
import { words } from './words.ts'

export interface SheetProps {
  group: Group
  /** Of the file, without its ending. */
  name: string
}

function useDownload ({ group, name }: SheetProps) {
  return useMutation({
    mutationFn: async (format: 'xlsx' | 'csv') => {
      save(await timbre.get(`/api/${group}/Export`, { query: { format } }), `${name}.${format}`)
    }
  })
}

/** The list as a sheet; `onImport` is undefined for those who may not. */
export function Sheet ({ onImport, ...sheet }: SheetProps & { onImport: (() => void) | undefined }) {
  const own = useWords(words)
  const download = useDownload(sheet)
  return (
    <>
      <Menu position='bottom-end'>
        <Menu.Target>
          <Button variant='default' loading={download.isPending} leftSection={<FileSpreadsheet size={16} />}>{own.sheet}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => { download.mutate('xlsx') }}>{own.xlsx}</Menu.Item>
          <Menu.Item onClick={() => { download.mutate('csv') }}>{own.csv}</Menu.Item>
          {onImport && <Menu.Item leftSection={<FileUp size={15} />} onClick={onImport}>{own.import}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      <ProblemNotice error={download.error} />
    </>
  )
}

/** The template of an import: what there is, in its columns. */
export function Template (sheet: SheetProps) {
  const own = useWords(words)
  const download = useDownload(sheet)
  return (
    <>
      <Button
        variant='default' w='fit-content' loading={download.isPending} leftSection={<Download size={16} />}
        onClick={() => { download.mutate('xlsx') }}
      >
        {own.template}
      </Button>
      <ProblemNotice error={download.error} />
    </>
  )
}
