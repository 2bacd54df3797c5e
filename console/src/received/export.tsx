import { Button, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { timbre } from '../session/session.ts'
import { save } from '../shared/files.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { useWords } from '../text/text.tsx'
import type { queryOf } from './filters.ts'
import { words } from './words.ts'

/** The whole list under its filters, not only the page that is shown. */
export function Export ({ query }: { query: ReturnType<typeof queryOf> }) {
  const own = useWords(words)
  const work = useMutation({
    mutationFn: async (format: 'xlsx' | 'csv') => {
      save(await timbre.get('/api/Received/Export', { query: { ...query, format } }), `${own.exportName}.${format}`)
    }
  })
  return (
    <>
      <Menu position='bottom-end'>
        <Menu.Target><Button variant='default' leftSection={<Download size={16} />} loading={work.isPending}>{own.export}</Button></Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => { work.mutate('xlsx') }}>{own.exportExcel}</Menu.Item>
          <Menu.Item onClick={() => { work.mutate('csv') }}>{own.exportCsv}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ProblemNotice error={work.error} />
    </>
  )
}
