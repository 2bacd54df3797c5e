import { plainOf } from '../sets/lines.ts'
import type { Sentence } from '../../shared/errors.ts'

/** What the SII's review says, and what to do about it [S25]. */
const remedies: [RegExp, Sentence][] = [
  [/^LNC\b/, {
    en: 'The SII does not take another book under this number. Issue the book again with another notificationNumber.',
    es: 'El SII no acepta otro libro con este número. Emita el libro nuevamente con otro notificationNumber.'
  }],
  [/^LRF\b/, {
    en: 'Check that the holder of the certificate may send for the company, then issue the book again.',
    es: 'Verifique que el titular del certificado pueda enviar por la empresa y emita el libro nuevamente.'
  }],
  [/^LRC\b/, {
    en: 'Check date and number of the resolution with Tenant/GetTenant, then issue the book again.',
    es: 'Verifique fecha y número de la resolución con Tenant/GetTenant y emita el libro nuevamente.'
  }],
  [/^(LRH|LRS|LBR)\b/, {
    en: 'Issue the book again. If the SII refuses it again, report the reasons.',
    es: 'Emita el libro nuevamente. Si el SII lo rechaza otra vez, informe los motivos.'
  }],
  [/NO ESTA EN EL ENVIO/, {
    en: 'The reviewed track id is not that of this set: declare the track id that Progress shows.',
    es: 'El número de envío revisado no es el de este set: declare el que muestra Progress.'
  }],
  [/DEBE TENER \d+ LINEAS? DE REFERENCIA/, {
    en: 'A reference is missing. Issue the set again.',
    es: 'Falta una referencia. Emita el set nuevamente.'
  }],
  [/(DATOS|VALORES) DE LA LINEA .*NO CUADRAN/, {
    en: 'Text, quantity or price of a line differs from the case. Check that the file is the one of this attention number.',
    es: 'Glosa, cantidad o precio de una línea difiere del caso. Verifique que el archivo sea el de este número de atención.'
  }],
  [/INDICADORES .*NO CORRESPONDEN/, {
    en: 'The kind of transfer or of dispatch differs from the case.',
    es: 'El indicador de traslado o de despacho difiere del caso.'
  }],
  [/DATOS DEL DOCUMENTO DE EXPORTACION/, {
    en: 'Customs data differ from the case. Check the options for exports.',
    es: 'Los datos de aduana difieren del caso. Revise las opciones de exportación.'
  }],
  [/LINEAS DE RESUMEN NO CUADRA/, {
    en: 'The book of sales must have the documents of its set and no others.',
    es: 'El libro de ventas debe tener los documentos de su set y ningún otro.'
  }],
  [/IVA RETENIDO TOTAL/, {
    en: 'The VAT that a purchase invoice withholds goes to the other taxes, with code 15.',
    es: 'El IVA retenido de la factura de compra va en otros impuestos, con el código 15.'
  }],
  [/GUIAS MODIFICADAS NO CUADRA/, {
    en: 'A delivery note that was invoiced has no modified amount.',
    es: 'Una guía facturada no lleva monto modificado.'
  }]
]

export function remedyOf (text: string): Sentence | null {
  const plain = plainOf(text)
  return remedies.find(([shape]) => shape.test(plain))?.[1] ?? null
}
