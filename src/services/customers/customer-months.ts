import { sharedTaxNumbers } from '../../dte/reading/parties.ts'
import { addDays, addMonths, santiagoDate } from '../../dte/values/calendar.ts'
import type { MonthRow } from '../../repositories/reports/reports.ts'
import type { Store } from '../../repositories/store.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { Actor } from '../actor.ts'
import type { Clock } from '../ports.ts'

/** What was sold to a customer, by month and currency. */
interface SoldByMonth {
  startDate: string
  endDate: string
  /** Whether all documents of that time are in the sums. */
  isComplete: boolean
  months: MonthRow[]
}

const monthsSummed = 12
// To add them up takes some 50 ms. The description of `isComplete` says so too.
const mostSummed = 20_000

/** Adds up what was sold to a customer, as the reports do (src/repositories/reports/reports.ts). */
export function createCustomerMonths ({ store, clock }: { store: Store, clock: Clock }) {
  return {
    /** The last twelve months, this one included. Throws ServiceError CUSTOMER_NOT_FOUND. */
    get: ({ tenantId }: Actor, id: string) => store.asTenant(tenantId, async (repositories): Promise<SoldByMonth> => {
      const { customers, reports } = repositories
      const [customer] = await customers.find([id])
      if (!customer) throw new ServiceError('CUSTOMER_NOT_FOUND')
      const { taxNumber, businessName } = customer
      const thisMonth = `${santiagoDate(clock()).slice(0, 7)}-01`
      const range = { startDate: addMonths(thisMonth, 1 - monthsSummed), endDate: addDays(addMonths(thisMonth, 1), -1) }
      const name = sharedTaxNumbers.includes(taxNumber) ? businessName : undefined
      const { rows, isComplete } = await reports.months({ taxNumber, name }, range, mostSummed)
      return { ...range, isComplete, months: rows }
    })
  }
}

export type CustomerMonths = ReturnType<typeof createCustomerMonths>
export type { MonthRow }
