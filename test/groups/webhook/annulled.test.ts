import { expect, it } from 'vitest'
import { factura, note } from '../../support/documents.ts'
import { defined } from '../../support/expecting.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'
import { rowsOf } from '../../support/workbooks.ts'

const program = sharedProgram({ working: false })
const andes = sharedTenant(program, { folios: [33, 56, 61] })
const boreal = sharedTenant(program, { folios: [33] })

interface Saved {
  correlationId: string
  invoiceTypeCode: string
  invoiceNumber: string
  statusText: string
  issueDate: string
}

async function save (payload: unknown): Promise<Saved> {
  const { body } = await andes.save(payload)
  expect(body.errors).toEqual([])
  const { issueDate } = await andes.get(body.result.correlationId)
  return { ...body.result, issueDate }
}
const setStatus = ({ correlationId }: Saved, status: number) =>
  program.rows('update invoices set status = $2 where id = $1', [correlationId, status])
const noteAbout = ({ invoiceTypeCode, invoiceNumber: folio, issueDate: date }: Saved, type: '56' | '61') => {
  const payload = note(type, { folio, date }, '1')
  return { ...payload, references: payload.references.map((one) => ({ ...one, documentType: invoiceTypeCode })) }
}
const listed = async (token = andes.token) =>
  (await program.api({ token }).get('Webhook/GetWebhooks')).body.result.data
async function withNotes (): Promise<string[]> {
  return (await listed()).filter(({ hasNotes }) => hasNotes).map(({ correlationId }) => correlationId)
}
async function annulled (): Promise<Record<string, object | null>> {
  return Object.fromEntries((await listed()).map(({ correlationId, annulledBy }) => [correlationId, annulledBy]))
}

it('the list, the document and the export show the note that annuls a document, until that note is annulled', async () => {
  const [document, other] = [await save(factura()), await save(factura())]
  const { invoiceNumber } = (await boreal.save(factura())).body.result
  await setStatus(document, 5)
  const credit = await save(noteAbout(document, '61'))
  const name = { correlationId: credit.correlationId, invoiceTypeCode: '61', invoiceNumber: credit.invoiceNumber }

  expect(credit.statusText).toBe('Issued')
  expect(await annulled()).toEqual({
    [document.correlationId]: name, [other.correlationId]: null, [credit.correlationId]: null
  })
  expect((await andes.get(document.correlationId)).annulledBy).toEqual(name)
  expect(await withNotes()).toEqual([document.correlationId])
  const [headings, ...rows] = await rowsOf(
    (await program.call('GET', `/Webhook/Export?correlationIds=${document.correlationId}`, { token: andes.token })).body as never
  )
  const texts = (row: typeof headings) => defined(row).cells.map(({ value }) => value)
  expect(texts(headings)).toContain('Annulled by')
  expect(texts(rows[0])).toContain(`61 N° ${credit.invoiceNumber}`)
  expect(invoiceNumber).toBe(document.invoiceNumber)
  expect(await listed(boreal.token)).toMatchObject([{ annulledBy: null }])

  await setStatus(credit, 7)
  expect((await annulled())[document.correlationId]).toBeNull()
  expect(await withNotes()).toEqual([])

  await setStatus(credit, 5)
  const debit = await save(noteAbout(credit, '56'))
  expect(await annulled()).toEqual({
    [document.correlationId]: null, [other.correlationId]: null, [debit.correlationId]: null,
    [credit.correlationId]: { correlationId: debit.correlationId, invoiceTypeCode: '56', invoiceNumber: debit.invoiceNumber }
  })
  expect(await withNotes()).toEqual([credit.correlationId, document.correlationId])
})
