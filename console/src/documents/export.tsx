import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { timbre } from '../session/session.ts'
import { save } from '../shared/files.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { useWords } from '../text/text.tsx'
import type { queryOf } from './filters.ts'
import { words } from './words.ts'

interface ExportProps {
  label: string
  size?: 'xs'
  /** What is in the file. */
  query: ReturnType<typeof queryOf> & { correlationIds?: string[] }
  /** Whether it offers the closing of a month, too. */
  closing?: boolean
}

const Closing = lazy(async () => ({ default: (await import('./closing.tsx')).Closing }))

/** The whole list under its filters, not only the page that is shown; or documents that were chosen. */
export function Export ({ label, size, query, closing = false }: ExportProps) {
  const [opened, { open, close }] = useDisclosure()
  const own = useWords(words)
  const work = useMutation({
    mutationFn: async (format: 'xlsx' | 'csv') => {
      save(await timbre.get('/api/Webhook/Export', { query: { ...query, format } }), `${own.exportName}.${format}`)
    }
  })
  return (
    <>
      <Menu position='bottom-end'>
        <Menu.Target>
          <Button variant='default' {...size && { size }} leftSection={<Download size={size ? 15 : 16} />} loading={work.isPending}>{label}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => { work.mutate('xlsx') }}>{own.exportExcel}</Menu.Item>
          <Menu.Item onClick={() => { work.mutate('csv') }}>{own.exportCsv}</Menu.Item>
          {closing && <Menu.Item onClick={open}>{own.closing}…</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {opened && <Suspense><Closing onClose={close} /></Suspense>}
      <ProblemNotice error={work.error} />
    </>
  )
}
