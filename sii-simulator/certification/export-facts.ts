/** What an export says beside its lines, in the codes of the customs. Amounts are in cents of its currency. */
export interface ExpectedExport {
  currency: string
  /** FmaPagExp. */
  payment?: number
  /** IndServicio. */
  service?: 3 | 4
  /** Of a guest. */
  nationality?: number
  /** Elements of Aduana with a code or a number. */
  customs: Record<string, number>
  /** Types of the documents of transport and customs that it refers to, after the set's. */
  references: string[]
  /** Freight, insurance and commissions: surcharges of the whole. */
  surcharges: number[]
}

/** Words of the file with the codes of the customs' tables. */
export const customsWords = {
  modes: [['A FIRME', 1], ['BAJO CONDICION', 2], ['EN CONSIGNACION CON UN MINIMO A FIRME', 4]],
  clauses: [['CIF', 1], ['CFR', 2], ['FOB', 5]],
  ways: [['MARITIMA, FLUVIAL Y LACUSTRE', 1], ['AEREO', 4], ['CARRETERO/TERRESTRE', 7]],
  loadingPorts: [['SAN ANTONIO', 906], ['ANTOFAGASTA', 903], ['CALDERA', 918]],
  unloadingPorts: [['BARCELONA', 563], ['BREMEN', 591]],
  units: [['U', 10], ['PAR', 17], ['LT', 9], ['KN', 6]],
  packages: [['ROLLOS', 13], ['CONTENEDOR REFRIGERADO', 75]],
  countries: [['ESPANA', 517], ['ALEMANIA', 563]],
  payments: [['COB1', 1], ['COBRANZA', 2], ['ACRED', 11], ['CBOF', 12], ['SIN PAGO', 21], ['ANTICIPO', 32]]
} as const

export const currencies = ['DOLAR USA', 'EURO', 'LIBRA EST', 'FRANCO SZ']

export const paidInAdvance = 32
