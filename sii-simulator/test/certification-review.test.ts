import { describe, expect, it } from 'vitest'
import { boletaPayloads, readBoletaSetFile } from '../../src/certification/sets/boleta-set.ts'
import { casePayloads } from '../../src/certification/sets/case-payloads.ts'
import { readSetFile } from '../../src/certification/sets/set-file.ts'
import type { DocumentSet, TestSection } from '../../src/certification/sets/test-set.ts'
import { invoicePayload } from '../../src/dte/fields/payload.ts'
import { prepareDocument } from '../../src/dte/reading/document-from-payload.ts'
import { documentBody } from '../../src/dte/xml/xml.ts'
import { boletaSet } from '../certification/boleta-set.ts'
import { amountsOf, lineAmounts } from '../certification/cases.ts'
import { createCertificationService } from '../certification/certification-service.ts'
import { type ReviewOptions, reviewSet } from '../certification/review.ts'
import { makeSets, type SetVariants } from '../certification/sets.ts'
import type { TestSet } from '../certification/test-set.ts'
import { reviewSimulation } from '../certification/simulation-review.ts'
import { type Element, parseXml } from '../judge/xml.ts'
import { createAnswerForms } from '../answer-forms.ts'
import { createSimulator } from '../simulator.ts'
import { defined, first, only } from '../../test/support/expecting.ts'
import { keySource } from '../../test/support/rsa-keys.ts'
import { senderFacts, today } from '../../test/support/sender-facts.ts'

const receiver = (taxNumber: string) => ({
  taxNumber, businessName: `Cliente ${taxNumber}`, businessActivity: 'Comercio', address: 'Teatinos 120',
  municipality: 'Santiago', city: 'Santiago'
})
const options = {
  issueDate: today,
  receivers: ['77777777-7', '88888888-8', '60803000-K', '12345678-5'].map(receiver),
  transport: {
    licensePlate: 'ABCD12', driver: { name: 'Luis Soto', taxNumber: '12345678-5' }, carrierTaxNumber: '99999999-9',
    destinationAddress: 'Camino Lo Boza 300', destinationMunicipality: 'Pudahuel', departureDate: today,
    departureTime: '08:30:00', arrivalDate: today
  },
  abroad: {
    receiver: { businessName: 'Oak & Sons Ltd.', address: '12 Harbour Road', city: 'Bristol' },
    exchangeRates: { 'LIBRA EST': 1265.01, 'DOLAR USA': 945.32, EURO: 1030.07, 'FRANCO SZ': 1101.5 },
    passport: 'P123', marks: 'TIMBRE', containerId: 'MSKU1234565', seal: '1042', sealIssuer: 'Aduana', paidOn: today
  }
}
const sender = { sender: senderFacts, today }

/** The XML of each document of a set, made from its file as any document is. */
function documentsOf (file: Buffer, name: TestSet['name']): string[] {
  const set = sectionsOf(file).find((section) => section.name === name) as DocumentSet
  const folios = set.cases.map((_, index) => 101 + index)
  const purchaseNotes = new Set(name === 'selfBilled' ? ['61 102'] : [])
  return casePayloads(set, { ...options, folios })
    .map((payload, index) => documentOf(payload, defined(folios[index]), { ...sender, purchaseNotes }))
}

const sections = new WeakMap<Buffer, TestSection[]>()
function sectionsOf (file: Buffer): TestSection[] {
  const known = sections.get(file)
  if (known) return known
  const read = readSetFile(file)
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  sections.set(file, read.set.sections)
  return read.set.sections
}

function documentOf (payload: object, folio: number, facts: Parameters<typeof prepareDocument>[1]): string {
  const { document, violations } = prepareDocument(invoicePayload.parse(payload), facts)
  expect(violations).toEqual([])
  return `<Documento>${documentBody(defined(document), folio)}</Documento>`
}

function withBodies<Result> (documents: readonly string[], work: (bodies: Element[]) => Result): Result {
  const parsed = parseXml(Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><Set>${documents.join('')}</Set>`))
  try {
    return work(parsed.root.children)
  } finally {
    parsed.dispose()
  }
}

const review = (set: TestSet, documents: readonly string[], options: ReviewOptions = {}) =>
  withBodies(documents, (bodies) => reviewSet(set, bodies, options))

const seeds = Array.from({ length: 12 }, (_, index) => index * 7919 + 1)
const made = (seed: number, variants: SetVariants = {}) => {
  const { sets, file } = makeSets({ seed, attentionNumber: 5_038_170 + seed, variants })
  return { sets: sets.filter(({ documents }) => documents.length > 0), file }
}
const setNamed = (sets: readonly TestSet[], name: TestSet['name']) => defined(sets.find((set) => set.name === name))

describe('the reviewer', () => {
  it.each([{}, { withoutAccents: true }, { skipsNumber: true }])(
    'approves documents generated from any file of the generator: %j', { tags: 'slow' }, (variants) => {
      for (const seed of seeds) {
        const { sets, file } = made(seed, variants)
        for (const set of sets) {
          const reviewed = review(set, documentsOf(file, set.name))
          expect([seed, set.name, reviewed]).toEqual([seed, set.name, { state: 'SOK', reasons: [] }])
        }
      }
    }
  )

  it('refuses a document with any single deviation from its case, with a reason for that document', { tags: 'slow' }, () => {
    let changes = 0
    for (const seed of seeds.slice(0, 2)) {
      const { sets, file } = made(seed)
      for (const set of sets) {
        const documents = documentsOf(file, set.name)
        withBodies(documents, (bodies) => {
          for (const [index, xml] of documents.entries()) {
            for (const { changed, what } of changesOf(xml)) {
              const { state, reasons } = withBodies([changed], (changedBodies) =>
                reviewSet(set, bodies.with(index, only(changedBodies))))
              changes++
              expect([set.name, index, what, state]).toEqual([set.name, index, what, 'SRH'])
              expect(reasons.map((reason) => reason.case)).toContain(index + 1)
            }
          }
        })
      }
    }
    expect(changes).toBeGreaterThan(3000)
  })

  it.each<[string, TestSet['name'], number, (xml: string) => string, string]>([
    ['a text', 'basic', 0, (xml) => xml.replace(' AFECTO</NmbItem>', '</NmbItem>'),
      'Los Datos de la Linea 1 del Detalle No Cuadran con lo Especificado'],
    ['a discount left out', 'basic', 1, (xml) => xml.replace(/<DescuentoPct>.*?<\/DescuentoPct>/, ''),
      'Los Valores de la Linea 1 del Detalle No Cuadran con lo Especificado'],
    ['a line left out', 'basic', 2, (xml) => xml.replace(/<Detalle><NroLinDet>3.*?<\/Detalle>/s, ''),
      'El Numero de Lineas de Detalle No Cuadra con lo Especificado'],
    ['a global discount left out', 'basic', 3, (xml) => xml.replace(/<DscRcgGlobal>.*?<\/DscRcgGlobal>/s, ''),
      'El Descuento Global No Cuadra con lo Especificado'],
    ['a reference left out', 'basic', 4, (xml) => xml.replace(/<Referencia><NroLinRef>2.*?<\/Referencia>/s, ''),
      'El Documento Debe Tener 2 Linea(s) de Referencia'],
    ['another customer', 'basic', 6, (xml) => xml.replace(/<RUTRecep>.*?</, '<RUTRecep>12345678-5<'),
      'El Receptor No Corresponde'],
    ['a dispatch type within the company', 'guides', 0,
      (xml) => xml.replace('<IndTraslado>', '<TipoDespacho>2</TipoDespacho><IndTraslado>'),
      'Los Indicadores (Despacho/Traslado) No Corresponden'],
    ['another total', 'exempt', 2, (xml) => xml.replace(/<MntTotal>/, '<MntTotal>1'),
      'Los Montos Totales del Documento No Cuadran con lo Especificado'],
    ['a freight', 'exports1', 0, (xml) => xml.replace(/<MntFlete>.*?<\/MntFlete>/, ''),
      'Datos del Documento de Exportación No Corresponde'],
    ['the mark of the packages', 'exports2', 1, (xml) => xml.replace(/<Marcas>.*?<\/Marcas>/, ''),
      'Datos del Documento de Exportación No Corresponde'],
    ['pesos of an export', 'exports2', 0, (xml) => xml.replace(/<OtraMoneda>.*?<\/OtraMoneda>/s, ''),
      'Los Montos Totales del Documento No Cuadran con lo Especificado'],
    ['a reference to customs', 'exports2', 2, (xml) => xml.replace(/<Referencia><NroLinRef>2.*?<\/Referencia>/s, ''),
      'El Documento Debe Tener 2 Linea(s) de Referencia'],
    ['a tax that is withheld', 'selfBilled', 2, (xml) => xml.replace(/<ImptoReten>.*?<\/ImptoReten>/s, ''),
      'Los Montos Totales del Documento No Cuadran con lo Especificado'],
    ['what a settlement settles', 'settlements', 3, (xml) => xml.replace('<TpoDocLiq>99', '<TpoDocLiq>33'),
      'Los Datos de la Linea 1 del Detalle No Cuadran con lo Especificado'],
    ['a commission', 'settlements', 2, (xml) => xml.replace(/<Comisiones><NroLinCom>2.*?<\/Comisiones>/s, ''),
      'Los Montos Totales del Documento No Cuadran con lo Especificado'],
    ['another type', 'exempt', 7, (xml) => xml.replace('<TipoDTE>56', '<TipoDTE>61'), 'El Documento no esta en el envio']
  ])('says what is wrong: %s', (_, name, index, change, text) => {
    const { sets, file } = made(4711)
    const set = defined(sets.find((one) => one.name === name))
    const documents = documentsOf(file, name)
    const changed = change(defined(documents[index]))

    expect(changed).not.toBe(documents[index])
    expect(review(set, documents.with(index, changed))).toEqual({
      state: 'SRH',
      reasons: [expect.objectContaining({ case: index + 1, folio: String(101 + index), text })]
    })
  })

  it('refuses documents that are missing, in another order, or too many', () => {
    const { sets, file } = made(1)
    const set = setNamed(sets, 'basic')
    const documents = documentsOf(file, 'basic')

    expect(review(set, documents.slice(0, 7)).reasons).toEqual([
      { case: 8, documentType: 56, folio: '', text: 'El Documento no esta en el envio' }
    ])
    expect(review(set, [defined(documents[1]), first(documents), ...documents.slice(2)]).state).toBe('SRH')
    expect(first(review(set, [...documents, first(documents)]).reasons).text)
      .toBe('El Envio Tiene Documentos que No Son del Set')
  })
})

describe('the boletas', () => {
  const { set, file } = boletaSet(5_038_181)
  const read = readBoletaSetFile(file)
  const documents = 'set' in read
    ? boletaPayloads(read.set, today).map((payload, index) => documentOf(payload, 1 + index, sender))
    : []

  it('are approved as generated from their file, and refused with any single change', () => {
    expect(review(set, documents)).toEqual({ state: 'SOK', reasons: [] })
    for (const [index, xml] of documents.entries()) {
      for (const { changed, what } of changesOf(xml.replace(/<IndServicio>\d<\/IndServicio>/, ''))) {
        expect([what, review(set, documents.with(index, changed)).state]).toEqual([what, 'SRH'])
      }
    }
  })
})

describe('requirements of some reviews', () => {
  const reviewStrictly = (set: TestSet, documents: readonly string[]) =>
    review(set, documents, { distinctReceivers: true })

  it('include a different customer for each invoice', () => {
    const { sets, file } = made(7)
    for (const set of sets) expect(reviewStrictly(set, documentsOf(file, set.name)).state).toBe('SOK')
    const documents = documentsOf(file, 'basic')
    const repeated = documents.with(3, defined(documents[3]).replace(/<RUTRecep>.*?</, '<RUTRecep>77777777-7<'))

    expect(review(setNamed(sets, 'basic'), repeated).state).toBe('SOK')
    expect(reviewStrictly(setNamed(sets, 'basic'), repeated).reasons).toEqual([
      { case: 4, documentType: 33, folio: '104', text: 'El Receptor No Corresponde' }
    ])
  })
})

describe('the simulation', () => {
  const document = (documentType: number, folio: number, more = '', date = today) =>
    `<Documento><Encabezado><IdDoc><TipoDTE>${documentType}</TipoDTE><Folio>${folio}</Folio>` +
    `<FchEmis>${date}</FchEmis></IdDoc></Encabezado>${more}</Documento>`
  const invoices = Array.from({ length: 19 }, (_, index) => document(33, index + 1))
  const facts = { documentTypes: new Set([33, 61]), setFolios: new Set(['33 900']), today }
  const textsOf = (documents: readonly string[]) =>
    withBodies(documents, (bodies) => reviewSimulation(bodies, facts))
      .reasons.map(({ case: number, text }) => [number, text])

  it('has 20 to 100 documents of every type, of this month or the previous one, outside of sets', () => {
    expect(textsOf([...invoices, document(61, 1)])).toEqual([])
    expect(textsOf(invoices)).toEqual([
      [0, 'La Simulacion Debe Tener entre 20 y 100 Documentos'], [0, 'La Simulacion Debe Tener Documentos de Tipo 61']
    ])
    expect(textsOf([
      ...invoices, document(61, 1, '', '2026-09-30'), document(61, 2, '', '2026-10-01'), document(33, 900),
      document(33, 20, '<Referencia><TpoDocRef>SET</TpoDocRef></Referencia>')
    ])).toEqual([
      [20, 'La Fecha de Emision No Corresponde al Periodo'],
      [22, 'El Folio No Corresponde a la Simulacion: se Uso en un Set'],
      [23, 'El Documento No Corresponde a la Simulacion: Tiene Referencia a un Set']
    ])
  })
})

describe('the generator', () => {
  it('makes the same file for the same seed, and a different one for another', () => {
    expect(made(5).file).toEqual(made(5).file)
    expect(made(5).file.equals(made(6).file)).toBe(false)
  })

  it('makes a file with an unknown line, which readers have to refuse', () => {
    const read = readSetFile(made(3, { unknownLine: true }).file)

    expect('problems' in read && read.problems).toHaveLength(1)
  })

  it('computes as the SII approved: discounts, exempt lines and VAT of the sum', () => {
    const line = (quantity: number, price: number, more = {}) => ({ name: 'x', quantity, price, ...more })
    const total = (documentType: number, lines: object[], globalDiscountPercent?: number) =>
      amountsOf({ documentType, lines: lines as never, ...(globalDiscountPercent && { globalDiscountPercent }) })

    expect(lineAmounts(line(673, 5230, { discountPercent: 9 })).discount).toBe(316_781)
    const cut = (first: number, second: number) =>
      [line(first, 5230, { discountPercent: 9 }), line(second, 4283, { discountPercent: 20 })]

    expect(total(33, [line(161, 3071), line(68, 5105)]))
      .toEqual({ net: 841_571, exempt: 0, tax: 159_898, total: 1_001_469 })
    expect(total(33, cut(673, 615)).total).toBe(6_319_192)
    expect(total(33, [line(53, 6134), line(222, 3807), line(1, 35_196, { exempt: true })]).total).toBe(1_427_801)
    expect(total(33, [line(360, 5226), line(152, 6258), line(2, 6822, { exempt: true })], 20).total).toBe(2_710_257)
    expect(total(61, cut(247, 417)).total).toBe(3_099_184)
    expect(total(34, [line(13, 7358)]).total).toBe(95_654)
    expect(total(52, [line(290, 6055), line(559, 1485)]).total).toBe(3_077_417)
    expect(total(52, [line(152, 1780), line(350, 4743)]).total).toBe(2_297_426)
    const bought = (lines: object[]) => amountsOf({ documentType: 46, lines: lines as never, withheld: true })
    expect(bought([line(709, 5610), line(31, 3045)])).toMatchObject({ tax: 773_658, total: 4_071_885 })
    expect(bought([line(236, 5610), line(10, 3045)])).toMatchObject({ tax: 257_338, total: 1_354_410 })
    const settled = (...amounts: [number, boolean][]) => amountsOf({
      documentType: 43, lines: amounts.map(([amount, exempt]) => ({ name: 'x', exempt, settled: { type: '33', amount } }))
    })
    expect(settled([215_809, false], [84_703, true]).total).toBe(341_516)
    expect(settled([1_772_555, false], [103_088, true]).total).toBe(2_212_428)
    expect(lineAmounts(line(239, 114, { discountPercent: 5 }))).toMatchObject({ discount: 1362, amount: 25_884 })
    expect(lineAmounts(line(1, 14, { surchargePercent: 10 }))).toMatchObject({ surcharge: 1, amount: 15 })
    const boletas = boletaSet(1).set.documents.map(amountsOf)
    expect(boletas.map(({ net, tax, exempt, total }) => [net, tax, exempt, total])).toEqual([
      [25_042, 4758, 0, 29_800], [1714, 326, 0, 2040], [3445, 655, 0, 4100], [10_689, 2031, 2000, 14_720],
      [2941, 559, 0, 3500]
    ])
  })
})

describe('a declaration', () => {
  const declared = { taxNumber: '77777777-7', attentionNumber: 5_000_001, trackId: '42', date: '20-11-2026' }
  const upload = { company: '77777777-7', date: '20-11-2026', isAccepted: true }
  const envelopeOf = (documents: readonly string[]): Buffer => Buffer.from(`<EnvioDTE><SetDTE>${
    documents.map((xml) => `<DTE>${xml.replace('</Documento>', '<TED><DD></DD></TED></Documento>')}</DTE>`).join('')
  }</SetDTE></EnvioDTE>`)

  it('is answered with the mail of the SII, and the page shows the outcome', () => {
    const desk = createCertificationService({ answerForms: createAnswerForms({ answers: 'tidy' }), now: () => new Date(), today: () => today })
    const file = desk.order({
      taxNumber: '77777777-7', seed: 9, attentionNumber: 5_000_001, variants: {}, names: ['basic', 'guides', 'exempt']
    })
    const documents = documentsOf(file, 'basic')
    const wrong = documents.with(3, defined(documents[3]).replace('<MntTotal>', '<MntTotal>1'))
    const outcome = () => defined(desk.progress('77777777-7')?.sets?.[0]).outcome

    const refused = desk.declare(declared, { ...upload, bytes: envelopeOf(wrong) })
    expect([refused.state, outcome()]).toEqual(['SRH', 'ENVIO CON ERRORES O REPAROS'])
    expect(refused.mail.subject).toBe('SETMAIL0005000001 Resultado de Revision del Set de Prueba')
    expect(refused.mail.text).toContain(
      'CASO 5000001-4 TIPO 33 FOLIO 104: Los Montos Totales del Documento No Cuadran con lo Especificado'
    )
    expect(desk.declare(declared, { ...upload, bytes: envelopeOf(documents) }).state).toBe('SOK')
    expect(outcome()).toBe('REVISADO CONFORME')

    expect(() => desk.advance('77777777-7')).toThrow('Aun no estan conformes: 5000002, 5000003')
    for (const [name, attentionNumber] of [['guides', 5_000_002], ['exempt', 5_000_003]] as const) {
      desk.declare({ ...declared, attentionNumber }, { ...upload, bytes: envelopeOf(documentsOf(file, name)) })
    }
    expect(desk.advance('77777777-7')).toBe('simulation')
    expect(() => desk.advance('77777777-7')).toThrow('Aun no estan conformes: 5000004')
    const bytes = envelopeOf(documents)
    expect(desk.declare({ ...declared, attentionNumber: 5_000_004 }, { ...upload, bytes }).reasons)
      .toContainEqual(expect.objectContaining({ text: 'El Folio No Corresponde a la Simulacion: se Uso en un Set' }))
    expect(() => desk.advance('88888888-8')).toThrow('La empresa no tiene sets')
    expect(() => desk.declare({ ...declared, trackId: '042' }, { ...upload, bytes })).toThrow('sin ceros')
    expect(() => desk.declare({ ...declared, attentionNumber: 1 }, { ...upload, bytes })).toThrow('Numero de Atencion')
    expect(() => desk.declare(declared, undefined)).toThrow('Envio no registrado')
    expect(() => desk.declare(declared, { ...upload, company: '88888888-8', bytes })).toThrow('Envio no registrado')
    expect(() => desk.declare({ ...declared, date: '21-11-2026' }, { ...upload, bytes })).toThrow('La fecha no')
    expect(() => desk.declare(declared, { ...upload, isAccepted: false, bytes })).toThrow('errores o reparos')
  })

  it('goes by operations of the simulator', async () => {
    const simulator = await createSimulator({ makeKey: keySource() })
    const address = `${await simulator.listen()}/simulator/certifications`
    const post = (path: string, body: object) =>
      fetch(`${address}/${path}`, {
        method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body)
      })
    try {
      const file = Buffer.from(await (await post('sets', { taxNumber: '77777777-7' })).arrayBuffer())
      expect(readSetFile(file)).toHaveProperty('set')
      const answer = await post('declarations', declared)
      expect([answer.status, await answer.json()]).toEqual([409, { error: 'Envio no registrado para la empresa' }])
      const { sets } = await (await fetch(`${address}/77777777-7`)).json() as { sets: object[] }
      expect(sets[3]).toEqual({ name: 'guides', attentionNumber: 5_000_004, outcome: 'POR REALIZAR' })
      expect((await fetch(`${address}/88888888-8`)).status).toBe(404)
    } finally {
      await simulator.close()
    }
  })
})

const judged = /<(TipoDTE|FmaPagExp|IndServicio|IndTraslado|TipoDespacho|Nacionalidad|Cod\w+|Tot\w+|Cant\w+|TpoMoneda|MntFlete|MntSeguro|MntTotOtrMnda|NroLinDet|TpoDocLiq|IndExe|NmbItem|QtyItem|UnmdItem|PrcItem|DescuentoPct|DescuentoMonto|RecargoPct|RecargoMonto|MontoItem|NroLinDR|TpoMov|TpoValor|ValorDR|NroLinRef|TpoDocRef|FolioRef|FchRef|CodRef|RazonRef|MntNeto|MntExe|TasaIVA|IVA|MntTotal|TipoImp|TasaImp|MontoImp|NroLinCom|TipoMovim|Glosa|ValCom\w+)>([^<]+)<\/\1>/g

/** The document with each value that the review looks at changed, one at a time. */
function * changesOf (xml: string): Generator<{ changed: string, what: string }> {
  for (const found of xml.matchAll(judged)) {
    const [whole, name = '', text = ''] = found
    const before = xml.slice(0, found.index)
    // The SII takes any number for the reference to the case, and for those to papers of transport.
    if (name === 'FolioRef' && /<TpoDocRef>(SET|8\d\d)<\/TpoDocRef>$/.test(before)) continue
    for (const other of otherTexts(text)) {
      const rest = xml.slice(found.index + whole.length)
      yield { changed: `${before}<${name}>${other}</${name}>${rest}`, what: `${whole} ${other}` }
    }
  }
}

/** Texts that differ from one by little: another last character, one more. */
function otherTexts (text: string): string[] {
  const last = text.at(-1)
  return [`${text.slice(0, -1)}${last === '1' ? '2' : '1'}`, `1${text}`]
}
