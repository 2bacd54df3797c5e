import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre } from '../session/session.ts'
import { useText } from '../text/text.tsx'

export type Submission = Omit<ResultOf<'/api/BulkInvoice/Get', 'get'>, 'rows' | 'failures'>
export type Failure = ResultOf<'/api/BulkInvoice/Get', 'get'>['failures'][number]
export type Row = ResultOf<'/api/BulkInvoice/Get', 'get'>['rows']['data'][number]
export type Mistake = Row['problems'][number]

const keyOf = (id: string) => ['submission', id] as const

/** The numbers of a submission. While it is issued they come from a stream; where that fails, every three seconds. */
export function useSubmission (id: string) {
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(id),
    queryFn: async (): Promise<Submission> => {
      const { rows: _rows, failures: _failures, ...submission } = await timbre.get('/api/BulkInvoice/Get', { query: { id, pageSize: 1 } })
      return submission
    },
    refetchInterval: ({ state }) => state.data && isActive(state.data) ? 3000 : false
  })
  const isStreamLost = useStream(id, data !== undefined && isActive(data))
  return { data, error, refetch, isStreamLost }
}

/** Something about it still changes: it is being issued, or its documents are on their way. */
export function isActive ({ status, counters: { waiting, issued, sending, sent } }: Submission): boolean {
  return status === 2 || waiting + issued + sending + sent > 0
}

/** Keeps the numbers as the server sends them; comes back by itself. Whether it could not come back the last time. */
function useStream (id: string, isWanted: boolean): boolean {
  const cache = useQueryClient()
  const [lost, setLost] = useState(false)
  useEffect(() => {
    if (!isWanted) return undefined
    const controller = new AbortController()
    void follow(controller.signal)
    return () => { controller.abort() }

    async function follow (signal: AbortSignal): Promise<void> {
      for (let failures = 0; !signal.aborted;) {
        try {
          for await (const { event, data } of await timbre.events('/api/BulkInvoice/Get', { query: { id }, signal })) {
            failures = 0
            setLost(false)
            cache.setQueryData(keyOf(id), data as Submission)
            if (event === 'done') return
          }
        } catch {
          if (signal.aborted) return
          setLost(true)
        }
        failures += 1
        await new Promise((resolve) => setTimeout(resolve, Math.min(1000 * 2 ** failures, 15_000)))
      }
    }
  }, [id, isWanted, cache])
  return lost
}

/** Why documents were not issued; asked for again when their numbers change. */
export function useFailures ({ id, counters: { invalid, failed, rejected, stopped } }: Submission): Failure[] {
  const { language } = useText()
  const { data } = useQuery({
    queryKey: [...keyOf(id), 'failures', language, invalid, failed, rejected, stopped], placeholderData: keepPreviousData,
    queryFn: async () => (await timbre.get('/api/BulkInvoice/Get', { query: { id, pageSize: 1 } })).failures,
    enabled: invalid + failed + rejected + stopped > 0
  })
  return data ?? []
}

interface RowsWanted {
  id: string, page: number, status: number | undefined, failure: Failure | undefined, stage: number, isActive: boolean
}

/** `status` of the rows that are wanted, `stage` of the submission. */
export function useRows ({ id, page, status, failure, stage, isActive }: RowsWanted) {
  return useQuery({
    // What is known of them from before it was issued, or from the moment before its end, is asked for again.
    queryKey: [...keyOf(id), 'rows', page, status, failure?.code, failure?.field, stage, isActive], placeholderData: keepPreviousData,
    queryFn: async () => (await timbre.get('/api/BulkInvoice/Get', {
      query: { id, page, pageSize: 50, ...(status ? { status } : {}), ...failure && { code: failure.code, field: failure.field } }
    })).rows,
    refetchInterval: isActive ? 3000 : false
  })
}

const pageSize = 100
const shownPages = 5

/** The mistakes of the first five hundred documents that have any; nobody reads more before correcting the file. */
export function useMistakes (id: string, isWanted: boolean) {
  return useQuery({
    queryKey: [...keyOf(id), 'mistakes'], enabled: isWanted,
    queryFn: async () => {
      const rows: Row[] = []
      let documents = 0
      for (let page = 1; page <= shownPages; page++) {
        const { rows: found } = await timbre.get('/api/BulkInvoice/Get', { query: { id, page, pageSize, onlyWithProblems: true } })
        rows.push(...found.data)
        documents = found.totalRecords
        if (page >= found.totalPage) break
      }
      return { rows, documents }
    }
  })
}
