import { useText, useWords } from '../text/text.tsx'
import type { Customer } from './requests.ts'
import { words } from './words.ts'

/** How a customer pays, in words: `Crédito a 30 días`. */
export function useTerms (): (customer: Pick<Customer, 'paymentMethod' | 'paymentDays'>) => string {
  const { format } = useText()
  const own = useWords(words)
  return ({ paymentMethod, paymentDays }) => [
    paymentMethod !== null && own.methods[paymentMethod], paymentDays !== null && own.days(format.number(paymentDays))
  ].filter(Boolean).join(' ')
}
