import { queryOptions, useQuery } from '@tanstack/react-query'
import { timbre } from '../session/session.ts'
import { useText } from '../text/text.tsx'

export const documentTypes = queryOptions({
  queryKey: ['document-types'], queryFn: () => timbre.get('/api/Common/InvoiceTypes'), staleTime: Infinity
})

export function useDocumentTypes () {
  return useQuery(documentTypes)
}

/** What a document can refer to is called, also what Timbre does not issue: `Orden de compra`. */
export function useReferenceName (): (code: string) => string {
  const { language } = useText()
  const nameOf = useTypeName()
  const { data } = useQuery({
    queryKey: ['reference-types'], queryFn: () => timbre.get('/api/Common/GetReferenceInvoiceTypes'), staleTime: Infinity
  })
  return (code) => {
    const issued = nameOf(code)
    const known = data?.find(({ id }) => String(id) === code)
    return issued !== code || !known ? issued : language === 'en' ? known.nameEn : known.name
  }
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
