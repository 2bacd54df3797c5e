import type { CustomsBlock, WoodBlock } from '../fields/blocks.ts'
import { countries, ports } from '../tables/customs-places.ts'
import { named, packageTypes, saleClauses, saleModes, transportModes, units } from '../tables/customs-tables.ts'
import type { DocumentTransport, TaxDocument } from '../document.ts'
import { dispatchTypes, transferTypes, type LookupRow } from '../tables/lookups.ts'
import type { PrintableDocument } from './printable.ts'
import { dayMonthYear } from '../values/calendar.ts'
import { rowsOf, thousands, type LabelledValues } from './printable-rows.ts'
import { formatRut } from '../values/rut.ts'

/** The printed facts of how goods move: why, by whom, where to, and for customs; undefined without any. */
export function transportRows (
  { transferType, dispatchType, transport, woodTransport }: TaxDocument
): PrintableDocument['transport'] {
  return rowsOf([
    ['Tipo de traslado', [nameOf(transferTypes, transferType)]],
    ['Tipo de despacho', [transferType === undefined ? undefined : nameOf(dispatchTypes, dispatchType)]],
    ...transport ? journeyRows(transport) : [],
    ...transport?.customs ? customsRows(transport.customs) : [],
    ...woodTransport ? woodRows(woodTransport) : []
  ])
}

function journeyRows (transport: DocumentTransport): LabelledValues[] {
  const { driver } = transport
  return [
    ['Patente', [transport.licensePlate]],
    ['Patente del carro', [transport.trailerPlate]],
    ['RUT del transportista', [transport.carrierTaxNumber && formatRut(transport.carrierTaxNumber)]],
    ['Chofer', driver ? [driver.name, formatRut(driver.taxNumber)] : []],
    ['Destino', [transport.destinationAddress, transport.destinationMunicipality, transport.destinationCity]],
    ['Salida', [transport.departureDate && dayMonthYear(transport.departureDate), transport.departureTime]],
    ['Llegada', [transport.arrivalDate && dayMonthYear(transport.arrivalDate)]]
  ]
}

function customsRows (customs: CustomsBlock): LabelledValues[] {
  return [
    ['Modalidad de venta', [named(saleModes, customs.saleMode)]],
    ['Cláusula de venta', [named(saleClauses, customs.saleClause), figure(customs.saleClauseAmount)]],
    ['Vía de transporte', [named(transportModes, customs.transportMode)]],
    ['Nave o vehículo', [customs.vesselName, customs.transportAdditionalId]],
    ['Compañía de transporte', [customs.carrierName, customs.carrierTaxNumber && formatRut(customs.carrierTaxNumber)]],
    ['Reserva y operador', [customs.booking, customs.operator]],
    ['Puerto de embarque', [named(ports, customs.loadingPort), customs.loadingPortAdditionalId]],
    ['Puerto de desembarque', [named(ports, customs.unloadingPort), customs.unloadingPortAdditionalId]],
    ['Tara', weight(customs.tare, customs.tareUnit)],
    ['Peso bruto', weight(customs.grossWeight, customs.grossWeightUnit)],
    ['Peso neto', weight(customs.netWeight, customs.netWeightUnit)],
    ['Ítems', [figure(customs.totalItems)]],
    ['Bultos', [figure(customs.totalPackages)]],
    ...(customs.packages ?? []).map((row): LabelledValues => ['Bulto', packageParts(row)]),
    ['Flete', [figure(customs.freightAmount)]],
    ['Seguro', [figure(customs.insuranceAmount)]],
    ['País receptor', [named(countries, customs.receiverCountry)]],
    ['País de destino', [named(countries, customs.destinationCountry)]]
  ]
}

function packageParts (
  { packageType, quantity, marks, containerId, seal, sealIssuer }: NonNullable<CustomsBlock['packages']>[number]
): LabelledValues[1] {
  return [
    packageType && (packageTypes[Number(packageType)] ?? `tipo ${packageType}`), quantity && `cantidad ${figure(quantity)}`, marks, containerId,
    seal && `sello ${seal}`, sealIssuer
  ]
}

/** "21.500,25 KN" */
function weight (amount: string | number | undefined, unit: string | number | undefined): LabelledValues[1] {
  return [[figure(amount), named(units, unit)].filter((part) => part !== undefined).join(' ')]
}

function woodRows (wood: WoodBlock): LabelledValues[] {
  return [
    ['Rol del predio de origen', [[wood.originMunicipality, wood.originBlock, wood.originPlot].join('-')]],
    ['Plan de manejo CONAF', [wood.managementPlan]],
    ['Aviso de faena', [wood.worksNotice]],
    ['Origen de la madera', [wood.originLatitude, wood.originLongitude]],
    ['Destino de la madera', [wood.destinationLatitude, wood.destinationLongitude]]
  ]
}

function nameOf (rows: readonly LookupRow[], code: number | undefined): string | undefined {
  return rows.find((row) => row.code === String(code))?.name
}

function figure (amount: string | number | undefined): string | undefined {
  return amount === undefined ? undefined : thousands(String(amount))
}
