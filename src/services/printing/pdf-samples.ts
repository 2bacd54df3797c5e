import { add, decimalFromNumber, parseDecimal, percentageHalfUp, sum, zero } from '../../dte/values/amounts.ts'
import { pesosInWords } from '../../dte/values/amount-in-words.ts'
import {
  documentTypeFacts, documentTypes, isDocumentType, isNote, type DocumentType
} from '../../dte/values/document-types.ts'
import type { PrintableDocument, PrintableLine } from '../../dte/printing/printable.ts'

/** Documents of invented companies on which templates are tried: an ordinary one, and extreme ones. */
export const sampleNames = ['ordinary', 'bare', 'full', 'long'] as const
export type SampleName = typeof sampleNames[number]

const makers: Record<SampleName, (type: DocumentType) => PrintableDocument> = { ordinary, bare, full, long }

/**
 * A sample of a type: an ordinary document, one without optional content, one with every text at its longest, or one
 * with sixty lines.
 */
export function sampleDocument (type: DocumentType, name: SampleName): PrintableDocument {
  return makers[name](type)
}

export interface Sample { type: DocumentType, name: SampleName, document: PrintableDocument }

/** The samples for a template of these types; an empty list stands for all types. */
export function samplesFor (types: readonly number[]): Sample[] {
  const relevant = types.length > 0 ? types.filter(isDocumentType) : allTypes
  const [first = 33] = relevant
  const wanted: [DocumentType, SampleName][] = [
    ...relevant.map((type): [DocumentType, SampleName] => [type, 'ordinary']),
    [first, 'bare'], [first, 'full'], [first, 'long']
  ]
  return wanted.map(([type, name]) => ({ type, name, document: sampleDocument(type, name) }))
}

const allTypes = Object.keys(documentTypes).map(Number).filter(isDocumentType)

function ordinary (type: DocumentType): PrintableDocument {
  const { exempt } = documentTypeFacts(type)
  return {
    ...bare(type),
    folio: 10_457,
    dueDate: '2026-12-20',
    paymentMethod: 'Crédito',
    paymentMedia: 'Transferencia electrónica',
    ...isExport(type) && { currency: 'DOLAR USA', currencyName: 'Dólares de Estados Unidos' },
    sender,
    receiver,
    ...type === 52 &&
      {
        transport: [{ label: 'Patente', value: 'ABCD12' }, { label: 'Destino', value: 'Camino El Álamo 10.803, Maipú' }]
      },
    ...withTotals(lines(4, exempt), type),
    references: [
      ...isNote(type)
        ? [{
            documentName: 'Factura electrónica', folio: '998', date: '2026-11-02', code: 'Corrige montos',
            reason: 'Descuento acordado'
          }]
        : [],
      {
        documentName: 'Orden de compra', folio: 'OC-2026-00871', date: '2026-11-12',
        reason: 'Compra según cotización N° 3321'
      }
    ],
    watermark: 'DOCUMENTO DE PRUEBA – SIN VALOR TRIBUTARIO'
  }
}

/** Without optional content. */
function bare (type: DocumentType): PrintableDocument {
  const { printedName, cedibleLegend } = documentTypeFacts(type)
  return {
    documentType: type,
    documentName: printedName,
    folio: 48_213,
    issueDate: '2026-11-20',
    sender: { taxNumber: sender.taxNumber, businessName: 'Lago SpA', businessActivity: 'Asesorías' },
    receiver: { taxNumber: '66.666.666-6' },
    details: [{ lineNumber: 1, itemName: 'Asesoría', exempt: true, lineTotal: '75310' }],
    globalDiscounts: [],
    references: [],
    totals: [{ label: 'Monto exento', amount: '75310' }],
    totalAmount: '75310',
    totalInWords: 'Son: setenta y cinco mil trescientos diez pesos.',
    ted: sampleTed(type),
    resolution: { number: 80, year: 2014 },
    ...cedibleLegend !== undefined && { cedibleLegend }
  }
}

function long (type: DocumentType): PrintableDocument {
  return { ...ordinary(type), folio: 60_060, ...withTotals(lines(60, documentTypeFacts(type).exempt), type) }
}

/** Each text and figure at the greatest length that the SII's formats allow, some of them words without spaces. */
function full (type: DocumentType): PrintableDocument {
  const amount = '123456789012345678'
  return {
    ...ordinary(type),
    folio: 9_876_543_210,
    sender: {
      ...sender,
      businessName:
        'Sociedad Administradora de Inversiones y Servicios Inmobiliarios del Valle Central de la Patagonia SA',
      businessActivity: 'Compra, venta, arriendo y administración de bienes raíces amoblados y sin amoblar',
      address: 'Avenida Presidente de la República de los Arrayanes 12345, piso 27, of.',
      email: 'correodecontactodefacturacionelectronicadelasociedadadministradora@patagonia.example',
      salesPerson: 'María de los Ángeles Fernández-Echeverría Undurraga de la Cerda y Soto'
    },
    receiver: {
      ...receiver, address: 'AvenidaSinEspaciosQueNoSePuedePartirPorNingunLadoPorqueNoTieneBlancos12345',
      internalCode: 'CLIENTE-0000-1234-5678'
    },
    details: [
      {
        lineNumber: 1,
        itemCode: 'CODIGODETREINTAYCINCOCARACTERES1234',
        itemName: 'Mantención de equipos de climatización, calderas y torres de enfriamiento del edif',
        itemDescription:
          'Servicio de mantención preventiva y correctiva, con visitas programadas, repuestos menores y registro fotográfico. '
            .repeat(9).slice(0, 1000),
        quantity: '123456789012.123456',
        unitOfMeasure: 'KWH',
        unitPrice: '123456789012.123456',
        discount: '$ 123.456.789.012.345',
        exempt: false,
        lineTotal: amount
      },
      { lineNumber: 2, itemName: 'N'.repeat(80), itemDescription: 'd'.repeat(300), exempt: true, lineTotal: '-1' }
    ],
    globalDiscounts: Array.from(
      { length: 20 },
      (_, index) => ({ label: `Descuento por volumen del tramo número ${index + 1}`, amount: `-${(index + 1) * 1234}` })
    ),
    references: Array.from(
      { length: 40 },
      (_, index) => ({
        documentName: 'Certificado de depósito Bolsa de Productos de Chile', folio: 'REFERENCIA-18CHARS',
        date: '2026-11-12', reason: `Contrato marco de suministro, anexo ${index + 1}`
      })
    ),
    totals: [{ label: 'Monto neto', amount }, { label: 'IVA 19 %', amount }, {
      label: 'Impuesto adicional a bebidas analcohólicas con elevado contenido de azúcares 18 %', amount
    }],
    totalAmount: amount
  }
}

const sender = {
  taxNumber: '99.999.999-9',
  businessName: 'Comercial Peñaflor y Compañía Limitada',
  businessActivity: 'Venta al por mayor de equipos computacionales',
  address: 'Av. Los Aromos 1449, oficina 802',
  municipality: 'Santiago',
  city: 'Santiago',
  branchName: 'Casa matriz',
  phone: '+56 2 2345 6789',
  email: 'facturacion@penaflor.example',
  salesPerson: 'Ana Rojas',
  siiOffice: 'SANTIAGO CENTRO'
}

const receiver = {
  taxNumber: '77.777.777-7',
  businessName: 'Ingeniería Ñandú Austral SpA',
  businessActivity: 'Obras de ingeniería',
  address: 'Camino El Álamo 10.803, galpón 4',
  municipality: 'Maipú',
  city: 'Santiago',
  email: 'adquisiciones@nandu.example'
}

const wares: Omit<PrintableLine, 'lineNumber' | 'exempt'>[] = [
  {
    itemCode: 'NB-14-I7', itemName: 'Notebook 14" 16 GB', itemDescription: 'Garantía 12 meses, teclado español',
    quantity: '1', unitOfMeasure: 'UN', unitPrice: '649990', lineTotal: '649990'
  },
  {
    itemCode: 'MON-27', itemName: 'Monitor 27" QHD', quantity: '2', unitOfMeasure: 'UN', unitPrice: '189990',
    lineTotal: '379980'
  },
  {
    itemCode: 'MOU-01', itemName: 'Mouse inalámbrico ergonómico', quantity: '4', unitOfMeasure: 'UN',
    unitPrice: '19990', discount: '10 %', lineTotal: '71964'
  },
  {
    itemCode: 'SRV-INS', itemName: 'Servicio de instalación', itemDescription: 'Visita técnica en Ñuñoa',
    quantity: '2.5', unitOfMeasure: 'HR', unitPrice: '34000', lineTotal: '85000'
  }
]

function lines (count: number, exempt: boolean): PrintableLine[] {
  return wares.flatMap((ware) => Array.from({ length: Math.ceil(count / wares.length) }, () => ware))
    .slice(0, count).map((ware, index) => ({ ...ware, lineNumber: index + 1, exempt }))
}

function isExport (type: DocumentType): boolean {
  return documentTypeFacts(type).branch === 'Exportaciones'
}

function withTotals (
  details: PrintableLine[], type: DocumentType
): Pick<PrintableDocument, 'details' | 'totals' | 'totalAmount' | 'totalInWords'> {
  const { exempt } = documentTypeFacts(type)
  const net = sum(details.map(({ lineTotal }) => parseDecimal(lineTotal) ?? zero))
  const vat = exempt ? zero : percentageHalfUp(net, decimalFromNumber(19))
  const total = add(net, vat)
  const totals = exempt
    ? [{ label: 'Monto exento', amount: net }]
    : [{ label: 'Monto neto', amount: net }, { label: 'IVA 19 %', amount: vat }]
  return { details, totals, totalAmount: total, totalInWords: isExport(type) ? '' : `Son: ${pesosInWords(total)}` }
}

/** A stamp as long as a real one, without a valid signature. */
function sampleTed (type: DocumentType): string {
  const code = (length: number): string => 'U0lOIFZBTE9SIFRSSUJVVEFSSU8g'.repeat(7).slice(0, length)
  return `<TED version="1.0"><DD><RE>99999999-9</RE><TD>${type}</TD><F>10457</F><FE>2026-11-20</FE><RR>77777777-7</RR>` +
    '<RSR>Ingenieria Nandu Austral SpA</RSR><MNT>1412451</MNT><IT1>Notebook 14 16 GB</IT1><CAF version="1.0"><DA><RE>99999999-9</RE>' +
    `<RS>COMERCIAL PENAFLOR Y COMPANIA LIMITADA</RS><TD>${type}</TD><RNG><D>10001</D><H>11000</H></RNG><FA>2026-09-30</FA>` +
    `<RSAPK><M>${code(88)}</M><E>Aw==</E></RSAPK><IDK>300</IDK></DA><FRMA algoritmo="SHA1withRSA">${
      code(172)
    }</FRMA></CAF>` +
    `<TSTED>2026-11-20T10:21:33</TSTED></DD><FRMT algoritmo="SHA1withRSA">${code(172)}</FRMT></TED>`
}
