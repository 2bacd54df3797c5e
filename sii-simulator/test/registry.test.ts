/** The registry of acceptance and claims: each code against the tables of the SII's document, typed here. */
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { prepareSimulator, tag } from './support/client.ts'
import { envelope, issue, issuer, receiver, sheet, signedSeed, type Order, type Signer } from './support/documents.ts'
import { captured, defined } from '../../test/support/expecting.ts'

const namespace = 'http://ws.registroreclamodte.diii.sdi.sii.cl'
const production = '/WSREGISTRORECLAMODTE/registroreclamodteservice'
const certification = '/WSREGISTRORECLAMODTECERT/registroreclamodteservice'
const buyer = '22222222-2'
const hour = 3600

let prepared: Awaited<ReturnType<typeof prepareSimulator>>
let started: Awaited<ReturnType<typeof prepared.start>>
let signer: Signer

beforeAll(async () => { prepared = await prepareSimulator() })
afterAll(() => { prepared.dispose() })
beforeEach(async () => { await start() })
afterEach(() => started.close())

async function start () {
  started = await prepared.start()
  signer = await started.client.certificate({ taxNumber: receiver.rut, holderTaxNumber: buyer })
}

async function upload (order: Order) {
  const caf = order.type === undefined ? prepared.caf : await started.client.caf(order.type)
  await started.client.upload(envelope([issue(sheet(order), caf, prepared.signer)], prepared.signer), started.token)
  await started.client.ledger()
}

interface Question {
  digit?: string
  by?: Signer
  path?: string
  type?: number
  folio?: number
  action?: string
  token?: string
}

async function call (operation: string, question: Question = {}) {
  const { digit, by = signer, path = production, type = 33, folio = 1, action, token } = question
  const [rut, own] = issuer.rut.split('-')
  const parts = { rutEmisor: rut, dvEmisor: digit ?? own, tipoDoc: type, folio, ...action && { accionDoc: action } }
  const content = Object.entries(parts).map(([name, value]) => `<${name}>${value}</${name}>`).join('')
  const response = await fetch(started.client.base + path, {
    method: 'POST',
    headers: { 'content-type': 'text/xml', SOAPAction: '""', cookie: `TOKEN=${token ?? await started.client.token(by)}` },
    body: `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><m:${operation} xmlns:m="${namespace}">${content}</m:${operation}></s:Body></s:Envelope>`
  })
  return { status: response.status, text: await response.text() }
}

const codeOf = async (operation: string, question: Question = {}) =>
  Number(tag((await call(operation, question)).text, 'codResp'))
const register = (action: string, question: Question = {}) =>
  codeOf('ingresarAceptacionReclamoDoc', { ...question, action })
const list = (question: Question = {}) => codeOf('listarEventosHistDoc', question)
const assignable = (question: Question = {}) => codeOf('consultarDocDteCedible', question)
const dateOf = async (question: Question = {}) =>
  tag((await call('consultarFechaRecepcionSii', question)).text, 'return')
const eventsOf = async (question: Question = {}) =>
  [...(await call('listarEventosHistDoc', question)).text.matchAll(/<codEvento>(\w+)</g)].map(([, code]) => code)
const set = (settings: object) => started.client.post('/simulator/registry', settings)
const act = async (order: object) => (await started.client.post('/simulator/registry/act', {
  issuer: issuer.rut, documentType: 33, folio: 1, ...order
})).json() as Promise<{ code: number }>

const claims = ['RCD', 'RFP', 'RFT']

/** The rule matrix of the SII's document: rows are what was registered before. */
function codesByTable (before: string[], action: string): number[] {
  const row = {
    accepted: before.includes('ACD'), receipted: before.includes('ERM'),
    claims: before.filter((code) => claims.includes(code))
  }
  const column = action === 'ACD' ? 0 : action === 'ERM' ? 1 : 2
  if (row.claims.length > 0) return defined([[12], [6], [row.claims.includes(action) ? 7 : 0]][column])
  if (row.accepted && row.receipted) return defined([[7], [7], [11, 13]][column])
  if (row.accepted) return defined([[7], [0], [11]][column])
  if (row.receipted) return defined([[0], [7], [13]][column])
  return [0]
}

const deadToken = /TOKEN invalido|no está autenticada/

describe('the registry', () => {
  it('answers any sequence of actions and times like the table of the SII’s document', async () => {
    const step = fc.record({
      hoursLater: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 80 })),
      action: fc.constantFrom('ACD', 'ERM', 'RCD', 'RFP', 'RFT')
    })
    const run = async (steps: { hoursLater: number, action: string }[], reading: 'days' | 'hours') => {
      await started.close()
      await start()
      await set({ deadline: reading })
      await upload({ folio: 1 })
      const before: string[] = []
      let hours = 0
      for (const { hoursLater, action } of steps) {
        hours += hoursLater
        started.advance(hoursLater * hour)
        // Received at noon: by days it ends eleven hours, 59 minutes after the eighth day's noon.
        const isLate = reading === 'hours' ? hours > 8 * 24 : hours >= 8 * 24 + 12
        const code = await register(action)
        expect(isLate ? [8] : codesByTable(before, action)).toContain(code)
        if (code === 0) before.push(action)
        expect(await eventsOf()).toEqual(before)
      }
    }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 7 }), fc.constantFrom('days', 'hours'), run),
      { numRuns: 25 }
    )
  }, 120_000)

  it('refuses actions on a document paid in cash or free of charge', async () => {
    for (const [folio, FmaPago] of [[1, 1], [2, 3], [3, 2]] as const) await upload({ folio, header: { FmaPago } })

    expect([await register('ACD'), await register('RCD', { folio: 2 }), await register('ERM', { folio: 3 })])
      .toEqual([27, 27, 0])
    expect([await assignable(), await assignable({ folio: 3 })]).toEqual([20, 23])
  })

  it('answers codes 1, 2, 3, 4, 14, 16, 17 and 18', async () => {
    await upload({ folio: 1 })
    const stranger = await started.client.certificate({ taxNumber: '77777777-7', holderTaxNumber: '33333333-3' })

    expect(await register('RCD', { digit: 'K' })).toBe(1)
    expect(await register('RCD', { folio: 0 })).toBe(2)
    expect(await register('RCD', { type: 61 })).toBe(3)
    expect(await register('XXX')).toBe(4)
    expect(await register('RCD', { by: prepared.signer })).toBe(14)
    expect([await list(), await list({ by: prepared.signer }), await list({ by: stranger })]).toEqual([16, 16, 17])
    expect([await register('RCD', { folio: 9 }), await list({ folio: 9 }), await assignable({ folio: 9 })])
      .toEqual([18, 18, 18])
  })

  it('says whether a document can be assigned: codes 20 to 25', async () => {
    for (const folio of [1, 2, 3]) await upload({ folio })
    await upload({
      type: 61, folio: 1,
      extra: { Referencia: [{ NroLinRef: 1, TpoDocRef: '33', FolioRef: 3, FchRef: '2026-11-20', CodRef: 1 }] }
    })
    expect(await assignable()).toBe(22)
    await register('ERM')
    await register('RFT', { folio: 2 })

    expect([await assignable(), await assignable({ folio: 2 }), await assignable({ folio: 3 })]).toEqual([23, 24, 21])
    expect(await assignable({ type: 52 })).toBe(20)
    await upload({ folio: 4 })
    started.advance(9 * 24 * hour)
    expect(await assignable({ folio: 4 })).toBe(25)
  })

  it('lists a credit note for the document: NCA if it annuls it, else ENC', async () => {
    await upload({ folio: 1 })
    const about = (CodRef: number, folio: number) => upload({
      type: 61, folio,
      extra: { Referencia: [{ NroLinRef: 1, TpoDocRef: '33', FolioRef: 1, FchRef: '2026-11-20', CodRef }] }
    })
    await about(3, 1)
    expect(await eventsOf()).toEqual(['ENC'])
    await about(1, 2)

    expect(await eventsOf()).toEqual(['ENC', 'NCA'])
    expect(await register('RCD')).toBe(0)
  })

  it('gives the date of reception, or none, or a sentence', async () => {
    await upload({ folio: 1 })
    expect([await dateOf(), await dateOf({ folio: 9 })]).toEqual(['20-11-2026 12:00:00', ''])
    await set({ receptionDate: 'empty' })
    expect(await dateOf()).toBe('')
    await set({ receptionDate: 'sentence' })
    expect(await dateOf()).toMatch(/^No existe/)
  })

  it('requires a known token; that of certification only if configured', async () => {
    await upload({ folio: 1 })
    const seed = await started.client.seed('DTE')
    const response = await fetch(`${started.client.base}/DTEWS/GetTokenFromSeed.jws`, {
      method: 'POST', headers: { 'content-type': 'text/xml' },
      body: `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><m:getToken xmlns:m="https://maullin.sii.cl/DTEWS/GetTokenFromSeed.jws"><pszXml>${signedSeed(seed, signer).replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pszXml></m:getToken></s:Body></s:Envelope>`
    })
    const token = captured(/TOKEN(?:>|&gt;)(\w+)/, await response.text())

    expect((await call('listarEventosHistDoc', { token: 'NEVER' })).text).toMatch(deadToken)
    expect((await call('listarEventosHistDoc', { token, path: certification })).text).toMatch(deadToken)
    expect((await call('listarEventosHistDoc', { path: certification })).status).toBe(200)
    await set({ token: 'any' })
    expect((await call('listarEventosHistDoc', { token, path: certification })).status).toBe(200)
    started.advance(hour)
    expect((await call('listarEventosHistDoc', { token, path: certification })).text).toMatch(deadToken)
  })

  it('lets a test act for the receiver by the rules, and add data that only the SII’s site has', async () => {
    await upload({ folio: 1 })

    expect([(await act({ action: 'RCD' })).code, (await act({ action: 'RCD' })).code]).toEqual([0, 7])
    expect((await act({ action: 'ERM', responsible: issuer.rut })).code).toBe(14)
    await act({ action: 'PAG' })
    expect(await eventsOf()).toEqual(['RCD', 'PAG'])
    expect((await call('listarEventosHistDoc')).text).toContain('<rutResponsable>88888888</rutResponsable><dvResponsable>8</dvResponsable>')
  })

  it("also answers the receiver's other queries", async () => {
    await upload({ folio: 1 })
    const estDte = async (by: Signer) => tag(await started.client.soap('/DTEWS/QueryEstDte.jws', 'getEstDte', {
      RutConsultante: '1', DvConsultante: '9', RutCompania: '99999999', DvCompania: '9', RutReceptor: '88888888',
      DvReceptor: '8', TipoDte: 33, FolioDte: 1, FechaEmisionDte: '20112026', MontoDte: 5926,
      Token: await started.client.token(by)
    }), 'ESTADO')
    const stranger = await started.client.certificate({ taxNumber: '77777777-7', holderTaxNumber: '33333333-3' })

    expect([await estDte(prepared.signer), await estDte(signer), await estDte(stranger)]).toEqual([expect.not.stringMatching(/^-/), 'DOK', '-6'])
  })

  it('has a fault with code -1, and one of SOAP', async () => {
    await upload({ folio: 1 })
    await started.client.post('/simulator/faults', [
      { operation: 'registry', fault: 'status', value: -1 }, { operation: 'registry', fault: 'status', value: 'Exception' }
    ])

    expect(await register('RCD')).toBe(-1)
    expect(await call('listarEventosHistDoc')).toMatchObject({ status: 500, text: expect.stringContaining('faultstring') as string })
    expect(await list()).toBe(16)
  })

  it.each([production, certification])('describes itself at %s?wsdl, with the operations of the SII’s', async (path) => {
    const text = await (await started.client.get(`${path}?wsdl`)).text()

    expect([...text.matchAll(/<wsdl:operation name="(\w+)" parameterOrder="([^"]*)"/g)].map(([, name, order]) => [name, order])).toEqual([
      ['ingresarAceptacionReclamoDoc', 'rutEmisor dvEmisor tipoDoc folio accionDoc'],
      ['listarEventosHistDoc', 'rutEmisor dvEmisor tipoDoc folio'],
      ['consultarDocDteCedible', 'rutEmisor dvEmisor tipoDoc folio'],
      ['consultarFechaRecepcionSii', 'rutEmisor dvEmisor tipoDoc folio'],
      ['getVersion', '']
    ])
    expect(text).toContain(`targetNamespace="${namespace}"`)
    expect(tag((await call('getVersion', { path })).text, 'return')).toMatch(/^\d/)
  })
})
