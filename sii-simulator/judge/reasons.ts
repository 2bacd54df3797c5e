/**
 * What the judge can object to in a document. The SII publishes no list of its codes: those here come from its manuals
 * and e-mails, and those marked `own` are the simulator's, in the same pattern of section, level and number. Level 3
 * rejects the document; levels 1 and 2 accept it with objections ("reparos").
 */
export const reasonTable = {
  'ENV-3-6': 'Usuario no autorizado a firmar o enviar documentos de la empresa',
  'DTE-3-100': 'Posible doble envio del documento',
  'DTE-3-101': 'Folio ya recibido con otros datos',
  'DTE-3-505': 'Firma del documento incorrecta',
  'DTE-3-601': 'Folio anulado',
  'CAF-3-513': 'El CAF es de otro emisor', // own
  'CAF-3-514': 'El CAF es de otro tipo de documento', // own
  'CAF-3-515': 'Folio fuera del rango autorizado por el CAF', // own
  'CAF-3-516': 'Firma del CAF incorrecta', // own
  'CAF-3-517': 'CAF vencido',
  'TED-3-509': 'Firma del timbre incorrecta', // own
  'TED-2-510': 'Datos del timbre no coinciden con el documento',
  'HED-3-150': 'RUT con digito verificador incorrecto', // own
  'HED-3-151': 'El emisor no es el de la caratula', // own
  'HED-3-305': 'Fecha de emision anterior a la autorizacion de los folios',
  'HED-3-861': 'Actividad economica no registrada',
  'HED-2-260': 'Monto total no cuadra',
  'HED-2-261': 'Monto neto no cuadra', // own
  'HED-2-262': 'Monto exento no cuadra', // own
  'HED-2-263': 'IVA no cuadra', // own
  'HED-2-264': 'Impuesto adicional o retencion no cuadra', // own
  'HED-2-265': 'Monto no facturable o del periodo no cuadra', // own
  'HED-1-803': 'Forma de pago es Sin Pago. Mnt.Tot.en Otra Mon. debe ser cero',
  'HED-2-804': 'Exportacion : Campo obligatorio',
  'HED-3-834': 'Exportacion: seccion (OtraMoneda) obligatoria - montos en pesos chilenos',
  'HED-3-835': 'Montos en pesos no corresponden al tipo de cambio', // own
  'DET-2-300': 'Monto de la linea no cuadra', // own
  'DET-2-301': 'Descuento o recargo de la linea no cuadra', // own
  'REF-3-415': 'Referencia no valida para la operacion',
  'REF-3-750': 'Documento referenciado no recibido por el SII',
  'REF-3-757': 'Falta la referencia al documento que se modifica', // own
  'REF-3-758': 'Falta el codigo de referencia',
  'REF-2-826': 'Export.: Falta la Resolucion del SNA',
} as const

export type ReasonCode = keyof typeof reasonTable

export interface Reason {
  code: string
  description: string
  /** The number of the line or reference, if the reason is about one. */
  line?: number
  detail?: string
}

export function reason (code: ReasonCode, detail?: string, line?: number): Reason {
  return {
    code, description: reasonTable[code], ...(line === undefined ? {} : { line }),
    ...(detail === undefined ? {} : { detail })
  }
}

// Seen as an objection, in spite of its level [S49].
const objections = ['HED-3-834']

export function isRefusal ({ code }: Reason): boolean {
  return !objections.includes(code) && code.split('-')[1] === '3'
}
