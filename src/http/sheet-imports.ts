import { z } from 'zod'
import { bulkLimits } from '../shared/bulk-limits.ts'
import type { Problem, Sentence } from '../shared/errors.ts'
import { problemsOf, said } from '../shared/schema-problems.ts'
import { enveloped } from './envelope.ts'
import { uploadForm } from './plugins/multipart.ts'
import { tableFormat } from './plugins/table-files.ts'

/* What the exports and imports of customers and products have in common. */

export const exportQuery = z.object({ format: tableFormat })

const file = { fileMissing: 'IMPORT_FILE_MISSING', maxFileBytes: bulkLimits.fileBytes } as const

export const headingsForm = uploadForm({ ...file, fields: {} })

/** As the services describe a column (services/customers/sheet-headings.ts). */
interface Column { member: string, name?: string, heading: Sentence, isKey?: true }

const nameOf = ({ name, member }: Column): string => name ?? member
const notJson = said({ en: 'is not JSON', es: 'no es JSON' })

/** The form of an import whose headings can be the caller's own. */
export function importForm (columns: readonly Column[], example: Record<string, string | null>) {
  const chosen = z.record(z.string(), z.enum(columns.map(nameOf)).nullable())
  const names = columns.map((column) => `\`${nameOf(column)}\``).join(', ')
  return uploadForm({
    ...file, maxTextBytes: 16 * 1024,
    fields: {
      Columns: z.string().meta({
        description: `What headings of the file are, as JSON: \`{"heading": "name"}\`, or null to ignore the column. Names: ${names}. A heading that is left out is recognized by its name.`,
        examples: [JSON.stringify(example)]
      }).transform(parsed).pipe(chosen).transform((choices) => new Map(Object.entries(choices))).optional()
    }
  })
}

function parsed (text: string, context: z.RefinementCtx<string>): unknown {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue({ code: 'custom', message: notJson })
    return z.NEVER
  }
}

const columnName = z.string().meta({ description: 'Name of a column, as `Columns` of Import takes it.', examples: ['businessName'] })

export const headings = enveloped('SheetHeadings', z.object({
  headings: z.array(z.object({
    cell: z.string().meta({ examples: ['B1'] }),
    heading: z.string().meta({ description: 'As it is written.', examples: ['Nombre'] }),
    column: columnName.nullable().meta({
      description: 'What it is recognized as; null if Import refuses it unless `Columns` says what it is.', examples: ['businessName']
    })
  })).meta({ description: 'In the order of the file, without those that begin with #.' }),
  columns: z.array(z.object({
    name: columnName,
    heading: z.string().meta({ description: 'In the language of `Accept-Language`.', examples: ['Razón social'] }),
    required: z.boolean().meta({ description: 'Whether a file must have it.', examples: [true] })
  })).meta({ description: 'All that a file can have.' })
}).meta({ id: 'SheetHeadings', description: 'What an import takes the headings of a file for.' }))

/** The columns, as the answer shows them. */
export function columnsView (columns: readonly Column[], language: keyof Sentence) {
  return columns.map((column) =>
    ({ name: nameOf(column), heading: column.heading[language], required: column.isKey === true }))
}

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
