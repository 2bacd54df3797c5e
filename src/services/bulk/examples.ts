import type { DocumentType } from '../../dte/values/document-types.ts'
import type { WrittenDay } from '../../shared/spreadsheet.ts'

/** A row of an example: the value for the column of each member. */
export type ExampleRow = Readonly<Record<string, string | number | WrittenDay>>

/** Stands for the day on which the template is created. */
export const todayMark = '{hoy}'

const customer: ExampleRow = {
  'header.receiver.taxNumber': '88.888.888-8',
  'header.receiver.businessName': 'Ferretería Ejemplo Ltda.',
  'header.receiver.businessActivity': 'Ferretería',
  'header.receiver.address': 'Calle Ejemplo 120',
  'header.receiver.municipality': 'Santiago',
  'header.receiver.city': 'Santiago'
}

const foreigner: ExampleRow = {
  'header.receiver.businessName': 'Example Trading Ltd.',
  'header.receiver.address': '12 Example Road',
  'header.receiver.city': 'Bristol',
  'header.receiver.foreign.nationality': '510',
  'header.totals.currency': 'USD',
  'header.otherCurrency.exchangeRate': 945.32
}

const head = (type: number, key: string, more: ExampleRow = {}): ExampleRow => ({
  key, 'header.documentId.documentType': type, ...more
})
const item = (
  name: string, quantity: number, unitPrice: number, more: ExampleRow = {}
): ExampleRow => ({
  'details[].itemName': name, 'details[].quantity': quantity, 'details[].unitPrice': unitPrice, ...more
})
const about = (key: string, code: number, reason: string): ExampleRow => ({
  'references[].documentKey': key, 'references[].code': code, 'references[].reason': reason
})

const factura = {
  ...head(33, 'F-1', { ...customer, 'header.documentId.paymentMethod': 2 }),
  ...item('Cañería de cobre 1/2"', 12.5, 1990)
}
const exportInvoice = {
  ...head(110, 'E-1', { ...foreigner, 'header.documentId.serviceIndicator': 3 }),
  ...item('Software development', 160.5, 45.255), 'references[].documentType': '812', 'references[].folio': '1234',
  'references[].date': { day: '2026-01-10' }
}

/** For each document type, an example that can be issued unchanged; notes come with the document that they change. */
export const examples: Readonly<Record<DocumentType, readonly ExampleRow[]>> = {
  33: [
    {
      ...factura, 'references[].documentType': '801', 'references[].folio': 'OC-77', 'references[].date': { day: '2026-11-02' }
    },
    { ...head(33, 'F-1'), ...item('Taladro', 2, 45_000, { 'details[].discountPercentage': 10 }) },
    { ...head(33, 'F-2', customer), ...item('Martillo', 1, 9990) }
  ],
  34: [{ ...head(34, 'X-1', customer), ...item('Curso de soldadura', 1, 50_000) }],
  39: [{ ...head(39, 'B-1'), ...item('Martillo', 1, 11_900) }, { ...head(39, 'B-1'), ...item('Clavos', 2, 1190) }],
  41: [{ ...head(41, 'BX-1'), ...item('Libro usado', 1, 5000) }],
  43: [
    {
      ...head(43, 'L-1', customer),
      'details[].itemName': 'Ventas del mes',
      'details[].settledDocumentType': '33',
      'details[].lineTotal': 1_000_000,
      'commissions[].movement': 'C',
      'commissions[].description': 'Comisión por ventas',
      'commissions[].rate': 10,
      'commissions[].netAmount': 100_000,
      'references[].documentType': '103',
      'references[].folio': '11',
      'references[].date': { day: '2026-10-31' }
    }
  ],
  46: [{
    ...head(46, 'C-1', customer),
    ...item('Servicio de un no emisor', 1, 500_000, { 'details[].taxes[0].taxCode': '15' })
  }],
  52: [{
    ...head(52, 'G-1', {
      ...customer, 'header.documentId.transferType': 1, 'header.documentId.dispatchType': 2,
      'header.transport.licensePlate': 'ABCD12', 'header.transport.carrierTaxNumber': '88.888.888-8',
      'header.transport.driver.name': 'Luis Ejemplo', 'header.transport.driver.taxNumber': '12.345.678-5',
      'header.transport.destinationAddress': 'Camino Ejemplo 300',
      'header.transport.destinationMunicipality': 'Pudahuel', 'header.transport.departureDate': todayMark,
      'header.transport.departureTime': '08:30:00'
    }),
    ...item('Taladro', 2, 45_000)
  }],
  56: [factura, {
    ...head(56, 'D-1', customer), ...item('Intereses por mora', 1, 1500), ...about('F-1', 3, 'Intereses por mora')
  }],
  61: [factura, {
    ...head(61, 'N-1', customer), ...item('Cañería de cobre 1/2"', 2.5, 1990),
    ...about('F-1', 3, 'Devolución de mercadería')
  }],
  110: [exportInvoice],
  111: [exportInvoice, {
    ...head(111, 'ED-1', foreigner), ...item('Ajuste de precio', 1, 100.25), ...about('E-1', 3, 'Ajuste de precio')
  }],
  112: [exportInvoice, {
    ...head(112, 'EN-1', foreigner), ...item('Software development', 10, 45.255), ...about('E-1', 3, 'Menos horas')
  }]
}
