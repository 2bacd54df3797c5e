import type { ExpectedDocument, ExpectedLine } from './cases.ts'
import type { TestSet } from './test-set.ts'

const cases: (ExpectedLine & { name: string, quantity: number, price: number })[][] = [
  [{ name: 'Cambio de aceite', quantity: 1, price: 19_900 }, { name: 'Alineacion y balanceo', quantity: 1, price: 9900 }],
  [{ name: 'Papel de regalo', quantity: 17, price: 120 }],
  [{ name: 'Sandwic', quantity: 2, price: 1500 }, { name: 'Bebida', quantity: 2, price: 550 }],
  [{ name: 'item afecto 1', quantity: 8, price: 1590 }, { name: 'item exento 2', quantity: 2, price: 1000, exempt: true }],
  [{ name: 'Arroz', quantity: 5, price: 700, unit: 'Kg' }]
]

const observations: Record<number, string> = {
  4: 'OBSERVACION: "El item 1 es un servicio afecto. El item 2 es un servicio exento."',
  5: 'OBSERVACION: "Se debe informar en el XML Unidad de medida en Kg."'
}

/** The five boletas of every company; the file lacks their attention number. */
export function boletaSet (attentionNumber: number): { set: TestSet, file: Buffer } {
  const text = [
    'SII SET DE PRUEBA DE BOLETA ELECTRONICA DE VENTAS Y SERVICIOS', '',
    ...cases.flatMap((lines, index) => [
      `CASO-${index + 1}`, '=========', '', 'Item\t\t\t\t\tCantidad\tPrecio Unitario con IVA',
      ...lines.map(({ name, quantity, price }) => `${name}\t\t\t${quantity}\t\t\t${price}`), '',
      ...observations[index + 1] ? ['', observations[index + 1], ''] : []
    ]),
    '='.repeat(74), '', 'OBSERVACIONES GENERALES', '', 'En cada documento debe informarse una referencia:',
    '<CodRef> SET', '<RazonRef> CASO-1', ''
  ].join('\r\n')
  const documents = cases.map((lines): ExpectedDocument => ({ documentType: 39, lines }))
  return { set: { name: 'boletas', attentionNumber, text, documents }, file: Buffer.from(text, 'latin1') }
}
