/**
 * What the address of the form says: its draft, and the document that it repeats or corrects. `factura` is a boleta to be
 * issued as one, `row` a document of a submission, `customer` one of those that the company keeps, to be billed, `type` what is begun with.
 */
export interface IssueSearch {
  draft?: string, type?: string, factura?: string, copy?: string, retry?: string, row?: string, customer?: string
}

const names = ['draft', 'type', 'factura', 'copy', 'retry', 'row', 'customer'] as const

export function issueSearch (search: Record<string, unknown>): IssueSearch {
  return Object.fromEntries(names.flatMap((name) => typeof search[name] === 'string' && search[name] !== '' ? [[name, search[name]]] : []))
}

/** A document of a submission. */
export interface SubmittedRow { id: string, position: number }

/** `<submission>.<position>`, as the address has it. */
export function rowOf (text: string): SubmittedRow {
  const [id = '', position = ''] = text.split('.')
  return { id, position: Number(position) }
}
