import { foreignReceiver } from '../../dte/reading/parties.ts'
import { parseRut } from '../../dte/values/rut.ts'
import type { CustomerRow } from '../../repositories/customers/customers.ts'
import { problemAt, type Sentence, ServiceError } from '../../shared/errors.ts'
import { printableTexts } from '../tenants/printable-texts.ts'
import { type ColumnsOf, createKept, type KeptDependencies } from './kept.ts'

const empty: ColumnsOf<CustomerRow> = {
  taxNumber: '', foreignId: '', nationality: null, businessName: '', businessActivity: null, address: null,
  municipality: null, city: null, email: null, paymentMethod: null, paymentDays: null, notes: null, archived: false
}

/** Whom a tenant sells to. */
export function createCustomers (dependencies: KeptDependencies) {
  return createKept<CustomerRow>(dependencies, {
    entity: 'customer', repositoryOf: ({ customers }) => customers, empty, checked, unique: 'taxNumber',
    errors: { missing: 'CUSTOMER_NOT_FOUND', taken: 'CUSTOMER_EXISTS', limit: 'CUSTOMER_LIMIT' }
  })
}

export type Customers = ReturnType<typeof createCustomers>
export type Customer = CustomerRow

const noRut = { en: 'is not a RUT with a right check digit', es: 'no es un RUT con dígito verificador correcto' }
const noForeignId = {
  en: `is required with the RUT ${foreignReceiver}: passport or identity number`,
  es: `es obligatorio con el RUT ${foreignReceiver}: pasaporte o número de identidad`
}
const notForeign = {
  en: `is only for foreigners, whose taxNumber is ${foreignReceiver}`,
  es: `es solo para extranjeros, cuyo taxNumber es ${foreignReceiver}`
}

function checked ({ notes, ...columns }: ColumnsOf<CustomerRow>): ColumnsOf<CustomerRow> {
  const taxNumber = parseRut(columns.taxNumber)
  if (taxNumber === undefined) throw problem('taxNumber', noRut)
  const foreignId = columns.foreignId as string | null ?? ''
  const isForeign = taxNumber === foreignReceiver
  if (isForeign && foreignId === '') throw problem('foreignId', noForeignId)
  if (!isForeign && foreignId !== '') throw problem('foreignId', notForeign)
  return { ...printableTexts({ ...columns, taxNumber, foreignId }), notes }
}

function problem (member: string, message: Sentence): ServiceError {
  return new ServiceError('VALIDATION_FAILED', { problems: [problemAt(member, message)] })
}
