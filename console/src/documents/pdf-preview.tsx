import { Alert, Checkbox, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { timbre, useCan } from '../session/session.ts'
import { PdfFrame, type PdfFormat, pdfFormats } from '../shared/pdf-frame.tsx'
import { Problem } from '../shared/problem.tsx'
import { useWords } from '../text/text.tsx'
import type { Detail, Look } from './requests.ts'
import { words } from './words.ts'

const boletas = ['39', '41']
const withCedible = ['33', '34', '43', '46', '52']

/** The printed document, in each form that it can have. */
export function PdfPreview ({ detail: { correlationId, folio, invoiceTypeCode } }: { detail: Detail }) {
  const own = useWords(words)
  const [format, setFormat] = useState<PdfFormat>(boletas.includes(invoiceTypeCode) ? '80mm' : 'letter')
  const [cedible, setCedible] = useState(false)
  const [templateId, setTemplate] = useState<string | null>(null)
  const look: Look = { format, ...(cedible && { cedible }), ...(templateId !== null && { templateId }) }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['pdf', correlationId, folio, look], staleTime: Infinity, placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const answer = await timbre.open('get', '/api/Webhook/GetPdf', { query: { correlationId, ...look }, signal })
      return { file: await answer.blob(), fellBack: answer.headers.get('x-template-fallback') === 'true' }
    }
  })
  return (
    <Stack gap='sm'>
      <Group justify='space-between' gap='sm'>
        <Group gap='sm'>
          {templateId === null && (
            <SegmentedControl
              size='xs' value={format} onChange={setFormat} aria-label={own.format}
              data={pdfFormats.map((value) => ({ value, label: own.formats[value] }))}
            />
          )}
          <Template documentType={Number(invoiceTypeCode)} value={templateId} onChange={setTemplate} />
        </Group>
        {withCedible.includes(invoiceTypeCode) && (
          <Checkbox size='xs' label={own.cedible} checked={cedible} onChange={({ currentTarget }) => { setCedible(currentTarget.checked) }} />
        )}
      </Group>
      {data?.fellBack && <Alert color='orange' variant='light' role='status'><Text size='sm'>{own.fallback}</Text></Alert>}
      {error && !data ? <Problem error={error} onRetry={() => { void refetch() }} />
        : <PdfFrame file={data?.file} title={own.pdfFrame} open={own.openPdf} stale={isPlaceholderData} />}
    </Stack>
  )
}

interface TemplateProps { documentType: number, value: string | null, onChange: (id: string | null) => void }

/** One's own templates that fit the type; nothing where there are none. */
function Template ({ documentType, value, onChange }: TemplateProps) {
  const own = useWords(words)
  const can = useCan()
  const { data } = useQuery({
    queryKey: ['templates'], enabled: can('PdfTemplate.Read'), queryFn: ({ signal }) => timbre.get('/api/PdfTemplate/List', { signal })
  })
  const fitting = (data ?? []).filter(({ documentTypes }) => documentTypes === null || documentTypes.includes(documentType))
  if (fitting.length === 0) return null
  return (
    <Select
      aria-label={own.template} placeholder={own.defaultTemplate} size='xs' w={220} clearable value={value} onChange={onChange}
      data={fitting.map(({ id, name, format }) => ({ value: id, label: `${name} · ${own.formats[format]}` }))}
    />
  )
}
