import { queryOptions, useQuery } from '@tanstack/react-query'
import { timbre } from '../session/session.ts'
import { useText } from '../text/text.tsx'

export const documentTypes = queryOptions({
  queryKey: ['document-types'], queryFn: () => timbre.get('/api/Common/InvoiceTypes'), staleTime: Infinity
})

export function useDocumentTypes () {
  return useQuery(documentTypes)
}

/** What a type of document is called in the reader's language: `Factura exenta`, `Nota de crédito`. */
export function useTypeName (): (code: string | number) => string {
  const { language } = useText()
  const { data } = useDocumentTypes()
  return (code) => {
    const type = data?.find((candidate) => candidate.code === String(code))
    if (!type) return String(code)
    const name = language === 'en' ? type.nameEn : type.name.replace(/ Electrónica/, '')
    return name.charAt(0) + name.slice(1).toLowerCase().replace('(vat)', '(VAT)')
  }
}
