/*
 * The customs' tables whose words are printed in place of their codes [S23]; ports and countries are in
 * customs-places.ts, currencies in ../values/currencies.ts.
 */
export type Table = Readonly<Record<number, string>>

/** CodModVenta. */
export const saleModes: Table = {
  1: 'A firme', 2: 'Bajo condición', 3: 'En consignación libre', 4: 'En consignación con un mínimo a firme',
  9: 'Sin pago'
}

/**
 * CodClauVenta. The customs' own schema [S27] has 10 for FCA and 7 for "costo y seguro", a clause of no Incoterms; a
 * copy of the table that has 7 for FCA stands alone, so that 7 is printed as it is.
 */
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
  10: 'Otra',
  11: 'Courier aéreo'
}

/** CodUnidMedTara, CodUnidPesoBruto and CodUnidPesoNeto, by the customs' abbreviations. */
export const units: Table = {
  0: 'S.U.M',
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

/** CodTpoBultos. */
export const packageTypes: Table = {
  0: 'Sin embalar',
  1: 'Granel sólido, partículas finas',
  2: 'Granel sólido, partículas granulares',
  3: 'Granel sólido, partículas grandes',
  4: 'Granel líquido',
  5: 'Granel gaseoso',
  10: 'Piezas',
  11: 'Tubos',
  12: 'Cilindros',
  13: 'Rollos',
  16: 'Barras',
  17: 'Lingotes',
  18: 'Troncos',
  19: 'Bloques',
  20: 'Rollizos',
  21: 'Cajones',
  22: 'Cajas de cartón',
  23: 'Fardos',
  24: 'Baúles',
  25: 'Cofres',
  26: 'Armazones',
  27: 'Bandejas',
  28: 'Cajas de madera',
  29: 'Cajas de lata',
  30: 'Cajas que no son de madera',
  31: 'Botellas de gas',
  32: 'Botellas',
  33: 'Jaulas',
  34: 'Bidones',
  35: 'Jabas',
  36: 'Cestas',
  37: 'Barriletes',
  38: 'Toneles',
  39: 'Pipas',
  40: 'Cajas no especificadas',
  41: 'Jarros',
  42: 'Frascos',
  43: 'Damajuanas',
  44: 'Barriles',
  45: 'Tambores',
  46: 'Cuñetes',
  47: 'Tarros',
  51: 'Cubos',
  61: 'Paquetes',
  62: 'Sacos',
  63: 'Maletas',
  64: 'Bolsas',
  65: 'Balas',
  66: 'Redes',
  67: 'Sobres',
  73: 'Contenedor de 20 pies',
  74: 'Contenedor de 40 pies',
  75: 'Contenedor refrigerado',
  76: 'Contenedor refrigerado de 40 pies',
  77: 'Estanque',
  // "No refrigerado" in some copies of the table, "no especificado" in others.
  78: 'Contenedor',
  79: 'Contenedor no especificado',
  80: 'Pallets',
  81: 'Tableros',
  82: 'Láminas',
  83: 'Carretes',
  85: 'Automotores',
  86: 'Ataúdes',
  88: 'Maquinaria',
  89: 'Planchas',
  90: 'Atados',
  91: 'Bobinas',
  92: 'Otros',
  93: 'Otros bultos no especificados',
  98: 'Sin bulto',
  99: 'Sin embalar'
}

/** Whether a CodTpoBultos is a container, which has a number and a seal. */
export function isContainer (packageType: number | undefined): boolean {
  return packageType !== undefined && packageType >= 73 && packageType <= 79
}

/** What a code stands for; the code itself when it is in no table. */
export function named (table: Table, code: string | number | undefined): string | undefined {
  return code === undefined ? undefined : table[Number(code)] ?? String(code)
}
