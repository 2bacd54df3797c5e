import {
  customsFields, destinationFields, freightFields, journeyFields, packageFields, packagesMax, transportFields,
  type CustomsBlock
} from '../fields/blocks.ts'
import type { DocumentTransport } from '../document.ts'
import { isBoleta } from '../values/document-types.ts'
import { isRefused, readFields, readRows } from '../fields/formats.ts'
import { mayAppear } from '../tables/obligations.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import { present } from '../values/present.ts'
import { readRut, readText, report, type Posted, type Reading } from '../fields/reading.ts'

type PostedTransport = NonNullable<InvoicePayload['header']['transport']>

const path = 'payload.header.transport'

/** Transporte: how goods move; nothing when nothing is told, and in boletas, whose schema has no such block. */
export function readTransport (reading: Reading, posted: Posted<PostedTransport>): DocumentTransport | undefined {
  if (!posted || isBoleta(reading.documentType)) return undefined
  if (!mayAppear('Transporte', reading.documentType)) {
    report(reading, 'FIELD_NOT_ALLOWED', path)
    return undefined
  }
  const transport = present<DocumentTransport>({
    ...readFields(reading, path, posted, transportFields),
    driver: readDriver(reading, posted.driver),
    ...readFields(reading, path, posted, destinationFields),
    ...readJourney(reading, posted),
    customs: readCustoms(reading, posted.customs)
  })
  return Object.keys(transport).length > 0 ? transport : undefined
}

function readDriver (reading: Reading, posted: PostedTransport['driver']): DocumentTransport['driver'] {
  const name = readText(reading, `${path}.driver.name`, posted?.name, 'Encabezado/Transporte/Chofer/NombreChofer')
  const taxNumber = readRut(reading, `${path}.driver.taxNumber`, posted?.taxNumber)
  const nameless = name === undefined
  const rutless = (posted?.taxNumber ?? '').trim() === ''
  if (nameless !== rutless) report(reading, 'DRIVER_INCOMPLETE', `${path}.driver`)
  return nameless || taxNumber === undefined ? undefined : { taxNumber, name }
}

function readJourney (
  reading: Reading, posted: PostedTransport
): Pick<DocumentTransport, 'departureDate' | 'departureTime' | 'arrivalDate'> {
  const journey = readFields(reading, path, posted, journeyFields)
  const { departureDate, arrivalDate } = journey
  if (departureDate !== undefined && arrivalDate !== undefined && arrivalDate < departureDate) {
    report(reading, 'ARRIVAL_BEFORE_DEPARTURE', `${path}.arrivalDate`, { posted: arrivalDate, limit: departureDate })
  }
  return journey
}

function readCustoms (reading: Reading, posted: PostedTransport['customs']): CustomsBlock | undefined {
  const at = `${path}.customs`
  if (!posted || isRefused(reading, at, 'DE')) return undefined
  const customs = present<CustomsBlock>({
    ...readFields(reading, at, posted, customsFields),
    packages: readRows(reading, `${at}.packages`, posted.packages, {
      fields: packageFields, most: packagesMax, branches: 'DE'
    }),
    ...readFields(reading, at, posted, freightFields)
  })
  return Object.keys(customs).length > 0 ? customs : undefined
}
