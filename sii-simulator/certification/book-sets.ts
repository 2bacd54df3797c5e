import { bookSetOf, type Making } from './set-text.ts'
import type { PurchaseRow, TestSet } from './test-set.ts'

export const proportionality = 0.6

const wide = '='.repeat(74)

/** The book of the sales of the basic set, or of the exempt one. */
export function salesBookSet (attention: number): TestSet {
  return bookSetOf('sales', 'SET LIBRO DE VENTAS', attention, [
    'CONSTRUYA EL LIBRO DE VENTAS CON LOS DOCUMENTOS CON QUE GENERO',
    'EL SET BASICO O EL SET DE FACTURA EXENTA, SEGUN CORRESPONDA.',
    'SI OBTUVO AMBOS SET, UTILICE LOS DOCUMENTOS DEL SET BASICO PARA',
    'CONSTRUIR EL LIBRO DE VENTAS.'
  ])
}

export function guideBookSet (attention: number): TestSet {
  return bookSetOf('guideBook', 'SET LIBRO DE GUIAS', attention, [
    'CONSTRUYA EL LIBRO CON LAS GUIAS CON QUE GENERO EL SET GUIA DE DESPACHO, ',
    'TENIENDO EN CUENTA LAS SIGUIENTES CONSIDERACIONES', '',
    '- EL CASO 2 CORRESPONDE A UNA GUIA QUE SE FACTURO EN EL PERIODO',
    '- EL CASO 3 CORRESPONDE A UNA GUIA ANULADA'
  ])
}

/** Seven purchases, always of the same kinds. */
export function purchaseBookSet (attention: number, { random }: Making): TestSet {
  const amount = (): number => random.between(1000, 60_000)
  const row = (
    documentType: number, folio: number, vat: PurchaseRow['vat'], exempt = 0
  ): PurchaseRow => ({ documentType, folio, vat, exempt, net: amount() })
  const purchases = [
    row(30, 234, 'recoverable'), row(33, 32, 'recoverable', amount()), row(30, 781, 'commonUse'),
    row(60, 451, 'recoverable'), row(33, 67, 'freeDelivery'), row(46, 9, 'withheld'), row(60, 211, 'recoverable')
  ]
  const told = [
    ['FACTURA\t\t\t\t\t234', 'FACTURA DEL GIRO CON DERECHO A CREDITO'],
    ['FACTURA ELECTRONICA \t\t\t 32', 'FACTURA DEL GIRO CON DERECHO A CREDITO'],
    ['FACTURA\t\t\t\t\t781', 'FACTURA CON IVA USO COMUN'],
    ['NOTA DE CREDITO\t\t\t\t451', 'NOTA DE CREDITO POR DESCUENTO A FACTURA 234'],
    ['FACTURA ELECTRONICA\t\t\t 67', 'ENTREGA GRATUITA DEL PROVEEDOR'],
    ['FACTURA DE COMPRA ELECTRONICA\t\t  9', 'COMPRA CON RETENCION TOTAL DEL IVA'],
    ['NOTA DE CREDITO\t\t\t\t211', 'NOTA DE CREDITO POR DESCUENTO FACTURA ELECTRONICA 32']
  ]
  const rows = purchases.flatMap(({ exempt, net }, index) =>
    [...told[index] ?? [], exempt > 0 ? `  ${exempt}\t\t  ${net}` : `\t\t  ${net}`, ''])
  const set = bookSetOf('purchases', 'SET LIBRO DE COMPRAS', attention, [
    wide, 'TIPO DOCUMENTO\t\t\t\tFOLIO', 'OBSERVACIONES', 'MONTO EXENTO\tMONTO AFECTO', wide, ...rows, wide, '',
    'OBSERVACIONES GENERALES', '-----------------------',
    'EN FACTURA CON IVA USO COMUN CONSIDERE QUE EL FACTOR DE PROPORCIONALIDAD ', 'DEL IVA ES DE 0.60'
  ])
  return { ...set, purchases }
}
