import { useQueries } from '@tanstack/react-query'
import { timbre } from '../session/session.ts'

interface Place { position: number, path: string }

/** What stands in the cells of mistakes, from the posted documents, each asked for once; undefined where nothing does. */
export function useValues (id: string, places: readonly Place[]): (place: Place) => string | undefined {
  const positions = [...new Set(places.map(({ position }) => position))]
  const rows = useQueries({
    queries: positions.map((position) => ({
      queryKey: ['submission', id, 'row', position], staleTime: Infinity,
      queryFn: ({ signal }: { signal: AbortSignal }) => timbre.get('/api/BulkInvoice/GetRow', { query: { id, position }, signal })
    }))
  })
  return ({ position, path }) => valueAt(rows[positions.indexOf(position)]?.data?.payload, path)
}

/** `invoices[2].details[0].quantity` in a document; a part that has members of its own has no value. */
function valueAt (payload: unknown, path: string): string | undefined {
  const steps = path.replace(/^(invoices\[\d+\]|payload)\.?/, '').match(/[^.[\]]+/g) ?? []
  let at: unknown = payload
  for (const step of steps) at = (at as Record<string, unknown> | null | undefined)?.[step]
  if (typeof at === 'number') return String(at).replace('.', ',')
  return typeof at === 'string' ? at : undefined
}
