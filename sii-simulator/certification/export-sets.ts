import { type ExpectedDocument, type ExpectedLine, halfUp } from './cases.ts'
import type { SeededRandom } from './random.ts'
import { currencies, customsWords, type ExpectedExport } from './export-facts.ts'
import { type Case, type Making, noteCase, setOf, table } from './set-text.ts'
import type { TestSet } from './test-set.ts'

const goods = ['RECORTES DE COBRE', 'CAJAS DE NUECES', 'HIGOS SECOS CALIBRE 60/70', "LANA DE O'HIGGINS"]
const units = ['U', 'KN', 'LT', 'PAR']
const rule = '-'.repeat(83)

/** Goods (110), those that go back (112), and a note that annuls their note (111). */
export function exportSet (attention: number, { random }: Making): TestSet {
  const lines = [item(random, random.oneOf(goods))]
  const { facts, text } = shipment(random, random.oneOf(customsWords.payments))
  const [first] = lines
  const returned = lines.map((line) => ({ ...line, quantity: random.between(1, first?.quantity ?? 1) }))
  const after: ExpectedExport = {
    currency: facts.currency, references: [], surcharges: [],
    customs: pick(facts.customs, ['CodPaisRecep', 'CodPaisDestin'])
  }
  const credit = noteCase({
    attention, typeName: 'FACTURA DE EXPORTACION ELECTRONICA', documentType: 112, case: 1, code: 3,
    reason: 'DEVOLUCION DE MERCADERIA'
  }, returned, { table: table(returned.map(({ name, quantity }) => ({ name, quantity })), 'PRECIO UNITARIO') })
  const debit = noteCase({
    attention, typeName: 'NOTA DE CREDITO', documentType: 111, case: 2, code: 1, reason: 'ANULA NOTA DE CREDITO'
  }, returned)
  const noteOf = (one: Case): Case => ({ ...one, document: { ...one.document, export: after } })
  const set = setOf('exports1', 'SET BASICO DOCUMENTOS DE EXPORTACION (1)', attention, [
    invoice(lines, facts, [...table(lines, 'PRECIO UNITARIO'), '', ...text]),
    noteOf({ ...credit, text: [...credit.text, '', 'EL PRECIO UNITARIO DEL ITEM DEBE SER EL MISMO DE LA FACTURA'] }),
    noteOf(debit)
  ])
  return {
    ...set,
    text: `${set.text}\n${rule}\n(**) VER INSTRUCCIONES AL CONTRIBUYENTE EN SET BASICO FACTURA DE EXPORTACION (2).`
  }
}

/** A service of the customs with a surcharge, goods in containers with commissions, and a hotel. */
export function exportServiceSet (attention: number, { random }: Making): TestSet {
  const set = setOf('exports2', 'SET BASICO DOCUMENTOS DE EXPORTACION (2)', attention, [
    serviceCase(random), goodsCase(random), hotelCase(random)
  ])
  return {
    ...set,
    text: `${set.text}\n${rule}\nINSTRUCCIONES AL CONTRIBUYENTE:\n1.- SE SUPONDRA QUE TODOS LOS DOCUMENTOS DE EXPORTACION SE GENERAN EN EL MISMO\nPERIODO TRIBUTARIO.`
  }
}

function serviceCase (random: SeededRandom): Case {
  const [payment, paymentCode] = random.oneOf(paid)
  const { facts, text } = way(random)
  const line = { name: 'PROYECTOS DE INGENIERIA', quantity: 1, price: random.between(10, 90), surchargePercent: 10 }
  const currency = random.oneOf(currencies)
  return invoice([line], {
    currency, payment: paymentCode, service: 3, customs: facts, references: ['812'], surcharges: []
  }, [
    'ITEM\t\t\tVALOR LINEA', `${line.name}\t\t${line.price}`, '', 'REFERENCIA:\t\tRESOLUCION SNA',
    `MONEDA DE LA OPERACION:\t\t${currency}`, `FORMA DE PAGO EXPORTACION:\t${payment}`, ...text, '',
    '%10 RECARGO EN LA LINEA DE ITEM POR COMISIONES EN EL EXTERIOR'
  ])
}

function goodsCase (random: SeededRandom): Case {
  const percent = random.between(2, 15)
  const discounted = { ...item(random, 'CAJAS DE HIGOS'), discountPercent: random.between(2, 9) }
  const lines = [discounted, item(random, 'CAJAS DE NUECES SIN CASCARA')]
  const { facts, text, clause } = shipment(random, random.oneOf(paid))
  const commission = halfUp(clause * percent, 100)
  const shown = lines.map(({ name, quantity, unit, price }) => ({ name, quantity, unit, price }))
  return invoice(lines, {
    ...facts, references: ['807', '809'], surcharges: [...facts.surcharges, commission]
  }, [
    ...table(shown, 'PRECIO UNITARIO'), '', 'REFERENCIA:\t\tDUS', 'REFERENCIA:\t\tAWB', ...text.slice(1), '',
    `COMISIONES EN EL EXTRANJERO (RECARGOS GLOBALES):  ${percent}% DEL TOTAL DE LA CLAUSULA`,
    `DESCUENTO LINEA # 1:   ${discounted.discountPercent}%`
  ])
}

function hotelCase (random: SeededRandom): Case {
  const [country, nationality] = random.oneOf(customsWords.countries)
  const currency = random.oneOf(currencies)
  const line = { name: 'ALOJAMIENTO HABITACIONES', quantity: 1, price: random.between(30, 90) }
  return invoice([line], {
    currency, service: 4, nationality, customs: {}, references: ['813'], surcharges: []
  }, [
    'ITEM\t\t\tVALOR LINEA', `${line.name}\t\t${line.price}`, '', `MONEDA DE LA OPERACION:\t\t${currency}`,
    `NACIONALIDAD:\t\t\t${country}`
  ])
}

const paid = customsWords.payments.filter(([, code]) => code !== 21)

function invoice (lines: ExpectedLine[], facts: ExpectedExport, text: string[]): Case {
  const document: ExpectedDocument = { documentType: 110, lines, export: facts }
  return { document, text: ['DOCUMENTO\tFACTURA DE EXPORTACION ELECTRONICA', '', ...text] }
}

type Line = ExpectedLine & Required<Pick<ExpectedLine, 'quantity' | 'unit' | 'price'>>

function item (random: SeededRandom, name: string): Line {
  return { name, quantity: random.between(10, 900), unit: random.oneOf(units), price: random.between(50, 900) }
}

/** Clause, way and ports, and where the goods go. */
function way (random: SeededRandom): { facts: Record<string, number>, text: string[] } {
  const [clause, clauseCode] = random.oneOf(customsWords.clauses)
  const [by, wayCode] = random.oneOf(customsWords.ways)
  const [from, fromCode] = random.oneOf(customsWords.loadingPorts)
  const [to, toCode] = random.oneOf(customsWords.unloadingPorts)
  const [country, countryCode] = random.oneOf(customsWords.countries)
  return {
    facts: {
      CodClauVenta: clauseCode, CodViaTransp: wayCode, CodPtoEmbarque: fromCode, CodPtoDesemb: toCode,
      CodPaisRecep: countryCode, CodPaisDestin: countryCode
    },
    text: [
      `CLAUSULA DE VENTA DE EXPORTACION:\t${clause}`, `VIA DE TRANSPORTE:\t\t${by}`, `PUERTO DE EMBARQUE:\t\t${from}`,
      `PUERTO DE DESEMBARQUE:\t\t${to}`, `PAIS RECEPTOR Y PAIS DESTINO:\t${country}`
    ]
  }
}

/** A shipment of goods. `clause`: TOTAL CLAUSULA DE VENTA, in cents; the first line of `text` is its reference. */
function shipment (
  random: SeededRandom, [payment, paymentCode]: readonly [string, number]
): { facts: ExpectedExport, text: string[], clause: number } {
  const route = way(random)
  const [mode, modeCode] = random.oneOf(customsWords.modes)
  const [unit, unitCode] = random.oneOf(customsWords.units)
  const [packing, packingCode] = random.oneOf(customsWords.packages)
  const [clause, freight, insurance] = [0, 1, 2].map(() => random.between(1001, 500_000)) as [number, number, number]
  const packages = random.between(2, 90)
  const currency = random.oneOf(currencies)
  return {
    clause,
    facts: {
      currency, payment: paymentCode, references: ['810'], surcharges: [freight, insurance],
      customs: {
        ...route.facts, CodModVenta: modeCode, TotClauVenta: clause / 100, CodUnidMedTara: unitCode,
        CodUnidPesoBruto: unitCode, CodUnidPesoNeto: unitCode, TotBultos: packages, CodTpoBultos: packingCode,
        CantBultos: packages, MntFlete: freight / 100, MntSeguro: insurance / 100
      }
    },
    text: [
      'REFERENCIA:                                  MIC (MANIFIESTO INTERNACIONAL)',
      `MONEDA DE LA OPERACION:                      ${currency}`, `FORMA DE PAGO EXPORTACION:\t\t${payment}`,
      `MODALIDAD DE VENTA:\t\t\t${mode}`, ...route.text, `TOTAL CLAUSULA DE VENTA:\t\t${clause / 100}`,
      `UNIDAD DE MEDIDA DE TARA:\t\t${unit}`, `UNIDAD PESO BRUTO:\t\t\t${unit}`, `UNIDAD PESO NETO:\t\t\t${unit}`,
      `TIPO DE BULTO:\t\t\t\t${packing}`, `TOTAL BULTOS:\t\t\t\t${packages}`, `FLETE (**):\t\t\t\t${freight / 100}`,
      `SEGURO (**):\t\t\t\t${insurance / 100}`
    ]
  }
}

function pick (facts: Record<string, number>, names: readonly string[]): Record<string, number> {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => names.includes(name)))
}
