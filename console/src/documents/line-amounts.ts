import { useQuery } from '@tanstack/react-query'
import { timbre } from '../session/session.ts'

/**
 * What each line is worth, by its number: as the signed document says, for the payload may leave it to the server.
 * Undefined until the document has a folio.
 */
export function useLineAmounts (correlationId: string, folio: number | null): ReadonlyMap<number, number> | undefined {
  const { data } = useQuery({
    queryKey: ['line-amounts', correlationId, folio], enabled: folio !== null, staleTime: Infinity,
    queryFn: async ({ signal }) => amountsIn(await timbre.get('/api/Webhook/GetXml', { query: { correlationId }, signal }))
  })
  return data
}

async function amountsIn (xml: Blob): Promise<Map<number, number>> {
  const text = new TextDecoder('iso-8859-1').decode(await xml.arrayBuffer())
  const lines = new DOMParser().parseFromString(text, 'text/xml').getElementsByTagName('Detalle')
  const numberIn = (line: Element, name: string) => Number(line.getElementsByTagName(name)[0]?.textContent ?? NaN)
  return new Map([...lines].map((line, index) => [numberIn(line, 'NroLinDet') || index + 1, numberIn(line, 'MontoItem')]))
}
