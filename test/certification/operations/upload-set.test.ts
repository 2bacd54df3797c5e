import { beforeAll, describe, expect, it } from 'vitest'
import { failure, form } from '../../support/app.ts'
import { sharedApp } from '../../support/shared.ts'
import { boletaSetText, testSetFile, testSetText } from '../../support/test-set-files.ts'

const app = sharedApp()

beforeAll(async () => { await start('DTE', [33, 61]) })

const start = (kind: string, documentTypes: number[]) => app.call({
  method: 'POST', url: '/api/Certification/Start', as: app.world.andes.admin,
  payload: { kind, documentTypes, enrolledOn: '2026-11-02' }
})
const dry = { 'x-dry-run': 'true' }
const read = (parts: Parameters<typeof form>[0], headers = {}) => upload(parts, { ...dry, ...headers })

const setOptions = (options: object) => app.call({
  method: 'PUT', url: '/api/Certification/Options', as: app.world.andes.admin, payload: { kind: 'DTE', ...options }
})

const progress = async () => {
  const { body } = await app.call({ method: 'GET', url: '/api/Certification/Progress', as: app.world.andes.admin })
  return body.result[0]
}

const upload = (parts: Parameters<typeof form>[0], headers = {}, as = app.world.andes.admin) => {
  const request = form(parts)
  return app.call({
    method: 'POST', url: '/api/Certification/UploadSet', as, ...request, headers: { ...request.headers, ...headers }
  })
}

describe('answers', () => {
  it('shows each set with its documents and their amounts', async () => {
    const { body } = await read({ File: testSetFile() })

    expect(body.result.kind).toBe('DTE')
    expect(body.result.sets).toHaveLength(10)
    const [basic] = body.result.sets
    expect(basic).toMatchObject({ name: 'SET BASICO', attentionNumber: 5038170, kind: 'documents', purchases: [] })
    expect(basic.documents[0]).toEqual({
      case: 1, documentType: 33, typeName: 'Factura Electrónica', changes: null, lines: 2, netAmount: 841571,
      exemptAmount: 0, taxAmount: 159898, totalAmount: 1001469
    })
    expect(basic.documents[6]).toMatchObject({ changes: { case: 3, reason: 'ANULA FACTURA' }, totalAmount: 1427801 })
    const totals = (name: string) => body.result.sets.find((set: { name: string }) => set.name === name)
      .documents.map(({ totalAmount }: { totalAmount: number }) => totalAmount)
    expect(totals('SET CASO GENERAL FACTURA COMPRA')).toEqual([4071885, 1354410, 1354410])
    expect(totals('SET GUIA DE DESPACHO')).toEqual([0, 3077417, 2297426])
    expect(totals('SET DOCUMENTOS DE EXPORTACION (2)')).toEqual([15, 36274.52, 42])
  })

  it('shows the purchases of the book', async () => {
    const { body } = await read({ File: testSetFile() })
    const [, , purchases] = body.result.sets

    expect(purchases).toMatchObject({ name: 'LIBRO DE COMPRAS', kind: 'purchaseBook', documents: [] })
    expect(purchases.purchases).toHaveLength(7)
    expect(purchases.purchases[2]).toEqual({
      documentType: 30, folio: 781, observation: 'FACTURA CON IVA USO COMUN', exemptAmount: 0, netAmount: 30019,
      totalAmount: 35723
    })
  })

  it('counts the folios that an attempt needs, and those available', async () => {
    const { folios, authority, andes } = app.world
    await folios.upload(andes.admin, authority.caf({ taxNumber: andes.taxNumber, documentType: 61, from: 1, to: 20 }))
    const { body } = await read({ File: testSetFile() })
    const needs = body.result.folios.map(({ documentType, needed }: Record<string, number>) => [documentType, needed])

    expect(needs).toEqual([
      [33, 4], [34, 3], [43, 4], [46, 1], [52, 3], [56, 4], [61, 7], [110, 4], [111, 1], [112, 1]
    ])
    expect(body.result.folios[6]).toMatchObject({ documentType: 61, active: 0, inactive: 20 })
  })

  it('reads the set of boletas, too', async () => {
    const { body } = await read({ File: Buffer.from(boletaSetText) })

    expect(body.result).toMatchObject({ kind: 'BOLETA', folios: [{ documentType: 39, needed: 5 }] })
    expect(body.result.sets[0].documents.map(({ totalAmount }: { totalAmount: number }) => totalAmount)).toEqual(
      [29800, 2040, 4100, 14720, 3500])
  })
})

describe('rejects input (400)', () => {
  it('asks for the file', async () => {
    expect(await read({ Other: testSetFile() })).toMatchObject(failure(400, 'TEST_SET_FILE_MISSING'))
  })
})

describe('stores the file', () => {
  it('and returns its sets in the order to do them', async () => {
    expect((await read({ File: testSetFile() })).body.result).toMatchObject({ stored: false, lost: [] })
    expect((await progress()).items).toEqual([])

    expect((await upload({ File: testSetFile() })).body.result).toMatchObject({ kind: 'DTE', stored: true, lost: [] })
    const { stage, items, deadlines } = await progress()
    expect(stage).toBe('Sets')
    expect(items.map(({ name }: { name: string }) => name)).toEqual([
      'SET BASICO', 'SET FACTURA EXENTA', 'SET GUIA DE DESPACHO', 'SET DOCUMENTOS DE EXPORTACION',
      'SET DOCUMENTOS DE EXPORTACION (2)', 'SET CASO GENERAL FACTURA COMPRA', 'SET LIQUIDACION FACTURA',
      'LIBRO DE GUIAS', 'LIBRO DE VENTAS', 'LIBRO DE COMPRAS', 'SET DE SIMULACION', 'INTERCAMBIO DE INFORMACION',
      'MUESTRAS IMPRESAS', 'DECLARACION DE CUMPLIMIENTO'
    ])
    expect(items[0]).toMatchObject({ attentionNumber: 5038170, state: 'Incomplete', next: null, attempts: [] })
    expect(items[0].missing.map(({ code }: { code: string }) => code)).toEqual([
      'CERTIFICATE_MISSING', 'ISSUER_INCOMPLETE', 'FOLIOS_MISSING', 'FOLIOS_MISSING',
      'FOLIOS_MISSING', 'RECEIVERS_MISSING'
    ])
    expect(deadlines).toHaveLength(1)
  })

  it('again only with Replace', async () => {
    expect(await upload({ File: testSetFile() })).toMatchObject(failure(409, 'CERTIFICATION_SET_LOADED'))
    expect((await upload({ File: testSetFile(), Replace: 'true' })).status).toBe(200)
    expect((await progress()).items).toHaveLength(14)
  })

  it('in the certification of its kind', async () => {
    const file = { File: Buffer.from(boletaSetText) }

    expect(await upload(file)).toMatchObject(failure(409, 'CERTIFICATION_NOT_STARTED'))
    expect((await start('BOLETA', [39])).status).toBe(200)
    expect((await upload(file)).status).toBe(200)
  })

  it('with data that the company enters once', async () => {
    const receivers = [1, 2, 3, 4].map((number) => ({ taxNumber: '77777777-7', businessName: `Cliente ${number}` }))

    expect((await setOptions({ receivers })).body.result).toBe(true)
    const { items, history, options } = await progress()
    expect(options).toEqual({ receivers })
    expect(items[0].missing.map(({ code }: { code: string }) => code)).not.toContain('RECEIVERS_MISSING')
    expect(history.map(({ step }: { step: string }) => step)).toEqual(['started', 'setLoaded', 'setLoaded', 'optionsSet'])
  })

  it('which are returned as they were sent, with dates as days', async () => {
    const { options: { receivers } } = await progress()
    const transport = { licensePlate: 'ABCD12', driver: { name: 'Luis Soto', taxNumber: '12345678-5' } }
    const abroad = {
      receiver: { businessName: 'Cliente GmbH', city: 'Bremen' }, paidOn: '2026-11-10',
      exchangeRates: [{ currency: 'DOLAR USA', rate: 950.5 }, { currency: 'EURO', rate: 1030 }]
    }
    await setOptions({ abroad, transport: { ...transport, departureDate: '2026-11-21T02:00:00.000Z' } })

    const { options } = await progress()
    expect(options).toEqual({ receivers, abroad, transport: { ...transport, departureDate: '2026-11-20' } })
    expect((await setOptions(options)).body.result).toBe(true)
    expect((await progress()).options).toEqual(options)
  })

  it('and whose dates must be valid', async () => {
    const { status, body } = await setOptions({ transport: { arrivalDate: 'mañana' } })

    expect([status, body.errors]).toEqual([400, [expect.stringContaining('transport.arrivalDate')]])
  })
})

describe('conflicts (409)', () => {
  it('with a second certification, and with types that need none', async () => {
    expect(await start('DTE', [33])).toMatchObject(failure(409, 'CERTIFICATION_STARTED'))
    expect(await app.call({
      method: 'POST', url: '/api/Certification/Start', as: app.world.boreal.admin,
      payload: { kind: 'DTE', documentTypes: [33], authorisedTypes: [33, 34], enrolledOn: '2026-11-02' }
    })).toMatchObject(failure(409, 'CERTIFICATION_NOT_NEEDED'))
  })

  it('is refused in production', async () => {
    const { andes, rows } = app.world
    await rows("update tenants set environment = 'production' where code = $1", [andes.code])

    expect(await read({ File: testSetFile() })).toMatchObject(failure(409, 'CERTIFICATION_ONLY'))
    await rows("update tenants set environment = 'certification' where code = $1", [andes.code])
  })
})

describe('refuses an unreadable file (422)', () => {
  const text = testSetText.replace('DEVOLUCION DE MERCADERIAS', 'REGALO').replace('BARCELONA', 'ATLANTIS')
  const lineOf = (part: string) => text.slice(0, text.indexOf(part)).split('\n').length

  it('with each unreadable line, in both languages', async () => {
    const english = await read({ File: testSetFile(text) })
    const spanish = await read({ File: testSetFile(text) }, { 'accept-language': 'es' })

    expect(english).toMatchObject(failure(422, 'TEST_SET_INVALID'))
    expect(english.body.errors).toContain(
      `File:${lineOf('RAZON REFERENCIA\tREGALO')}: this line is not understood: "RAZON REFERENCIA REGALO"`)
    expect(english.body.errors).toContain(
      `File:${lineOf('ATLANTIS')}: this line is not understood: "PUERTO DE DESEMBARQUE: ATLANTIS"`)
    expect(spanish.body.errors[0]).toContain('esta línea no se entiende')
  })

  it('with the file itself if no line is the cause', async () => {
    const { body } = await read({ File: Buffer.from('hola') })

    expect(body.errors).toContain('File: the file has no set: no line says "NUMERO DE ATENCION"')
  })
})
