/*
 * The customs' tables whose words are printed in place of their codes [S23]. Ports, countries and packages: those that
 * the SII's test sets use.
 */
export type Table = Readonly<Record<number, string>>

/** CodModVenta. */
export const saleModes: Table = {
  1: 'A firme', 2: 'Bajo condición', 3: 'En consignación libre', 4: 'En consignación con un mínimo a firme',
  9: 'Sin pago'
}

/** CodClauVenta. */
export const saleClauses: Table = {
  1: 'CIF',
  2: 'CFR',
  3: 'EXW',
  4: 'FAS',
  5: 'FOB',
  6: 'Sin cláusula',
  8: 'Otra',
  9: 'DDP',
  10: 'FCA',
  11: 'CPT',
  12: 'CIP',
  17: 'DAT',
  18: 'DAP'
}

/** CodViaTransp. */
export const transportModes: Table = {
  1: 'Marítima, fluvial y lacustre',
  4: 'Aérea',
  5: 'Postal',
  6: 'Ferroviaria',
  7: 'Carretera',
  8: 'Oleoducto o gasoducto',
  9: 'Tendido eléctrico',
  10: 'Otra'
}

/** CodUnidMedTara, CodUnidPesoBruto and CodUnidPesoNeto, by the customs' abbreviations. */
export const units: Table = {
  1: 'TMB',
  2: 'QMB',
  3: 'MKWH',
  4: 'TMN',
  5: 'KLT',
  6: 'KN',
  7: 'GN',
  8: 'HL',
  9: 'LT',
  10: 'U',
  11: 'DOC',
  12: 'U(JGO)',
  13: 'MU',
  14: 'MT',
  15: 'MT2',
  16: 'MCUB',
  17: 'PAR',
  18: 'KNFC',
  19: 'CARTON',
  20: 'KWH',
  23: 'BAR',
  24: 'M2/1MM',
  99: 'S.U.M'
}

/** CodPtoEmbarque and CodPtoDesemb. */
export const ports: Table = { 563: 'Barcelona', 591: 'Bremen', 903: 'Antofagasta', 906: 'San Antonio' }

/** CodPaisRecep, CodPaisDestin and Nacionalidad. */
export const countries: Table = { 517: 'España', 563: 'Alemania' }

/** CodTpoBultos. */
export const packageTypes: Table = { 13: 'Rollos', 75: 'Contenedor refrigerado' }

/** What a code stands for; the code itself when it is in no table. */
export function named (table: Table, code: string | number | undefined): string | undefined {
  return code === undefined ? undefined : table[Number(code)] ?? String(code)
}
