import { foreignReceiver } from '../../dte/reading/parties.ts'
import type { CustomerRow } from '../../repositories/customers/customers.ts'
import { invalidAt } from '../../shared/errors.ts'
import { postedRut } from '../posted-rut.ts'
import { printableTexts } from '../tenants/printable-texts.ts'
import { type ColumnsOf, createCatalog, type Kind } from './catalog-items.ts'
import { createKeptSheets, type SheetDependencies } from './catalog-sheets.ts'
import { customerSynonyms } from './heading-synonyms.ts'
import type { SheetColumn } from './sheet-headings.ts'

export const emptyCustomer: ColumnsOf<CustomerRow> = {
  taxNumber: '', foreignId: '', nationality: null, businessName: '', businessActivity: null, address: null,
  municipality: null, city: null, email: null, paymentMethod: null, paymentDays: null, notes: null, archived: false
}

const kind: Kind<CustomerRow> = {
  entity: 'customer', repositoryOf: ({ customers }) => customers, empty: emptyCustomer, checked, unique: 'taxNumber',
  errors: { missing: 'CUSTOMER_NOT_FOUND', taken: 'CUSTOMER_EXISTS', limit: 'CUSTOMER_LIMIT' }
}

export const customerColumns: readonly SheetColumn[] = [
  { member: 'taxNumber', heading: { en: 'RUT', es: 'RUT' }, kind: 'text', width: 14, isKey: true },
  { member: 'businessName', heading: { en: 'Business name', es: 'Razón social' }, kind: 'text', width: 40, isKey: true },
  { member: 'businessActivity', heading: { en: 'Activity', es: 'Giro' }, kind: 'text', width: 32 },
  { member: 'address', heading: { en: 'Address', es: 'Dirección' }, kind: 'text', width: 32 },
  { member: 'municipality', heading: { en: 'Municipality', es: 'Comuna' }, kind: 'text', width: 18 },
  { member: 'city', heading: { en: 'City', es: 'Ciudad' }, kind: 'text', width: 18 },
  { member: 'email', heading: { en: 'Email', es: 'Correo' }, kind: 'text', width: 30 },
  { member: 'paymentMethod', heading: { en: 'Form of payment', es: 'Forma de pago' }, kind: 'number', width: 14 },
  { member: 'paymentDays', heading: { en: 'Days of credit', es: 'Días de plazo' }, kind: 'number', width: 14 },
  { member: 'foreignId', heading: { en: 'Foreign document', es: 'Documento extranjero' }, kind: 'text', width: 20 },
  { member: 'nationality', heading: { en: 'Nationality', es: 'Nacionalidad' }, kind: 'text', width: 14 },
  { member: 'notes', heading: { en: 'Notes', es: 'Notas' }, kind: 'text', width: 40 },
  { member: 'archived', heading: { en: 'Archived', es: 'Archivado' }, kind: 'flag', width: 12 }
]

const sheet = {
  name: { en: 'customers', es: 'clientes' },
  keyOf: ({ taxNumber, foreignId }: ColumnsOf<CustomerRow>) => `${taxNumber} ${foreignId}`,
  columns: customerColumns,
  synonyms: customerSynonyms
}

/** Whom a tenant sells to. */
export function createCustomers (dependencies: SheetDependencies) {
  return { ...createCatalog(dependencies, kind), ...createKeptSheets(dependencies, kind, sheet) }
}

export type Customers = ReturnType<typeof createCustomers>
export type Customer = CustomerRow

const noForeignId = {
  en: `is required with the RUT ${foreignReceiver}: passport or identity number`,
  es: `es obligatorio con el RUT ${foreignReceiver}: pasaporte o número de identidad`
}
const notForeign = {
  en: `is only for foreigners, whose taxNumber is ${foreignReceiver}`,
  es: `es solo para extranjeros, cuyo taxNumber es ${foreignReceiver}`
}

function checked ({ notes, ...columns }: ColumnsOf<CustomerRow>): ColumnsOf<CustomerRow> {
  const taxNumber = postedRut(columns.taxNumber)
  const foreignId = columns.foreignId as string | null ?? ''
  const isForeign = taxNumber === foreignReceiver
  if (isForeign && foreignId === '') throw invalidAt('foreignId', noForeignId)
  if (!isForeign && foreignId !== '') throw invalidAt('foreignId', notForeign)
  return { ...printableTexts({ ...columns, taxNumber, foreignId }), notes }
}
