import type { ExpectedDocument, ExpectedLine } from './cases.ts'
import { type Case, type Making, setOf } from './set-text.ts'
import type { TestSet } from './test-set.ts'

// What a line settles, with its TpoDocLiq.
const invoices = ['FACTURAS', '30'] as const
const electronic = ['FACTURAS ELECTRÓNICAS', '33'] as const
const boletas = ['BOLETAS', '35'] as const
const advance = ['ANTICIPO FACTURACIÓN', '99'] as const

type Kind = readonly [name: string, type: string]

/** Four settlements (43): of invoices, of boletas and notes, with commissions, with an advance and an earlier one. */
export function settlementSet (attention: number, { random, plain }: Making): TestSet {
  const spelled = (name: string): string => plain ? name.normalize('NFD').replace(/[\u0300-\u036f]/g, '') : name
  const line = (family: string, [name, type]: Kind, { sign = 1, many = true } = {}): ExpectedLine => ({
    name: spelled(`${family}${name}`), quantity: many ? random.between(2, 90) : 1,
    settled: { type, amount: sign * random.between(10_000, 300_000) }, ...(family === 'EXENTO ' && { exempt: true })
  })
  const both = (kind: Kind): ExpectedLine[] => [line('NETO ', kind), line('EXENTO ', kind)]
  const single = (number: number): Kind => [`FACTURA ELECTRÓNICA ${number}`, '33']
  const note = (number: number): Kind => [`NOTA DE CRÉDITO ${number}`, '60']
  const earlier = random.between(1000, 9000)
  const earlierSettlement: Kind = [`LIQUIDACIÓN FACTURA ELECTRÓNICA ${earlier}`, '43']
  const back = { sign: -1, many: false }
  const commission = (name: string, sign = 1) => ({ name: spelled(name), net: sign * random.between(500, 3000) })
  return setOf('settlements', 'SET BASICO LIQUIDACIONES', attention, [
    settlement([...both(invoices), ...both(electronic)]),
    settlement([
      line('NETO ', single(4254), { many: false }), line('EXENTO ', single(4254), { many: false }),
      line('NETO ', note(328), back), { ...line('', boletas), quantity: 2129 }, line('NETO ', electronic)
    ]),
    settlement([line('NETO ', electronic), line('EXENTO ', electronic)],
      [commission('NETO COMISIÓN FIJA'), commission('NETO COMISIÓN VARIABLE')]),
    settlement([
      line('NETO ', advance), ...both(invoices), ...both(electronic), line('NETO ', earlierSettlement, back),
      line('EXENTO ', earlierSettlement, back)
    ], [
      commission('NETO COMISIÓN CONSIGNACION'),
      commission(`NETO COMISIONES LIQUIDACIÓN FACTURA ELECTRÓNICA ${earlier}`, -1)
    ])
  ])
}

function settlement (lines: ExpectedLine[], commissions: NonNullable<ExpectedDocument['commissions']> = []): Case {
  return {
    document: { documentType: 43, lines, ...(commissions.length > 0 && { commissions }) },
    text: [
      'DOCUMENTO\tLIQUIDACION FACTURA ELECTRONICA', '', 'ITEM\t\t\t\tCANTIDAD\tTOTAL LINEA',
      ...lines.map(({ name, quantity, settled }) => `${name}\t\t\t${quantity}\t\t${settled?.amount}`),
      ...commissions.length > 0
        ? ['', 'COMISIONES Y OTROS CARGOS\tTOTAL LINEA', ...commissions.map(({ name, net }) => `${name}\t\t${net}`)]
        : []
    ]
  }
}
