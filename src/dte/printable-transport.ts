import type { CustomsBlock, WoodBlock } from './blocks.ts'
import type { DocumentTransport, TaxDocument } from './document.ts'
import { dispatchTypes, transferTypes, type LookupRow } from './lookups.ts'
import type { PrintableDocument } from './printable.ts'
import { formatRut } from './rut.ts'

type Rows = NonNullable<PrintableDocument['transport']>
type Told = [label: string, values: (string | number | undefined)[]]

/** What is printed of how goods move: why, by whom, where to, and for customs; nothing when nothing is told. */
export function transportRows ({ transferType, dispatchType, transport, woodTransport }: TaxDocument): Rows | undefined {
  const told: Told[] = [
    ['Tipo de traslado', [nameOf(transferTypes, transferType)]],
    ['Tipo de despacho', [transferType === undefined ? undefined : nameOf(dispatchTypes, dispatchType)]],
    ...transport ? journeyRows(transport) : [],
    ...transport?.customs ? customsRows(transport.customs) : [],
    ...woodTransport ? woodRows(woodTransport) : []
  ]
  const rows = told.map(([label, values]) => ({ label, value: values.filter((value) => value !== undefined).join(', ') })).filter(({ value }) => value !== '')
  return rows.length > 0 ? rows : undefined
}

function journeyRows (transport: DocumentTransport): Told[] {
  const { driver } = transport
  return [
    ['Patente', [transport.licensePlate]],
    ['Patente del carro', [transport.trailerPlate]],
    ['RUT del transportista', [transport.carrierTaxNumber && formatRut(transport.carrierTaxNumber)]],
    ['Chofer', driver ? [driver.name, formatRut(driver.taxNumber)] : []],
    ['Destino', [transport.destinationAddress, transport.destinationMunicipality, transport.destinationCity]],
    ['Salida', [transport.departureDate, transport.departureTime]],
    ['Llegada', [transport.arrivalDate]]
  ]
}

// The codes are those of the customs' tables, which the printed copy may show as they are.
function customsRows (customs: CustomsBlock): Told[] {
  return [
    ['Modalidad de venta', [customs.saleMode]],
    ['Cláusula de venta', [customs.saleClause, comma(customs.saleClauseAmount)]],
    ['Vía de transporte', [customs.transportMode]],
    ['Nave o vehículo', [customs.vesselName, customs.transportAdditionalId]],
    ['Compañía de transporte', [customs.carrierName, customs.carrierTaxNumber && formatRut(customs.carrierTaxNumber)]],
    ['Reserva y operador', [customs.booking, customs.operator]],
    ['Puerto de embarque', [customs.loadingPort, customs.loadingPortAdditionalId]],
    ['Puerto de desembarque', [customs.unloadingPort, customs.unloadingPortAdditionalId]],
    ['Peso bruto', [comma(customs.grossWeight)]],
    ['Peso neto', [comma(customs.netWeight)]],
    ['Bultos', [customs.totalPackages]],
    ...(customs.packages ?? []).map((row): Told => ['Bulto', [row.packageType && `tipo ${row.packageType}`, row.quantity && `cantidad ${row.quantity}`, row.marks, row.containerId, row.seal && `sello ${row.seal}`]]),
    ['Flete', [comma(customs.freightAmount)]],
    ['Seguro', [comma(customs.insuranceAmount)]],
    ['País receptor', [customs.receiverCountry]],
    ['País de destino', [customs.destinationCountry]]
  ]
}

function woodRows (wood: WoodBlock): Told[] {
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

function comma (amount: string | undefined): string | undefined {
  return amount?.replace('.', ',')
}
