import {
  customsFields, destinationFields, freightFields, journeyFields, packageFields, packagesMax, transportFields,
  type CustomsBlock
} from '../fields/blocks.ts'
import type { DocumentTransport } from '../document.ts'
import { inDocumentoAndExportaciones } from '../values/branches.ts'
import { mayAppear } from '../tables/obligations.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import { present } from '../values/present.ts'
import type { Posted, Reader } from '../fields/reader.ts'

type PostedTransport = NonNullable<InvoicePayload['header']['transport']>

/** Transporte: how goods move; nothing when nothing is given. */
export function readTransport (transport: Reader<Posted<PostedTransport>>): DocumentTransport | undefined {
  if (!transport.posted || transport.isEmpty) return undefined
  if (!mayAppear('Transporte', transport.documentType)) {
    transport.report('FIELD_NOT_ALLOWED')
    return undefined
  }
  const read = present<DocumentTransport>({
    ...transport.fields(transportFields),
    driver: readDriver(transport.at('driver')),
    ...transport.fields(destinationFields),
    ...readJourney(transport),
    customs: readCustoms(transport.at('customs'))
  })
  return Object.keys(read).length > 0 ? read : undefined
}

function readDriver (driver: Reader<PostedTransport['driver']>): DocumentTransport['driver'] {
  const name = driver.at('name').text('Encabezado/Transporte/Chofer/NombreChofer')
  const taxNumber = driver.at('taxNumber').rut()
  const nameless = name === undefined
  const rutless = driver.at('taxNumber').filled() === undefined
  if (nameless !== rutless) driver.report('DRIVER_INCOMPLETE')
  return nameless || taxNumber === undefined ? undefined : { taxNumber, name }
}

function readJourney (
  transport: Reader<Posted<PostedTransport>>
): Pick<DocumentTransport, 'departureDate' | 'departureTime' | 'arrivalDate'> {
  const journey = transport.fields(journeyFields)
  const { departureDate, arrivalDate } = journey
  if (departureDate !== undefined && arrivalDate !== undefined && arrivalDate < departureDate) {
    transport.at('arrivalDate').report('ARRIVAL_BEFORE_DEPARTURE', { posted: arrivalDate, limit: departureDate })
  }
  return journey
}

function readCustoms (customs: Reader<PostedTransport['customs']>): CustomsBlock | undefined {
  if (!customs.posted || customs.isRefused(inDocumentoAndExportaciones)) return undefined
  const read = present<CustomsBlock>({
    ...customs.fields(customsFields),
    packages: customs.at('packages').rowsOf({
      fields: packageFields, most: packagesMax, branches: inDocumentoAndExportaciones
    }),
    ...customs.fields(freightFields)
  })
  return Object.keys(read).length > 0 ? read : undefined
}
