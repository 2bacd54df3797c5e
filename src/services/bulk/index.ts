import type { Spreadsheets } from '../../shared/spreadsheet.ts'
import type { Store } from '../../repositories/store.ts'
import type { Reception } from '../invoicing/issuing/save.ts'
import type { Clock } from '../ports.ts'
import { createChecker } from './check.ts'
import { createCorrections } from './corrections.ts'
import { createIntake, type Submission } from './intake/index.ts'
import { createBulkOrders } from './orders.ts'
import { createBulkRecords } from './records.ts'
import { createBulkResults } from './results.ts'
import { readDocuments } from './sheet-documents.ts'
import { createRepetition } from './repetition.ts'
import { createSubmit } from './submit.ts'
import { createTemplates } from './templates.ts'

export interface BulkDependencies {
  store: Store
  reception: Pick<Reception, 'prepare' | 'judge' | 'preparing' | 'judging'>
  spreadsheets: Spreadsheets
  clock: Clock
  onWork: () => void
}

/** Bulk submissions: receives, processes, cancels and reports them. */
export function createBulkInvoices ({ store, reception, spreadsheets, clock, onWork }: BulkDependencies) {
  const records = createBulkRecords({ store, clock })
  const intake = createIntake({ store, checker: createChecker({ reception }), clock })
  return {
    ...intake,
    submit: createSubmit(intake),
    repeat: createRepetition({ store, intake }),
    ...createBulkOrders({ store, clock, onWork }),
    ...createCorrections({ store, reception, clock }),
    records,
    results: createBulkResults({ records, spreadsheets, clock }),

    /**
     * The documents of a .csv or .xlsx file. Pass them to `receive`, or close them. The reader takes over the bytes: do
     * not use them afterwards. `signal` ends the reading. Throws ServiceError BULK_FILE_…, BULK_SHEET_NOT_FOUND,
     * BULK_EMPTY, BULK_COLUMNS_INVALID, OVERLOADED.
     */
    async readFile (bytes: Buffer, options: { signal?: AbortSignal | undefined } = {}): Promise<Submission> {
      const { format, encoding, rows, close } = await spreadsheets.read(bytes, options)
      try {
        return { source: format, encoding, ...await readDocuments(rows), close }
      } catch (error) {
        close()
        throw error
      }
    },

    template: createTemplates({ spreadsheets, clock })
  }
}

export type BulkInvoices = ReturnType<typeof createBulkInvoices>
