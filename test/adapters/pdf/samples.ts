/** Printable documents of invented companies: the ordinary ones, and those that try a template's patience. */
import { createHash } from 'node:crypto'
import type { PrintableDocument, PrintableLine } from '../../../src/dte/printing/printable.ts'
import { defined } from '../../support/expecting.ts'

function base64 (seed: string): string {
  return createHash('sha512').update(seed).digest('base64')
}

function ted (
  { documentType, folio, receiverName, firstItem, total }: {
    documentType: number, folio: number, receiverName: string, firstItem: string, total: string
  }
): string {
  return `<TED version="1.0"><DD><RE>99999999-9</RE><TD>${documentType}</TD><F>${folio}</F><FE>2026-11-18</FE>` +
    `<RR>77777777-7</RR><RSR>${receiverName}</RSR><MNT>${total}</MNT><IT1>${firstItem}</IT1><CAF version="1.0"><DA>` +
    '<RE>99999999-9</RE><RS>COMERCIAL PEÑAFLOR Y COMPAÑÍA LIMITADA</RS>' +
    `<TD>${documentType}</TD><RNG><D>10001</D><H>11000</H></RNG><FA>2026-09-30</FA><RSAPK><M>${
      base64('modulus')
    }</M><E>Aw==</E></RSAPK>` +
    `<IDK>300</IDK></DA><FRMA algoritmo="SHA1withRSA">${
      base64('frma')
    }</FRMA></CAF><TSTED>2026-11-18T10:21:33</TSTED></DD>` +
    `<FRMT algoritmo="SHA1withRSA">${base64('frmt')}</FRMT></TED>`
}

const sender: PrintableDocument['sender'] = {
  taxNumber: '76.418.930-2',
  businessName: 'Comercial Peñaflor y Compañía Limitada',
  businessActivity: 'Venta al por mayor de equipos computacionales y servicios de informática',
  address: 'Av. Los Aromos 1449, oficina 802',
  municipality: 'Santiago',
  city: 'Santiago',
  branchName: 'Casa matriz',
  phone: '+56 2 2345 6789',
  email: 'facturacion@penaflor.example',
  siiOffice: 'SANTIAGO CENTRO'
}

const receiver: PrintableDocument['receiver'] = {
  taxNumber: '77.901.245-K',
  businessName: 'Ingeniería Ñandú Austral SpA',
  businessActivity: 'Obras de ingeniería',
  address: 'Camino El Álamo 10.803, galpón 4',
  municipality: 'Maipú',
  city: 'Santiago',
  email: 'adquisiciones@nandu.example'
}

const wares: Omit<PrintableLine, 'lineNumber'>[] = [
  {
    itemCode: 'NB-14-I7', itemName: 'Notebook 14" 16 GB', itemDescription: 'Garantía 12 meses, teclado español',
    quantity: '1', unitOfMeasure: 'UN', unitPrice: '649990', exempt: false, lineTotal: '649990'
  },
  {
    itemCode: 'MON-27', itemName: 'Monitor 27" QHD', quantity: '2', unitOfMeasure: 'UN', unitPrice: '189990',
    exempt: false, lineTotal: '379980'
  },
  {
    itemCode: 'TEC-ES', itemName: 'Teclado mecánico distribución española (ñ)', quantity: '3', unitOfMeasure: 'UN',
    unitPrice: '54990', exempt: false, lineTotal: '164970'
  },
  {
    itemCode: 'MOU-01', itemName: 'Mouse inalámbrico ergonómico', itemDescription: 'Incluye batería', quantity: '4',
    unitOfMeasure: 'UN', unitPrice: '19990', discount: '10 %', exempt: false, lineTotal: '71964'
  },
  {
    itemCode: 'SRV-INS', itemName: 'Servicio de instalación y configuración',
    itemDescription: 'Visita técnica en Ñuñoa, incluye capacitación de usuarios', quantity: '2.5', unitOfMeasure: 'HR',
    unitPrice: '34000', exempt: false, lineTotal: '85000'
  },
  {
    itemCode: 'LIB-07', itemName: 'Manual impreso de administración de redes', quantity: '2', unitOfMeasure: 'UN',
    unitPrice: '24900', exempt: true, lineTotal: '49800'
  },
  {
    itemCode: 'CAB-HDMI', itemName: 'Cable HDMI 2.1 de 2 metros', quantity: '12', unitOfMeasure: 'UN',
    unitPrice: '8990', exempt: false, lineTotal: '107880'
  }
]

export function lines (count: number): PrintableLine[] {
  return Array.from({ length: count }, (_, index) =>
    ({ lineNumber: index + 1, ...defined(wares[index % wares.length]) }))
}

export const factura: PrintableDocument = {
  documentType: 33,
  documentName: 'FACTURA ELECTRÓNICA',
  folio: 10457,
  issueDate: '2026-11-18',
  dueDate: '2026-12-18',
  paymentMethod: 'Crédito',
  sender,
  receiver,
  details: lines(7),
  globalDiscounts: [],
  references: [
    {
      documentName: 'Orden de compra', folio: 'OC-2026-00871', date: '2026-11-12',
      reason: 'Compra según cotización N.º 3321'
    },
    { documentName: 'Guía de despacho electrónica', folio: '2207', date: '2026-11-15', reason: 'Despacho parcial' }
  ],
  totals: [
    { label: 'Monto neto', amount: '1459784' },
    { label: 'Monto exento', amount: '49800' },
    { label: 'IVA 19 %', amount: '277359' }
  ],
  totalAmount: '1786943',
  totalInWords: 'Son: un millón setecientos ochenta y seis mil novecientos cuarenta y tres pesos.',
  ted: ted({
    documentType: 33, folio: 10457, receiverName: 'Ingeniería Ñandú Austral SpA', firstItem: 'Notebook 14&quot; 16 GB',
    total: '1786943'
  }),
  resolution: { number: 80, year: 2014 },
  cedibleLegend: 'CEDIBLE'
}

export const certificationFactura: PrintableDocument = {
  ...factura, watermark: 'DOCUMENTO DE PRUEBA – SIN VALOR TRIBUTARIO'
}

export const boleta: PrintableDocument = {
  documentType: 39,
  documentName: 'BOLETA ELECTRÓNICA',
  folio: 220315,
  issueDate: '2026-11-18',
  sender,
  receiver: { taxNumber: '66.666.666-6' },
  details: [
    {
      lineNumber: 1, itemName: 'Café de grano 250 g', quantity: '2', unitOfMeasure: 'UN', unitPrice: '5990',
      exempt: false, lineTotal: '11980'
    },
    {
      lineNumber: 2, itemName: 'Filtros de papel N.º 4', quantity: '1', unitPrice: '2490', discount: '$ 500',
      exempt: false, lineTotal: '1990'
    },
    {
      lineNumber: 3, itemName: 'Queso fresco', itemDescription: 'Envasado al vacío', quantity: '0.435',
      unitOfMeasure: 'KG', unitPrice: '11990', exempt: false, lineTotal: '5216'
    },
    { lineNumber: 4, itemName: 'Diario', quantity: '1', unitPrice: '1200', exempt: true, lineTotal: '1200' }
  ],
  globalDiscounts: [],
  references: [],
  totals: [{ label: 'Monto neto', amount: '16123' }, { label: 'Monto exento', amount: '1200' }, {
    label: 'IVA 19 %', amount: '3063'
  }],
  totalAmount: '20386',
  totalInWords: 'Son: veinte mil trescientos ochenta y seis pesos.',
  ted: ted({
    documentType: 39, folio: 220315, receiverName: 'CLIENTE', firstItem: 'Café de grano 250 g', total: '20386'
  }),
  resolution: { number: 80, year: 2014 }
}

/** Nothing that may be missing is there. */
export const bareFactura: PrintableDocument = {
  documentType: 34,
  documentName: 'FACTURA NO AFECTA O EXENTA ELECTRÓNICA',
  folio: 1,
  issueDate: '2026-01-02',
  sender: { taxNumber: '76.418.930-2', businessName: 'Lago SpA', businessActivity: 'Asesorías' },
  receiver: { taxNumber: '77.901.245-K' },
  details: [{ lineNumber: 1, itemName: 'Asesoría', exempt: true, lineTotal: '1' }],
  globalDiscounts: [],
  references: [],
  totals: [{ label: 'Monto exento', amount: '1' }],
  totalAmount: '1',
  totalInWords: 'Son: un peso.',
  ted: factura.ted,
  resolution: { number: 0, year: 2026 },
  cedibleLegend: 'CEDIBLE'
}

const longText =
  'Servicio de mantención preventiva y correctiva de equipos de climatización, que incluye visitas programadas, repuestos menores y registro fotográfico. '

/** Each field at the greatest length that the SII's formats allow, words without blanks among them. */
export const longestFactura: PrintableDocument = {
  ...factura,
  documentType: 46,
  documentName: 'FACTURA DE COMPRA ELECTRÓNICA',
  folio: 9_999_999_999,
  paymentMethod: 'Sin costo (entrega gratuita)',
  paymentMedia: 'Pago a cuenta corriente',
  sender: {
    ...sender,
    businessName:
      'Sociedad Administradora de Inversiones y Servicios Inmobiliarios del Valle Central de la Patagonia SA',
    businessActivity: 'Compra, venta, arriendo y administración de bienes raíces amoblados y sin amoblar',
    address: 'Avenida Presidente de la República de los Arrayanes 12345, piso 27, of.',
    branchName: 'Sucursal Puerto Natales Sur',
    email: 'correodecontactodefacturacionelectronicadelasociedadadministradora@patagonia.example',
    salesPerson: 'María de los Ángeles Fernández-Echeverría Undurraga de la Cerda y Soto',
    siiOffice: 'PUERTO NATALES Y ÚLTIMA ESPERANZA'
  },
  receiver: {
    ...receiver,
    businessName:
      'Cooperativa Agrícola, Ganadera, Frutícola y Lechera de Productores Asociados de la Región de Ñuble Ltda',
    businessActivity: 'Cultivo de frutales y elaboración de lácteos',
    address: 'AvenidaSinEspaciosQueNoSePuedePartirPorNingunLadoPorqueNoTieneBlancos12345',
    email: 'adquisicionesycontabilidaddelacooperativaagricolaganadera@ñuble.example',
    internalCode: 'CLIENTE-0000-1234-5678'
  },
  transport: [
    { label: 'Patente', value: 'ABCD12' },
    { label: 'Transportista', value: '77.901.245-K' },
    { label: 'Chofer', value: 'Juan Antonio Pérez-Valdivieso Errázuriz' },
    { label: 'RUT chofer', value: '11.111.111-1' },
    { label: 'Destino', value: 'Camino a la Costa km 14,5, parcela 27, sector Los Molinos de la Ensenada' },
    { label: 'Comuna', value: 'Puerto Natales' }
  ],
  details: [
    {
      lineNumber: 1, itemCode: 'CODIGODETREINTAYCINCOCARACTERES1234',
      itemName: 'Mantención de equipos de climatización, calderas y torres de enfriamiento del edif',
      itemDescription: longText.repeat(7).slice(0, 1000), quantity: '123456789012.123456', unitOfMeasure: 'KWH',
      unitPrice: '123456789012.123456', discount: '$ 123.456.789.012.345', exempt: true, lineTotal: '123456789012345678'
    },
    { lineNumber: 2, itemName: 'N'.repeat(80), itemDescription: 'd'.repeat(300), exempt: false, lineTotal: '-1' },
    ...lines(3).map((line, index) => ({ ...line, lineNumber: index + 3 }))
  ],
  globalDiscounts: Array.from(
    { length: 20 },
    (_, index) => ({
      label: `Descuento por volumen del tramo número ${index + 1} (${index + 1} %)`, amount: `-${(index + 1) * 1234}`
    })
  ),
  references: Array.from({ length: 40 }, (_, index) => ({
    documentName: index % 3 === 0 ? 'Certificado de depósito Bolsa de Productos de Chile' : 'Orden de compra',
    folio: index % 4 === 0 ? 'REFERENCIA-18CHARS' : String(1000 + index),
    ...index % 2 === 0 && { date: '2026-11-12' },
    ...index % 5 !== 0 &&
      { reason: 'Según contrato marco de suministro suscrito entre las partes con fecha 3 de marzo de 2025' }
  })),
  totals: [
    { label: 'Monto neto', amount: '123456789012345678' },
    { label: 'Monto exento', amount: '123456789012345678' },
    { label: 'IVA 19 %', amount: '123456789012345678' },
    { label: 'IVA retenido total', amount: '-123456789012345678' },
    {
      label: 'Impuesto adicional a bebidas analcohólicas con elevado contenido de azúcares 18 %',
      amount: '123456789012345678'
    },
    { label: 'Monto no facturable', amount: '1' }
  ],
  totalAmount: '123456789012345678',
  totalInWords:
    'Son: ciento veintitrés mil cuatrocientos cincuenta y seis billones setecientos ochenta y nueve mil doce millones trescientos cuarenta y cinco mil seiscientos setenta y ocho pesos.',
  ted: ted({
    documentType: 46, folio: 9_999_999_999, receiverName: '&quot;'.repeat(40), firstItem: '&amp;'.repeat(40),
    total: '123456789012345678'
  })
}

/** A despatch note with transport data. */
export const guia: PrintableDocument = {
  ...factura,
  documentType: 52,
  documentName: 'GUÍA DE DESPACHO ELECTRÓNICA',
  folio: 2207,
  transport: defined(longestFactura.transport),
  globalDiscounts: [{ label: 'Descuento por pronto pago 2 %', amount: '-29196' }],
  cedibleLegend: 'CEDIBLE CON SU FACTURA'
}

export const exportInvoice: PrintableDocument = {
  ...factura,
  documentType: 112,
  documentName: 'NOTA DE CRÉDITO DE EXPORTACIÓN ELECTRÓNICA',
  currency: 'DOLAR USA',
  currencyName: 'Dólares de Estados Unidos',
  receiver: { taxNumber: '55.555.555-5', businessName: 'Fjord Traders A/S', address: 'Havnegade 12', city: 'Ålesund' },
  details: [{
    lineNumber: 1, itemName: 'Cerezas frescas, caja de 5 kg', quantity: '1200', unitOfMeasure: 'CAJ',
    unitPrice: '31.255', exempt: true, lineTotal: '37506'
  }],
  totals: [{ label: 'Monto exento', amount: '37506.5' }],
  totalAmount: '37506.5',
  totalInWords: '',
  references: [{
    documentName: 'Factura de exportación electrónica', folio: '88', date: '2026-11-01', code: 'Anula documento',
    reason: 'Error en el receptor'
  }]
}

/** Every string tries to be source, a format or a file. */
export const hostile: PrintableDocument = {
  ...factura,
  sender: {
    ...sender, businessName: '#panic("x") *bold* _it_ $x^2$ `raw` <label> @ref',
    businessActivity: '#read("/etc/passwd") // comment'
  },
  receiver: { ...receiver, businessName: '= Heading \\ #import "/dte.typ": *', address: '#{while true {}}' },
  details: [{
    lineNumber: 1, itemName: '#set page(width: 1pt)',
    itemDescription: '#image("/stamp.png")\n- item\n+ item --- ~ \\u{41} "quotes" \'single\'', exempt: false,
    lineTotal: '1'
  }]
}
