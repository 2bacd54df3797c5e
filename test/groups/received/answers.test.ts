import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failure } from '../../support/app.ts'
import { listed } from '../../support/directory-files.ts'
import { startExchange } from '../../support/exchange-program.ts'
import { first, only, resultOf } from '../../support/expecting.ts'
import type { ProgramTenant } from '../../support/program.ts'
import { complaintsOfSchema, schemasFolder } from '../../support/schemas.ts'
import { hasTool, run, withFiles } from '../../support/tools.ts'
import { verifySignatures } from '../../support/verification.ts'

const supplier = '77000005-K'
let exchange: Awaited<ReturnType<typeof startExchange>>
let buyer: ProgramTenant
let mails = 0

beforeAll(async () => {
  exchange = await startExchange()
  buyer = await exchange.program.tenant({ folios: [] })
  await exchange.supplier(supplier, 'dte@supplier.example')
  await exchange.setMailbox(buyer.token)
})
afterAll(() => exchange.program.close())

const get = async (id: string) => resultOf(await buyer.api.get('Received/Get', { id }))
const list = async (query: { folio: number, issuer?: string }) => resultOf(await buyer.api.get('Received/List', query)).data
const answer = async (body: object) => resultOf(await buyer.api.post('Received/Answer', body)).results
const giveReceipt = async (body: object) => resultOf(await buyer.api.post('Received/GiveReceipt', body)).results
const arrive = async (document: Parameters<typeof exchange.issue>[1], from = supplier) => {
  const issued = await exchange.issue(from, document)
  mails += issued.mails
  await exchange.read(mails)
  return issued
}
const documentOf = async (folio: number) =>
  first((await list({ folio })).toSorted((one, other) => one.arrivedAt < other.arrivedAt ? -1 : 1))
const settled = () => exchange.read(mails)
const answersTo = async (...folios: number[]) =>
  (await exchange.answers()).filter(({ documents }) => documents.some((one) => folios.some((folio) => one.startsWith(`33/${folio}:`))))

describe('the exchange of a certification: an envelope with two documents, one of them for another RUT', () => {
  let folios: number[] = []

  it('is answered automatically: the file is received, and the document for another RUT is not', async () => {
    ({ folios } = await arrive({ receivers: [buyer.taxNumber, '69507000-4'] }))
    const [own, other] = folios as [number, number]

    expect(await exchange.answers()).toEqual([{
      to: ['dte@supplier.example'], kind: 'reception', responder: buyer.taxNumber, recipient: supplier, number: '1',
      code: '0', documents: [`33/${own}:0`, `33/${other}:3`], findings: []
    }])
    const detail = await get((await documentOf(own)).id)
    expect(detail.answers).toMatchObject([
      { kind: 'reception', code: 0, comment: 'Envio Recibido Conforme', number: 1, stateText: 'Sent', address: 'dte@supplier.example' }
    ])
    expect(detail.timeline.map(({ event }) => event)).toEqual(['arrived', 'answerSent'])
  })

  it('gets the results accepted and rejected, and a receipt for its own document only', async () => {
    const [own, other] = await Promise.all(folios.map(async (folio) => (await documentOf(folio)).id))
    expect(await answer({ ids: [own, other], result: 0 })).toMatchObject([
      { id: own, outcome: 'queued' }, { id: other, outcome: 'refused', answerId: null, reason: 'ANSWER_FOR_OTHER', explanation: { es: expect.any(String) } }
    ])
    expect(await answer({ ids: [other], result: 2, comment: 'No es para esta empresa (Ley 19.983)' })).toMatchObject([{ outcome: 'queued' }])
    const receipts = await giveReceipt({ ids: [own, other], place: 'Bodega Ñuñoa' })
    expect(receipts.map(({ reason }) => reason)).toEqual([null, 'ANSWER_FOR_OTHER'])
    await exchange.program.until('mailed', async () => (await answersTo(...folios)).length === 4)

    const nameOf = ({ kind, documents }: { kind: string, documents: string[] }) => `${kind} ${documents.join()}`
    expect((await answersTo(...folios)).toSorted((one, other) => nameOf(one) < nameOf(other) ? -1 : 1)).toMatchObject([
      { kind: 'receipt', documents: [`33/${folios[0]}:`], number: '', findings: [] }, { kind: 'reception' },
      { kind: 'result', documents: [`33/${folios[0]}:0`], findings: [] },
      { kind: 'result', documents: [`33/${folios[1]}:2`], findings: [] }
    ])
  })

  it("has answers that are valid for the SII's schemas and xmlsec1", async (context) => {
    const { data } = resultOf(await buyer.api.get('Received/Answers', { pageSize: 100 }))
    const files = await Promise.all(data.map(async ({ id, kind }) =>
      ({ kind, file: (await buyer.api.file('Received/GetAnswer', { id })).body })))
    expect(files).toHaveLength(4)
    const stored = await exchange.program.rows("select receipts from supplier_answers where kind = 'receipt'")
    expect(verifySignatures(stored[0].receipts[0])).toMatchObject([{ digestIsRight: true, signatureIsRight: true }])
    if (!existsSync(schemasFolder)) context.skip()
    for (const { kind, file } of files) {
      const schema = kind === 'receipt' ? 'EnvioRecibos_v10.xsd' : 'RespuestaEnvioDTE_v10.xsd'
      expect(complaintsOfSchema(schema)(file)).toEqual([])
    }
  })

  it.skipIf(!hasTool('xmlsec1', '--version'))('has receipts that xmlsec1 verifies in place and cut out', async () => {
    const [row] = await exchange.program.rows("select content, receipts from supplier_answers where kind = 'receipt'")
    const ca = await exchange.authorityPem()
    const verify = (xml: Buffer, position: number) => withFiles({ 'answer.xml': xml, 'ca.pem': ca }, (path) => run('sh', [
      '-c', 'exec xmlsec1 "$@" 2>&1', 'xmlsec1', '--verify',
      ...['SetRecibos', 'DocumentoRecibo'].flatMap((part) => ['--id-attr:ID', `http://www.sii.cl/SiiDte:${part}`]),
      '--trusted-pem', path('ca.pem'), '--enabled-key-data', 'x509', '--node-xpath', `(//*[local-name()='Signature'])[${position}]`, path('answer.xml')
    ]))

    for (const [xml, position] of [[row.content, 1], [row.content, 2], [row.receipts[0], 1]] as const) {
      expect(verify(xml, position)).toMatch(/^OK|SUCCEEDED/m)
    }
  })

  it('accepts no answer twice, and records who gave it', async () => {
    const id = (await documentOf(first(folios))).id
    const again = [...await answer({ ids: [id], result: 0 }), ...await giveReceipt({ ids: [id], place: 'Bodega' })]
    expect(again.map(({ reason }) => reason)).toEqual(['ANSWER_GIVEN', 'ANSWER_GIVEN'])

    const rows = await exchange.program.rows("select actor_name, details from audit_entries where action = 'received.answer' order by sequence")
    expect(rows).toHaveLength(3)
    expect(rows[2].details).toMatchObject({ kind: 'receipt', comment: 'Bodega Ñuñoa', recipient: supplier, documents: [id] })
  })
})

describe('the acknowledgement of a file', () => {
  it('is sent once for a file that arrives again by mail, and not after', async () => {
    const { file, folios: [folio] } = await arrive({ receivers: [buyer.taxNumber], defect: 'repeatedFile' })
    mails += 1
    await exchange.send(supplier, file)
    await settled()

    const id = (await documentOf(folio)).id
    expect((await get(id)).answers.map(({ code }) => code)).toEqual([0, 90])
    expect((await exchange.answers()).at(-1)).toMatchObject({ code: '90', documents: [], findings: [] })
  })

  it.each([
    ['alteredAmount', '2', 1], ['alteredTed', '0', 99], ['foreignCaf', '0', 99], ['addressedToSii', '3', 0],
    ['wrappedSignature', '2', 1], ['lowerCaseK', '0', 0]
  ] as const)('follows from the first check that failed: %s', async (defect, code, state) => {
    const { folios: [folio] } = await arrive({ receivers: [buyer.taxNumber], defect })

    const answers = await answersTo(folio)
    expect(answers, JSON.stringify((await documentOf(folio)).failedChecks)).toMatchObject([
      { kind: 'reception', documents: [`33/${folio}:${state}`], findings: [] }
    ])
    if (defect !== 'alteredAmount' && defect !== 'wrappedSignature') expect(first(answers).code).toBe(code)
  })

  it('is not sent for a single document, nor for a file of the other environment', async () => {
    const before = (await exchange.answers()).length
    await arrive({ receivers: [buyer.taxNumber], defect: 'bareDte' })
    await arrive({ receivers: [buyer.taxNumber], defect: 'otherEnvironment' })

    expect(await exchange.answers()).toHaveLength(before)
  })

  it('waits when no address is known or proven, until somebody enters one', async () => {
    const { folios: [folio] } = await arrive({ receivers: [buyer.taxNumber], provenBy: 'mx.other.example' })
    const { id } = await documentOf(folio)
    const { answers: [unsent] } = await get(id)
    expect(unsent).toMatchObject({ stateText: 'NoAddress', address: null, failure: 'NO_ADDRESS', sentAt: null })
    expect(resultOf(await buyer.api.get('Received/Answers', { documentId: id, state: 3 })).data).toMatchObject([{ id: unsent?.id }])

    const resend = (address: string) => buyer.api.post('Received/ResendAnswer', { id: unsent?.id, address })
    expect(await resend('no')).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    resultOf(await resend('otra@supplier.example'))
    await settled()
    expect((await get(id)).answers).toMatchObject([{ stateText: 'Sent', address: 'otra@supplier.example' }])
    expect((await answersTo(folio))[0]).toMatchObject({ to: ['otra@supplier.example'], findings: [] })
  })

  it("goes to the supplier's mailbox in the directory, and for a forged file to its proven sender only", async () => {
    const other = '77000006-8'
    await exchange.setDirectory([listed(other, 'dte@listed.example')])
    await exchange.supplier(other, 'otro@supplier.example')
    const addressOf = async (folio: number) => {
      const { id } = only(await list({ issuer: other, folio }))
      return first((await get(id)).answers).address
    }
    const { folios: [genuine] } = await arrive({ receivers: [buyer.taxNumber] }, other)
    const { folios: [forged], file } = await arrive({ receivers: [buyer.taxNumber], to: undefined }, other)
    const changed = Buffer.from(file, 'base64').toString('latin1').replace(/<TmstFirmaEnv>....-../, '<TmstFirmaEnv>2026-01')
    mails += 1
    await exchange.send(other, Buffer.from(changed, 'latin1').toString('base64'))
    await settled()

    expect([await addressOf(genuine), await addressOf(forged)]).toEqual(['dte@listed.example', 'otro@supplier.example'])
  })
})

describe('actions that the registry accepted', () => {
  it.each([
    [{ action: 'ERM' }, 'receipt', ''], [{ action: 'ACD' }, 'result', '0'],
    [{ action: 'RFP', reason: 'Faltaron tres cajas' }, 'result', '2']
  ] as const)('is answered to the supplier on request: $action', async (order, kind, state) => {
    const { folios: [folio] } = await arrive({ receivers: [buyer.taxNumber] })
    const { id } = await documentOf(folio)
    const claimed = await buyer.api.post('Received/Claim', { ids: [id], answerSupplier: true, ...order })
    expect(resultOf(claimed).results).toMatchObject([{ outcome: 'queued' }])
    await exchange.program.until('registered', async () => {
      await exchange.program.rows("update outbox_tasks set due_at = now() where topic = 'sendClaim' and lease_until is null")
      return (await answersTo(folio)).length === 2
    })

    expect((await answersTo(folio))[1]).toMatchObject({ kind, documents: [`33/${folio}:${state}`], findings: [] })
    const comments = { ERM: 'Calle Larga 100, Ñuñoa', ACD: 'DTE Aceptado OK', RFP: 'DTE Rechazado (Ley 19.983): Faltaron tres cajas' }
    expect((await get(id)).answers[1]?.comment).toBe(comments[order.action])
  })
})

describe('a company without acknowledgements', () => {
  it('sends none', async () => {
    const body = { approvalAmount: null, answerReception: false, policies: [] }
    await buyer.api.put('Received/SetPolicies', body)
    const { folios: [folio] } = await arrive({ receivers: [buyer.taxNumber] })

    expect(await answersTo(folio)).toEqual([])
    await buyer.api.put('Received/SetPolicies', { ...body, answerReception: true })
  })
})

describe('the list as a file', () => {
  it('has a row for each document of the filters', async () => {
    const { totalRecords } = resultOf(await buyer.api.get('Received/List', { failedChecks: true }))
    const api = exchange.program.api({ token: buyer.token, headers: { 'accept-language': 'es' } })
    const { body } = await api.file('Received/Export', { format: 'csv', failedChecks: true })
    const [headings, ...rows] = body.toString('utf8').trim().split(/\r?\n/)

    expect(headings).toContain('RUT emisor')
    expect(rows).toHaveLength(totalRecords)
  })
})
