import { isTimeOfDay } from './dates.ts'
import type { DocumentTransport } from './document.ts'
import { isBoleta } from './document-types.ts'
import { issueDateLimits } from './limits.ts'
import type { InvoicePayload } from './payload.ts'
import { present } from './present.ts'
import { readDate, readRut, readText, report, type Posted, type Reading } from './reading.ts'

type PostedTransport = NonNullable<InvoicePayload['header']['transport']>

const path = 'payload.header.transport'

/** Transporte: how goods move; nothing when nothing is told, and in boletas, whose schema has no such block. */
export function readTransport (reading: Reading, posted: Posted<PostedTransport>): DocumentTransport | undefined {
  if (!posted || isBoleta(reading.documentType)) return undefined
  const transport = present<DocumentTransport>({
    licensePlate: readText(reading, `${path}.licensePlate`, posted.licensePlate, 'Encabezado/Transporte/Patente'),
    trailerPlate: readText(reading, `${path}.trailerPlate`, posted.trailerPlate, 'Encabezado/Transporte/PatenteCarro'),
    carrierTaxNumber: readRut(reading, `${path}.carrierTaxNumber`, posted.carrierTaxNumber),
    driver: readDriver(reading, posted.driver),
    destinationAddress: readText(reading, `${path}.destinationAddress`, posted.destinationAddress, 'Encabezado/Transporte/DirDest'),
    destinationMunicipality: readText(reading, `${path}.destinationMunicipality`, posted.destinationMunicipality, 'Encabezado/Transporte/CmnaDest'),
    destinationCity: readText(reading, `${path}.destinationCity`, posted.destinationCity, 'Encabezado/Transporte/CiudadDest'),
    ...readJourney(reading, posted)
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

function readJourney (reading: Reading, posted: PostedTransport): Pick<DocumentTransport, 'departureDate' | 'departureTime' | 'arrivalDate'> {
  const departureDate = readDate(reading, `${path}.departureDate`, posted.departureDate, issueDateLimits)
  const arrivalDate = readDate(reading, `${path}.arrivalDate`, posted.arrivalDate, issueDateLimits)
  if (departureDate !== undefined && arrivalDate !== undefined && arrivalDate < departureDate) {
    report(reading, 'ARRIVAL_BEFORE_DEPARTURE', `${path}.arrivalDate`, { posted: arrivalDate, limit: departureDate })
  }
  return present<Pick<DocumentTransport, 'departureDate' | 'departureTime' | 'arrivalDate'>>({
    departureDate, departureTime: readTime(reading, posted.departureTime), arrivalDate
  })
}

function readTime (reading: Reading, posted: Posted<string>): string | undefined {
  const time = posted?.trim() ?? ''
  if (time === '') return undefined
  if (!isTimeOfDay(time)) report(reading, 'TIME_INVALID', `${path}.departureTime`, { posted: time })
  return time
}
