import { useQuery } from '@tanstack/react-query'
import type { RequestOf } from '../../../clients/typescript/client.ts'
import { timbre } from '../session/session.ts'
import { useText, useWords } from '../text/text.tsx'
import { memberOf } from './model/tables.ts'
import { boletas, exports, type DocumentType, type ListName } from './model/types.ts'
import { words } from './words.ts'

export interface Choice { value: string, label: string }

type CodedMember = RequestOf<'/api/Common/Codes', 'get'>['query']['member']

const twoLanguages = {
  'header.documentId.paymentMethod': '/api/Common/PaymentMethods',
  'header.documentId.paymentMedia': '/api/Common/PaymentMedias',
  'header.documentId.saleTransactionType': '/api/Common/SaleTransactionTypes',
  'header.documentId.purchaseTransactionType': '/api/Common/PurchaseTransactionTypes',
  'references[].documentType': '/api/Common/GetReferenceInvoiceTypes',
  'details[].settledDocumentType': '/api/Common/InvoiceTypes'
} as const

/** What can be chosen for a member, in the reader's language where the table has it. */
export function useChoices (path: string, list: ListName | undefined, type: DocumentType): readonly Choice[] {
  const { language } = useText()
  const own = useOwnChoices(path, list, type)
  const member = memberOf(path, list)
  const { data = [] } = useQuery({
    queryKey: ['codes', member, language],
    enabled: own === undefined,
    staleTime: Infinity,
    queryFn: async (): Promise<Choice[]> => {
      if (!isTwofold(member)) {
        const rows = await timbre.get('/api/Common/Codes', { query: { member: member as CodedMember } })
        return rows.map(({ code, name }) => ({ value: code, label: name }))
      }
      const rows = await timbre.get(twoLanguages[member])
      return rows.map(({ id, name, nameEn }) => ({ value: String(id), label: language === 'en' ? nameEn : name }))
    }
  })
  return own ?? data
}

const isTwofold = (member: string): member is keyof typeof twoLanguages => Object.hasOwn(twoLanguages, member)

/** Codes whose meaning depends on the type, which no table of the API tells apart. */
function useOwnChoices (path: string, list: ListName | undefined, type: DocumentType): Choice[] | undefined {
  const own = useWords(words)
  const choicesOf = (names: Record<number, string>): Choice[] => Object.entries(names).map(([value, label]) => ({ value, label }))
  if (path === 'header.documentId.serviceIndicator') {
    if (exports.includes(type)) return choicesOf(own.serviceIndicators.exports)
    return choicesOf(boletas.includes(type) ? own.serviceIndicators.boletas : own.serviceIndicators.documents)
  }
  if (path !== 'exemptIndicator') return undefined
  return choicesOf(list === 'globalDiscounts' ? own.discounted : own.exemptions)
}
