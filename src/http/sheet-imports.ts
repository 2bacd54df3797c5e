import { z } from 'zod'
import { bulkLimits } from '../shared/bulk-limits.ts'
import type { Problem } from '../shared/errors.ts'
import { problemsOf } from '../shared/schema-problems.ts'
import { enveloped } from './envelope.ts'
import { uploadForm } from './plugins/multipart.ts'
import { tableFormat } from './plugins/table-files.ts'

/* What the exports and imports of customers and products have in common. */

export const exportQuery = z.object({ format: tableFormat })

export const importForm = uploadForm({
  fileMissing: 'IMPORT_FILE_MISSING', maxFileBytes: bulkLimits.fileBytes, fields: {}
})

export const imported = enveloped('SheetImport', z.object({
  rows: z.int().meta({ description: 'Rows of the sheet.', examples: [120] }),
  created: z.int().meta({ description: 'Rows that were new.', examples: [20] }),
  updated: z.int().meta({ description: 'Rows that changed what was there.', examples: [5] }),
  unchanged: z.int().meta({ examples: [95] })
}).meta({ id: 'SheetImport', description: 'What became of the rows of a sheet.' }))

/** Checks the rows of a sheet as the body that creates one of them. */
export function checkedBy<Schema extends z.ZodType> (schema: Schema) {
  return (values: object): { data: z.output<Schema> } | { problems: Problem[] } => {
    const { data, error } = schema.safeParse(values, { reportInput: true })
    return error ? { problems: problemsOf(error.issues) } : { data }
  }
}
