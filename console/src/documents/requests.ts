import { queryOptions } from '@tanstack/react-query'
import { timbre } from '../session/session.ts'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import type { PdfFormat } from '../shared/pdf-frame.tsx'
import { pageSizes } from '../shared/pages.tsx'
import { queryOf, type Filters } from './filters.ts'

export type Answer = ResultOf<'/api/Webhook/GetWebhooks', 'get'>
export type Row = Answer['data'][number]
export type Detail = ResultOf<'/api/Webhook/GetWebhook', 'get'>
export type Reason = NonNullable<Detail['reason']>[number]

export function list (filters: Filters) {
  const { page = 1, size = pageSizes[0], sort } = filters
  return queryOptions({
    queryKey: ['documents', filters],
    queryFn: ({ signal }) => timbre.get('/api/Webhook/GetWebhooks', { query: { ...queryOf(filters), page, pageSize: size, counts: true, sums: true, ...sort && { sort } }, signal })
  })
}

export function detail (correlationId: string) {
  return queryOptions({
    queryKey: ['document', correlationId],
    queryFn: ({ signal }) => timbre.get('/api/Webhook/GetWebhook', { query: { correlationId }, signal })
  })
}

/** The document as it was posted, with what it took from its customer and its products. */
export function saidIn<Said> ({ payload, completed }: Pick<Detail, 'payload' | 'completed'>): Said {
  return (completed ?? payload) as Said
}

export interface Look { format?: PdfFormat, cedible?: boolean, templateId?: string }

export function pdfOf (correlationId: string, look: Look = {}, signal?: AbortSignal): Promise<File> {
  return timbre.get('/api/Webhook/GetPdf', { query: { correlationId, ...look }, ...signal && { signal } })
}
