/** What the words of a set file stand for. Nothing for a word that is not known. */
import { countries, ports } from '../../dte/tables/customs-places.ts'
import { packageTypes, saleClauses, saleModes, transportModes, units, type Table } from '../../dte/tables/customs-tables.ts'
import { findCurrency } from '../../dte/values/currencies.ts'
import { plainOf } from './lines.ts'

/** What a note does to the document that it changes. */
export type NoteChange = 'annuls' | 'correctsTexts' | 'returnsGoods' | 'changesPrices'

const noteChanges: [RegExp, NoteChange][] = [
  [/^CORRIGE GIRO( DEL RECEPTOR)?$/, 'correctsTexts'],
  [/^DEVOLUCION DE MERCADERIAS?( ITEMS? [\d ,Y]+)?$/, 'returnsGoods'],
  [/^ANULA (FACTURA|NOTA DE CREDITO)( ELECTRONICA| DE EXPORTACION ELECTRONICA)?$/, 'annuls'],
  [/^MODIFICA MONTO$/, 'changesPrices']
]

export function noteChangeOf (reason: string): NoteChange | undefined {
  return firstOf(noteChanges, reason)
}

const internalTransfer = 5
const sale = 1

const transferTypes: [RegExp, number][] = [
  [/^TRASLADO DE MATERIALES ENTRE BODEGAS( DE LA EMPRESA)?$/, internalTransfer],
  [/^VENTA$/, sale]
]

/** IndTraslado. */
export function transferTypeOf (reason: string): number | undefined {
  return firstOf(transferTypes, reason)
}

const dispatchTypes: [RegExp, number][] = [
  [/^EMISOR DEL DOCUMENTO AL LOCAL DEL CLIENTE$/, 2],
  [/^EMISOR DEL DOCUMENTO A OTRAS INSTALACIONES/, 3],
  [/^(POR )?(EL )?CLIENTE$/, 1]
]

/** TipoDespacho. */
export function dispatchTypeOf (carriedBy: string): number | undefined {
  return firstOf(dispatchTypes, carriedBy)
}

const settled: [RegExp, string][] = [
  [/^LIQUIDACION(ES)? FACTURAS? ELECTRONICAS?/, '43'],
  [/^FACTURAS? ELECTRONICAS?/, '33'],
  [/^FACTURAS?/, '30'],
  [/^NOTAS? DE CREDITO ELECTRONICAS?/, '61'],
  [/^NOTAS? DE CREDITO/, '60'],
  [/^BOLETAS? ELECTRONICAS?/, '39'],
  [/^BOLETAS?/, '35'],
  [/^ANTICIPO/, '99']
]

/** TpoDocLiq of a settlement's line, and whether it is exempt. */
export function settledTypeOf (name: string): { documentType: string, exempt: boolean } | undefined {
  const [, family, what = ''] = /^(NETO |EXENTO )?(.*)$/.exec(plainOf(name)) ?? []
  const documentType = settled.find(([shape]) => shape.test(what))?.[1]
  return documentType === undefined ? undefined : { documentType, exempt: family === 'EXENTO ' }
}

const exportReferenceTypes: [RegExp, string][] = [
  [/^DUS\b/, '807'], [/^(B\/L|BL)\b/, '808'], [/^AWB\b/, '809'], [/^MIC\b/, '810'], [/^CARTA DE PORTE\b/, '811'],
  [/^RESOLUCION SNA\b/, '812']
]

/** TpoDocRef of a document of transport or customs. */
export function exportReferenceOf (name: string): string | undefined {
  return firstOf(exportReferenceTypes, name)
}

// The file's own words, where they are not those of the tables.
const synonyms: Record<string, string> = {
  AEREO: 'AEREA', 'CARRETERO/TERRESTRE': 'CARRETERA', FERROVIARIO: 'FERROVIARIA'
}

const exportPayments: Record<string, number> = {
  COB1: 1, COBRANZA: 2, ACRED: 11, CBOF: 12, 'SIN PAGO': 21, ANTICIPO: 32
}

const exportWords = {
  'MONEDA DE LA OPERACION': (word: string) => findCurrency(word)?.name,
  'FORMA DE PAGO EXPORTACION': (word: string) => exportPayments[word],
  'MODALIDAD DE VENTA': codeIn(saleModes),
  'CLAUSULA DE VENTA DE EXPORTACION': codeIn(saleClauses),
  'TOTAL CLAUSULA DE VENTA': amount,
  'VIA DE TRANSPORTE': codeIn(transportModes),
  'PUERTO DE EMBARQUE': codeIn(ports),
  'PUERTO DE DESEMBARQUE': codeIn(ports),
  'UNIDAD DE MEDIDA DE TARA': codeIn(units),
  'UNIDAD PESO BRUTO': codeIn(units),
  'UNIDAD PESO NETO': codeIn(units),
  'TIPO DE BULTO': codeIn(packageTypes),
  'TOTAL BULTOS': amount,
  FLETE: amount,
  SEGURO: amount,
  'PAIS RECEPTOR Y PAIS DESTINO': codeIn(countries),
  NACIONALIDAD: codeIn(countries)
} as const satisfies Record<string, (word: string) => string | number | undefined>

export type ExportKey = keyof typeof exportWords

export function isExportKey (key: string): key is ExportKey {
  return Object.hasOwn(exportWords, key)
}

/** A code of the customs' tables, an amount, or the name of a currency. */
export function exportValueOf<K extends ExportKey> (key: K, word: string): ReturnType<typeof exportWords[K]> {
  return exportWords[key](word) as ReturnType<typeof exportWords[K]>
}

function codeIn (table: Table): (word: string) => number | undefined {
  return (word) => {
    const plain = synonyms[word] ?? word
    const [code] = Object.entries(table).find(([, name]) => plainOf(name) === plain) ?? []
    return code === undefined ? undefined : Number(code)
  }
}

function amount (word: string): number | undefined {
  return /^\d{1,12}(\.\d{1,4})?$/.test(word) ? Number(word) : undefined
}

function firstOf<T> (shapes: readonly [RegExp, T][], text: string): T | undefined {
  const plain = plainOf(text)
  return shapes.find(([shape]) => shape.test(plain))?.[1]
}
