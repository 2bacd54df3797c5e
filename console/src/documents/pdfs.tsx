import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { save } from '../shared/files.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { zipOf, type ZipEntry } from '../shared/zip.ts'
import { useText, useWords } from '../text/text.tsx'
import { useDocumentName } from './name.ts'
import { pdfOf, type Row } from './requests.ts'
import { words } from './words.ts'

/** The PDFs of the rows in one file, or the PDF itself of a single row. All of them, or none. */
export function Pdfs ({ rows }: { rows: Row[] }) {
  const own = useWords(words)
  const { text, format } = useText()
  const nameOf = useDocumentName()
  const cache = useQueryClient()
  const cancelled = useRef(false)
  const [at, setAt] = useState<{ row: Row, number: number, all: number }>()
  async function * draw (wanted: Row[]): AsyncGenerator<ZipEntry> {
    for (const [index, row] of wanted.entries()) {
      setAt({ row, number: index + 1, all: wanted.length })
      // As a query, because a busy server is asked again.
      const file = await cache.fetchQuery({
        queryKey: ['saved-pdf', row.correlationId], gcTime: 0, queryFn: ({ signal }) => pdfOf(row.correlationId, {}, signal)
      })
      if (cancelled.current) return
      yield { name: file.name, file }
    }
  }
  const work = useMutation({
    mutationFn: async () => {
      cancelled.current = false
      try {
        const first = rows.length === 1 ? (await draw(rows).next()).value as ZipEntry | undefined : undefined
        const { name, file } = first ?? { name: `${own.exportName}.zip`, file: await zipOf(draw(rows)) }
        if (!cancelled.current) save(file, name)
      } catch (error) {
        if (!cancelled.current) throw error
      }
    }
  })
  const cancel = () => {
    cancelled.current = true
    void cache.cancelQueries({ queryKey: ['saved-pdf'] })
  }
  if (rows.length === 0) return null
  return (
    <>
      <Button
        variant='default' size='xs' leftSection={<Download size={15} />} disabled={work.isPending} aria-live='polite'
        onClick={() => { work.mutate() }}
      >
        {work.isPending && at ? own.pdfOf(format.number(at.number), format.number(at.all)) : rows.length === 1 ? own.onePdf : own.pdfs}
      </Button>
      {work.isPending && (
        <Button variant='subtle' color='gray' c='dimmed' size='xs' leftSection={<X size={15} />} onClick={cancel}>{text.actions.cancel}</Button>
      )}
      {at && <ProblemNotice error={work.error} title={own.notDrawn(nameOf(at.row))} />}
    </>
  )
}
