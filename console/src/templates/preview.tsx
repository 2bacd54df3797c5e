import { Alert, Checkbox, Group, Loader, SegmentedControl, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TimbreError, timbre, useCan } from '../session/session.ts'
import { useDocumentTypes, useTypeName } from '../shared/document-types.ts'
import { Card } from '../shared/page.tsx'
import { PdfFrame } from '../shared/pdf-frame.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { labelOf } from '../text/labels.ts'
import { useText, useWords } from '../text/text.tsx'
import { settingsOf, type Draft } from './model.ts'
import { words } from './words.ts'

const samples = ['ordinary', 'bare', 'full', 'long'] as const
type Sample = typeof samples[number]

/** What the template would print, 800 ms after the last change; earlier drawings stay until the next one is there. */
export function Preview ({ draft }: { draft: Draft }) {
  const { preview: own } = useWords(words)
  const nameOf = useTypeName()
  const { data: types } = useDocumentTypes()
  const [sample, setSample] = useState<Sample>('ordinary')
  const [cedible, setCedible] = useState(false)
  const [type, setType] = useState<string | null>(null)
  const [document, setDocument] = useState<string | null>(null)
  const documentType = type ?? draft.documentTypes[0] ?? (draft.format === 'letter' ? '33' : '39')
  const offered = (types ?? []).filter(({ code }) => draft.documentTypes.length === 0 || draft.documentTypes.includes(code))
  const shown = document === null ? { sample, documentType: Number(documentType) as 33 } : { correlationId: document }
  const [wanted] = useDebouncedValue(JSON.stringify(requestOf(draft, { cedible, ...shown })), 800)
  const { data, error, isFetching } = useQuery({
    queryKey: ['template-preview', wanted], placeholderData: keepPreviousData, staleTime: 60_000, gcTime: 60_000,
    queryFn: async ({ signal }) => {
      const answer = await timbre.open('post', '/api/PdfTemplate/Preview', { body: JSON.parse(wanted) as ReturnType<typeof requestOf>, signal })
      return { pdf: await answer.blob(), missing: listIn(answer.headers.get('x-template-missing')) }
    },
    retry: isBusy
  })
  return (
    <Card
      title={own.title}
      aside={isFetching && <Group gap={6}><Loader size={14} /><Text size='xs' c='dimmed' role='status'>{own.drawing}</Text></Group>}
    >
      <Stack>
        <Group justify='space-between'>
          <SegmentedControl
            size='xs' aria-label={own.sample} value={sample} disabled={document !== null} onChange={(value) => { setSample(value) }}
            data={samples.map((value) => ({ value, label: own.samples[value] }))}
          />
          <Checkbox
            size='xs' label={own.cedible} checked={cedible} onChange={({ currentTarget }) => { setCedible(currentTarget.checked) }}
          />
        </Group>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing='sm'>
          <Select
            size='xs' aria-label={own.type} value={documentType} allowDeselect={false}
            data={offered.map(({ code }) => ({ value: code, label: nameOf(code) }))}
            onChange={(code) => { setType(code); setDocument(null) }}
          />
          <OwnDocument type={documentType} value={document} onChange={setDocument} />
        </SimpleGrid>
        <ProblemNotice error={error} />
        {data && data.missing.length > 0 && (
          <Alert color='orange' variant='light'>{own.missing} {data.missing.map((part) => labelOf(own.parts, part) ?? part).join(', ')}.</Alert>
        )}
        {(data || !error) && <PdfFrame file={data?.pdf} title={own.frame} open={own.open} stale={isFetching} />}
      </Stack>
    </Card>
  )
}

/** A drawing that must wait for its turn is asked for again. */
export function isBusy (failures: number, failure: Error): boolean {
  return failures < 5 && failure instanceof TimbreError && (failure.status === 429 || failure.status === 503)
}

type Shown = { sample: Sample, documentType: 33 } | { correlationId: string }

function requestOf (draft: Draft, looks: { cedible: boolean } & Shown) {
  return {
    kind: draft.kind, format: draft.format, settings: settingsOf(draft), ...(draft.kind === 'code' ? { source: draft.source } : {}), ...looks
  }
}

interface OwnDocumentProps { type: string, value: string | null, onChange: (correlationId: string | null) => void }

/** The company's own documents of the type, in place of a sample: the newest, or what is searched for. */
function OwnDocument ({ type, value, onChange }: OwnDocumentProps) {
  const { preview: own } = useWords(words)
  const { text, format } = useText()
  const can = useCan()
  const nameOf = useTypeName()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const { data } = useQuery({
    queryKey: ['template-documents', type, search], enabled: can('Webhook.Read'), placeholderData: keepPreviousData,
    queryFn: ({ signal }) => timbre.get('/api/Webhook/GetWebhooks', {
      query: { invoiceTypeCode: Number(type), pageSize: 20, ...(search !== '' && { search }) }, signal
    })
  })
  if (!can('Webhook.Read')) return null
  const issued = (data?.data ?? []).filter(({ invoiceNumber }) => invoiceNumber !== '')
  return (
    <Select
      size='xs' aria-label={own.document} placeholder={own.noDocument} clearable searchable nothingFoundMessage={text.nav.nothingFound}
      value={value} onChange={onChange} onSearchChange={setTyped} filter={({ options }) => options}
      data={issued.map(({ correlationId, invoiceTypeCode, invoiceNumber, customerCompanyName, totalAmount, currency }) => ({
        value: correlationId,
        label: [text.document.number(nameOf(invoiceTypeCode), invoiceNumber), customerCompanyName || format.amount(totalAmount, currency)].join(' · ')
      }))}
    />
  )
}

function listIn (header: string | null): string[] {
  return (header ?? '').split(',').map((item) => item.trim()).filter(Boolean)
}
