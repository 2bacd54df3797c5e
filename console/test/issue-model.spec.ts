import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listedCodes } from '../../src/dte/tables/payload-codes.ts'
import { blankForm, changed, isBlank, newRow } from '../src/issue/model/form.ts'
import { copyOf, facturaOf } from '../src/issue/model/copy.ts'
import { numberIn, tidyNumber } from '../src/shared/numbers.ts'
import { cellsIn } from '../src/issue/model/paste.ts'
import { timeIn } from '../src/issue/model/times.ts'
import { formOf, payloadOf } from '../src/issue/model/payload.ts'
import { fieldOf } from '../src/issue/model/problems.ts'
import { isSearched, memberOf } from '../src/issue/model/tables.ts'
import { documentTypes, listNames, lists, scalars, takes, type DocumentType, type Member } from '../src/issue/model/types.ts'
import { lineAmount } from '../src/issue/model/amounts.ts'
import { dueDay, termOf, termValues } from '../src/issue/model/terms.ts'
import { itemFilling, itemOf } from '../src/issue/model/proposed.ts'
import { addDays, today } from '../src/text/formats.ts'
import { expect, test } from './console.ts'

/* What the form makes of a payload, and a payload of the form: no page is needed. */

const cases = join(import.meta.dirname, '../../test/dte/cases/valid')

test('the form keeps every document that the rules accept unchanged', async () => {
  for (const name of await readdir(cases)) {
    const posted = JSON.parse(await readFile(join(cases, name, 'payload.json'), 'utf8')) as object
    const { payload, mistakes } = payloadOf(formOf(posted))
    // The form asks for the reason of a transfer, for which the API takes a sale.
    expect([name, mistakes.filter(({ kind }) => kind !== 'transfer')]).toEqual([name, []])
    const { type } = formOf(posted)
    expect([name, essence(payload, type)]).toEqual([name, essence(posted, type)])
  }
})

/** Without blanks, what is computed and what the type ignores; with days in place of moments. */
function essence (value: unknown, type: DocumentType, path = ''): unknown {
  const member = scalars[path] ?? lists.details[path.replace('details[].', '').replace('[]', '[0]') as 'itemName']
  if (member && !takes(member, type)) return undefined
  const computed = /totals\.(netAmount|exemptAmount|taxAmount|slaughterBase|margin|unwithheldTaxAmount|depositAmount|nonBillableAmount|periodAmount)$/
  if (/\.lineNumber$|totalTaxPrice$|details\[\]\.taxes\[\]\.tax(Rate|Amount)$/.test(path) || computed.test(path)) return undefined
  if (Array.isArray(value)) return value.map((entry) => essence(entry, type, `${path}[]`)).filter((entry) => entry !== undefined)
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, inner]) => [name, essence(inner, type, path === '' ? name : `${path}.${name}`)] as const)
    const kept = entries.filter(([, inner]) => inner !== undefined && !(Array.isArray(inner) && inner.length === 0))
    return kept.length === 0 ? undefined : Object.fromEntries(kept)
  }
  if (value === null || value === false || (typeof value === 'string' && value.trim() === '')) return undefined
  if (typeof value !== 'string') return value
  if (!/(Date|From|To|date|paidOn|madeOn|expiresOn)$/.test(path)) return value.trim().replace(/\.(?=\d{3})/g, '').toUpperCase()
  return value.length <= 10 || value.includes('T00:00:00') ? value.slice(0, 10) : chile.format(new Date(value))
}

const chile = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santiago' })

test('numbers are read as people in Chile write them', () => {
  expect(['1.234,5', '42990', '42.990', '2.5', '0.125', '-3', ' $ 1.000 ', '1,5 %', '45,255'].map(numberIn))
    .toEqual([1234.5, 42_990, 42_990, 2.5, 0.125, -3, 1000, 1.5, 45.255])
  expect(['', 'dos', '1,2,3', '1.2.3', '--1'].map(numberIn)).toEqual([undefined, undefined, undefined, undefined, undefined])
  expect(['1990', '3.5', 'dos'].map(tidyNumber)).toEqual(['1.990', '3,5', 'dos'])
})

test("line amounts match the SII's: rounded half up, with discounts computed from the exact product", () => {
  const of = (values: Record<string, string>, decimals: 0 | 4 = 0) => lineAmount(newRow('details', values), decimals)
  expect(of({ quantity: '3,5', unitPrice: '14.990' })).toBe(52_465)
  expect(of({ quantity: '1,005', unitPrice: '100' })).toBe(101)
  expect(of({ quantity: '12', unitPrice: '1.990,5', discountPercentage: '5' })).toBe(22_692)
  expect(of({ quantity: '2', unitPrice: '1.000', discountAmount: '300', surchargePercentage: '1,5' })).toBe(1730)
  expect(of({ unitPrice: '12,34567' }, 4)).toBe(12.3457)
  expect([of({ lineTotal: '500' }), of({ quantity: '2' })]).toEqual([500, undefined])
})

test('a new sale is paid in cash, and a payment term sets its due date', () => {
  const fresh = blankForm()
  expect(payloadOf(fresh).payload.header.documentId).toEqual({ documentType: '33', paymentMethod: 1 })
  const at = (form: typeof fresh, values: Record<string, string>) => changed(form, { do: 'set', values })
  const later = at(fresh, { ...termValues('30'), 'header.documentId.issueDate': '2026-11-02' })
  expect([termOf(fresh.values), termOf(later.values), dueDay(later.values)]).toEqual(['cash', '30', '2026-12-02'])
  expect(payloadOf(later).payload.header.documentId).toMatchObject({ paymentMethod: 2, dueDate: '2026-12-02' })
  const chosen = at(later, { 'header.documentId.dueDate': '2026-12-24' })
  expect([termOf(chosen.values), dueDay(chosen.values)]).toEqual(['other', '2026-12-24'])
  expect(dueDay(at(chosen, termValues('cash')).values)).toBe('')
  expect(payloadOf(changed(fresh, { do: 'type', type: '52' })).payload.header.documentId).toEqual({ documentType: '52' })
})

test('times of day are read as people write them', () => {
  expect(['8:30', '08.30', '0830', '830', '8', '23:59', '08:30:00', '08:30:15'].map(timeIn))
    .toEqual(['08:30', '08:30', '08:30', '08:30', '08:00', '23:59', '08:30', '08:30:15'])
  expect(['24:00', '8:60', 'ocho', '8:3', ''].map(timeIn)).toEqual(Array(5).fill(undefined))
})

test('pasted spreadsheet cells are distinguished from text', () => {
  expect(cellsIn('Clavo de 2"')).toBeUndefined()
  expect(cellsIn('A1\tMartillo\t2\r\nA2\t"Con ""comillas"""\t\r\n')).toEqual([['A1', 'Martillo', '2'], ['A2', 'Con "comillas"', '']])
  expect(cellsIn('\tMartillo')).toEqual([['', 'Martillo']])
})

test('an error finds its field, also in rows that moved', () => {
  const blank = newRow('details')
  const line = newRow('details', { itemName: 'Clavo', quantity: '2' })
  const form = { ...blankForm(), rows: { ...blankForm().rows, details: [blank, line] } }
  const { rowIds, payload } = payloadOf(form)
  expect(payload.details).toEqual([{ itemName: 'Clavo', quantity: 2 }])
  const of = (path: string) => fieldOf(path, rowIds, '33')
  expect(of('payload.details[0].quantity')).toBe(`${line.id}/quantity`)
  expect(of('payload.details[0].taxes[0]')).toBe(`${line.id}/taxes[0].taxCode`)
  expect(of('payload.details')).toBe('details')
  expect(of('payload.references')).toBe('references')
  expect(of('payload.header.receiver.taxNumber')).toBe('header.receiver.taxNumber')
  expect(of('payload.header.totals.totalAmount')).toBe('header.totals.totalAmount')
  expect(of('payload.header.documentId.transferType')).toBeUndefined()
})

test('fields that a type does not allow stay in the form and are not posted', () => {
  const form = changed({ ...blankForm('52'), values: { 'header.documentId.transferType': '1' } }, { do: 'type', type: '33' })
  expect(payloadOf(form).payload.header.documentId).toEqual({ documentType: '33', paymentMethod: 1 })
  expect(payloadOf(changed(form, { do: 'type', type: '52' })).payload.header.documentId).toEqual({ documentType: '52', transferType: 1 })
  expect(isBlank('globalDiscounts', newRow('globalDiscounts'))).toBe(true)
})

test('a document is copied as a new sale, and a boleta as a factura with a blank buyer', () => {
  const posted = {
    header: { documentId: { documentType: '33', paymentMethod: 1 }, receiver: { taxNumber: '88888888-8', businessName: 'El Roble' } },
    details: [{ itemName: 'Clavo', quantity: 2, unitPrice: 500, lineTotal: 1000 }]
  }
  const ofType = (documentType: string, more: object = {}) =>
    payloadOf(facturaOf({ header: { documentId: { documentType, ...more } }, details: posted.details }, '2026-11-02')).payload
  expect(ofType('39', { serviceIndicator: 3 })).toEqual({
    header: { documentId: { documentType: '33', paymentMethod: 1, grossAmounts: true } }, details: [{ itemName: 'Clavo', quantity: 2, unitPrice: 500 }]
  })
  expect(ofType('39', { grossAmounts: false }).header.documentId).toEqual({ documentType: '33', paymentMethod: 1 })
  expect(ofType('41').header.documentId).toEqual({ documentType: '34', paymentMethod: 1 })
  expect(payloadOf(copyOf({ ...posted, header: { ...posted.header, documentId: { documentType: '33', issueDate: '2026-11-02' } } }, '2026-11-02')).payload.header)
    .toEqual({ documentId: { documentType: '33' }, receiver: posted.header.receiver })
  const onCredit = { documentType: '33', paymentMethod: 2, issueDate: '2026-11-02', dueDate: '2026-12-17' }
  expect(payloadOf(copyOf({ ...posted, header: { ...posted.header, documentId: onCredit } }, '2026-11-02')).payload.header.documentId)
    .toEqual({ documentType: '33', paymentMethod: 2, dueDate: addDays(today(), 45) })
  expect(documentTypes).toHaveLength(12)
})

test('a product fills in its price with VAT added or removed, and no price where additional taxes make it uncertain', () => {
  const product = {
    id: '', code: 'CLA-2', name: 'Clavo', description: 'Caja de un kilo', unitOfMeasure: 'KG', unitPrice: 1190, currency: 'PESO CL', grossPrice: true,
    exempt: false, taxCodes: [] as string[], archived: false, createdAt: '', updatedAt: ''
  }
  const priceOf = (changes: Partial<typeof product>, gross: boolean, currency = 'PESO CL') =>
    itemFilling(itemOf({ ...product, ...changes }), { type: gross ? '39' : '33', gross, currency, priced: false }).others['unitPrice']
  expect(priceOf({}, false)).toBe('1.000')
  expect(priceOf({}, true)).toBe('1.190')
  expect(priceOf({ grossPrice: false, unitPrice: 1000.5 }, true)).toBe('1.190,595')
  expect(priceOf({ taxCodes: ['24'] }, false)).toBe('')
  expect(priceOf({ taxCodes: ['24'] }, true)).toBe('1.190')
  expect(priceOf({ exempt: true, grossPrice: false }, true)).toBe('1.190')
  expect(priceOf({}, false, 'DOLAR USA')).toBe('')
  expect(itemFilling(itemOf({ ...product, taxCodes: ['24'] }), { type: '33', gross: false, currency: 'PESO CL', priced: false }).others)
    .toMatchObject({ 'taxes[0].taxCode': '24', itemDescription: 'Caja de un kilo' })
})

test('the terms of a customer are filled in unless others were chosen', () => {
  const terms = { 'header.documentId.paymentMethod': '2', term: '60' }
  const change = { do: 'set', values: {}, terms } as const
  expect(changed(blankForm(), change).values).toMatchObject(terms)
  const chosen = changed(blankForm(), { do: 'set', values: termValues('30') })
  expect(termOf(changed(chosen, change).values)).toBe('30')
})

test('a table of more than twelve codes is searched, and a shorter one is a list', () => {
  const sizes = new Map<string, number>(Object.entries(listedCodes).map(([member, codes]) => [member, codes.length]))
  const isLong = (member: string) => (sizes.get(member) ?? 0) > 12
  const isWrong = (list?: typeof listNames[number]) => ([path, { kind }]: [string, Member]) =>
    (kind === 'code' || kind === 'codeText') && isSearched(path, list) !== isLong(memberOf(path, list))
  expect(Object.entries(scalars).filter(isWrong())).toEqual([])
  for (const list of listNames) expect([list, Object.entries(lists[list]).filter(isWrong(list))]).toEqual([list, []])
})
