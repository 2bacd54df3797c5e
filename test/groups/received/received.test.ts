import { beforeAll, describe, expect, it } from 'vitest'
import { buildEnvelope } from '../../../src/dte/signing/envelope.ts'
import type { Result } from '../../support/api.ts'
import { failure } from '../../support/app.ts'
import { factura } from '../../support/documents.ts'
import { first, only, resultOf, defined } from '../../support/expecting.ts'
import { allSettled } from '../../support/program.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'
import { cover, createSigning } from '../../support/signing.ts'
import { supplierFile } from '../../support/supplier.ts'
import { zipOf } from '../../support/zips.ts'

const { credential } = createSigning({ keyBits: 1024 })
const program = sharedProgram()
const andes = sharedTenant(program, { folios: [33] })
const boreal = sharedTenant(program, { folios: [] })
let genuine: Buffer
let issued: Result<'get', 'Webhook/GetWebhook'>

beforeAll(async () => {
  const document = factura()
  document.header.receiver = { ...document.header.receiver, taxNumber: boreal.taxNumber }
  const { correlationId } = (await andes.save(document)).body.result
  await program.until('settled', () => allSettled(program))
  issued = await andes.get(correlationId)
  genuine = (await andes.api.file('Webhook/GetXml', { correlationId })).body
})

const upload = async (file: Buffer, { api } = boreal, parts: object = {}) =>
  resultOf(await api.upload('Received/Upload', { File: file, ...parts })).files
/** Uploads a file that is one and has one document. */
const uploadOne = async (file: Buffer) => only(only(await upload(file)).documents).id
const list = async (query: string, { api } = boreal) => resultOf(await api.get('Received/List', query))
const get = async (id: string) => (await boreal.api.get('Received/Get', { id })).body.result
/** What happened to a document, but for the answer to its file, which may come at any time. */
const withoutAnswers = ({ timeline }: { timeline: { event: string, detail: string | null }[] }) =>
  timeline.filter(({ event }) => !event.startsWith('answer'))
const envelope = () => buildEnvelope({
  kind: 'DTE', cover: { ...cover, issuer: andes.taxNumber, receiver: boreal.taxNumber, resolutionNumber: 0 },
  documents: [{ documentType: 33, xml: genuine }], credential
})
const rowsOf = async (table: string, { code } = boreal): Promise<{ issuer?: string }[]> =>
  program.rows(`select * from ${table} where tenant_id = (select tenant_id from tenants where code = $1)`, [code])

describe('the name of an uploaded file', () => {
  const named = async (...params: string[]): Promise<string> => {
    const head = `--x\r\nContent-Disposition: form-data; name="File"${params.map((one) => `; ${one}`).join('')}\r\n\r\n`
    const { body } = await program.call('POST', '/Received/Upload', {
      token: boreal.token, body: Buffer.from(`${head}<a/>\r\n--x--\r\n`), headers: { 'content-type': 'multipart/form-data; boundary=x' }
    })
    return body.result.files[0].name
  }

  it.each([
    ['F33.xml', 'filename="F33.xml"'], ['Fáctura ñ.xml', 'filename="Fáctura ñ.xml"'], ['F33.xml', 'filename="C:\\\\fakepath\\\\F33.xml"'],
    ['F33.xml', 'filename="../../etc/F33.xml"'], ['ñ 1.xml', "filename*=UTF-8''%C3%B1%201.xml"],
    ['F33.xml', "filename*=UTF-8''..%2F..%2FF33.xml"]
  ])('is %s of the part with %s', async (name, ...params) => {
    expect(await named(...params)).toBe(name)
  })

  it('is the one in the part FileName, before or after the file', async () => {
    const file = Buffer.from('<a/>')

    expect(await upload(file, boreal)).toMatchObject([{ name: 'file.bin' }])
    expect(await upload(file, boreal, { FileName: 'otro.xml' })).toMatchObject([{ name: 'otro.xml' }])
  })

  it('is `file` if it was sent with an empty name', async () => {
    expect(await named('filename=""', 'filename="  "')).toBe('file')
  })
})

describe('a file of a supplier', () => {
  let id = ''

  it('is stored once with its documents, also if it is uploaded twice at once, and passes every check', async () => {
    const file = await envelope()
    const both = await Promise.all([upload(file, boreal, { FileName: 'E.xml' }), upload(file, boreal, { FileName: 'E.xml' })])
    expect(both.map((files) => only(files).outcome).sort()).toEqual(['new', 'repeated'])
    const taken = only(both.flat().filter(({ outcome }) => outcome === 'new'))
    expect(taken).toMatchObject({
      name: 'E.xml', reason: null, state: 0,
      documents: [{ outcome: 'new', documentType: 33, issuer: andes.taxNumber, failedChecks: [] }]
    })
    expect(both.flat().map(({ fileId }) => fileId)).toEqual([taken.fileId, taken.fileId])
    id = only(taken.documents).id

    const detail = await get(id)
    expect(detail).toMatchObject({
      folio: Number(issued.invoiceNumber), receiver: boreal.taxNumber,
      totalAmount: issued.totalAmount, state: 0, failedChecks: [], deadlineEstimated: true,
      file: { kind: 'EnvioDTE', receptionNumber: 1, source: 'upload', setId: 'SetDoc', issuer: andes.taxNumber }
    })
    expect(detail.file.checks.map(({ check }) => check))
      .toEqual(['readable', 'structure', 'envelopeSignature', 'addressee', 'environment', 'counts'])
    expect(detail.checks.map(({ check }) => check)).toEqual([
      'documentStructure', 'signature', 'signerAuthorised', 'issuer', 'receiver', 'onlyContent', 'stamp', 'amounts', 'sii'
    ])
    const days = (Date.parse(defined(detail.claimBy)) - Date.parse(detail.arrivedAt)) / 86_400_000
    expect(days).toBeLessThanOrEqual(8)
    expect(defined(detail.claimByLatest) >= defined(detail.claimBy)).toBe(true)

    expect(file.equals((await boreal.api.file('Received/GetXml', { id })).body)).toBe(true)
    const entries = await program.rows("select details from audit_entries where action = 'received.file'")
    expect(entries).toMatchObject([{ details: { source: 'upload', name: 'E.xml', receptionNumber: 1, documents: [{ id }] } }])
  })

  it('notifies the company once', async () => {
    const settings = { url: 'https://erp.boreal.example/timbre', enabled: true, events: ['received.document'] }
    await boreal.api.put('Notification/Update', settings)
    const file = await supplierFile(boreal.taxNumber, { folio: 300 })
    const told = await uploadOne(file)
    await upload(file)

    const rows = await program.rows("select data from notification_deliveries where event = 'received.document'")
    expect(rows).toMatchObject([{ data: { id: told, invoiceNumber: '300', issuer: '99999999-9', claimBy: expect.any(String) } }])
    await boreal.api.put('Notification/Update', { ...settings, enabled: false })
  })

  it('is confirmed by asking the SII', async () => {
    await program.until('confirmed', async () => {
      await program.rows("update outbox_tasks set due_at = now() where topic = 'confirmReceived' and lease_until is null")
      return (await get(id)).confirmationText === 'Confirmed'
    })

    const detail = await get(id)
    expect(detail).toMatchObject({ siiCode: 'DOK', failedChecks: [] })
    expect(detail.checks.at(-1)).toEqual({ check: 'sii', outcome: 'passed', detail: null })
    const told = withoutAnswers(detail).map(({ event, detail: what }) => [event, what])
    expect(told.filter(([, what]) => what !== 'FAU')).toEqual([['arrived', null], ['sii', 'DOK']])
    expect(await program.rows("select 1 from outbox_tasks where topic = 'confirmReceived' and subject = $1", [id])).toEqual([])
  })

  it('adds no duplicate of a known document, whatever file it is in', async () => {
    expect(await upload(genuine)).toMatchObject([{ outcome: 'new', documents: [{ id, outcome: 'repeated' }] }])
    expect(await upload(genuine)).toMatchObject([{ outcome: 'repeated', documents: [{ id, outcome: 'repeated' }] }])
    expect((await rowsOf('received_documents')).filter((row) => row.issuer === andes.taxNumber)).toHaveLength(1)
  })

  it('with other content under a known folio marks both and overwrites neither', async () => {
    const one = await uploadOne(await supplierFile(boreal.taxNumber, { folio: 500 }))
    const other = await uploadOne(await supplierFile(boreal.taxNumber, { folio: 500, changes: { issueDate: '2026-11-19' } }))
    expect(other).not.toBe(one)

    for (const [mine, its, date] of [[one, other, '2026-11-20'], [other, one, '2026-11-19']] as const) {
      const detail = await get(mine)
      expect(detail.checks).toContainEqual({ check: 'onlyContent', outcome: 'failed', detail: `OTHER_CONTENT: ${its}` })
      expect(detail).toMatchObject({ issueDate: date, state: 4, failedChecks: expect.arrayContaining(['onlyContent']) })
    }
    expect(withoutAnswers(await get(one))).toMatchObject([{ event: 'arrived' }, { event: 'otherContent', detail: other }])
  })

  it('with errors is stored, and its errors are shown', async () => {
    const tampered = Buffer.from(genuine.toString('latin1').replace(/<MntTotal>\d+/, '<MntTotal>7'), 'latin1')
    const file = only(await upload(tampered))

    expect(file).toMatchObject({ outcome: 'new', documents: [{ outcome: 'new', failedChecks: ['signature', 'onlyContent', 'stamp'] }] })
    expect((await get(only(file.documents).id)).state).toBe(1)
  })

  it('that the SII does not have is marked after a day, not at once', async () => {
    const unknown = await uploadOne(await supplierFile(boreal.taxNumber, { folio: 700 }))
    await program.control('/companies', { taxNumber: '99999999-9', senders: ['12345678-5'] })
    await program.control('/cafs', { taxNumber: '99999999-9', businessName: 'NIRES', documentType: 33, from: 1, to: 1000 })
    const ask = async () => {
      const before = (await get(unknown)).siiAskedAt
      await program.rows("update outbox_tasks set due_at = now() where topic = 'confirmReceived' and subject = $1", [unknown])
      await program.until('asked', async () => (await get(unknown)).siiAskedAt !== before)
      return get(unknown)
    }

    const first = await ask()
    expect(first).toMatchObject({ confirmationText: 'Pending' })
    expect(first.checks.at(-1)).toMatchObject({ check: 'sii', outcome: 'notPossible' })
    await program.rows("update received_documents set arrived_at = now() - interval '25 hours' where id = $1", [unknown])
    expect(await ask()).toMatchObject({ confirmationText: 'Unknown', failedChecks: expect.arrayContaining(['sii']) })
  })

  it('is refused with the reason if it has no document for the company', async () => {
    const reasonOf = async (text: string | Buffer) => only(await upload(Buffer.from(text))).reason
    const before = (await rowsOf('received_files')).length

    expect(await reasonOf('<!DOCTYPE a><EnvioDTE/>')).toBe('XML_DOCTYPE')
    expect(await reasonOf('<EnvioDTE/>')).toBe('NO_DOCUMENTS')
    expect(await reasonOf('<EnvioBOLETA/>')).toBe('BOLETAS')
    expect(await reasonOf(`<EnvioDTE>${'<a/>'.repeat(2_000_000)}</EnvioDTE>`)).toBe('FILE_TOO_LARGE')
    expect(await reasonOf('hola')).toBe('UNKNOWN_FILE')
    expect(await reasonOf(await supplierFile('88888888-8'))).toBe('OTHER_RECEIVER')
    expect((await rowsOf('received_files')).length).toBe(before)
  })

  it('can arrive in an archive, each file separately', async () => {
    const files = await upload(await zipOf({
      'a.xml': await supplierFile(boreal.taxNumber, { folio: 801 }), 'b.xml': await supplierFile(boreal.taxNumber, { folio: 802 }),
      'leame.txt': Buffer.from('hola')
    }), boreal, { FileName: 'dos.zip' })

    expect(files.map(({ name, outcome, reason }) => [name, outcome, reason])).toEqual([
      ['dos.zip/a.xml', 'new', null], ['dos.zip/b.xml', 'new', null], ['dos.zip/leame.txt', 'refused', 'UNKNOWN_FILE']
    ])
  })

  it('can arrive in an archive of hundreds, which is read completely or, with too many, not at all', { tags: 'slow', timeout: 120_000 }, async () => {
    const tenant = await program.tenant({ folios: [] })
    const documents: Record<string, Buffer> = {}
    for (let folio = 1; folio <= 210; folio++) documents[`F${folio}.xml`] = await supplierFile(tenant.taxNumber, { folio })
    const files = await upload(await zipOf(documents), tenant, { FileName: 'mes.zip' })

    expect(files.map(({ name }) => name)).toEqual(Object.keys(documents).map((name) => `mes.zip/${name}`))
    expect(files.filter(({ outcome }) => outcome !== 'new')).toEqual([])
    expect(await list('', tenant)).toMatchObject({ totalRecords: 210 })

    for (let n = 0; n <= 290; n++) documents[`${n}.txt`] = Buffer.from(String(n))
    documents['F301.xml'] = await supplierFile(tenant.taxNumber, { folio: 301 })
    expect(await upload(await zipOf(documents), tenant, { FileName: 'año.zip' })).toMatchObject([
      { name: 'año.zip', outcome: 'refused', reason: 'TOO_MANY_FILES' }
    ])
    expect(await list('', tenant)).toMatchObject({ totalRecords: 210 })
  })

  it('of certification is not in the list of production', async () => {
    const tenant = await program.tenant({ folios: [] })
    await program.rows("update tenants set environment = 'production' where code = $1", [tenant.code])
    const [file] = await upload(await supplierFile(tenant.taxNumber), tenant)

    expect(file).toMatchObject({ outcome: 'new', state: 99 })
    expect(await list('', tenant)).toMatchObject({ totalRecords: 0 })
  })

  it('is drawn from its XML, marked as a representation, with the stamp if its envelope came with it', async () => {
    const drawn = await boreal.api.file('Received/GetPdf', { id })

    expect(drawn.body.subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('is hidden from other tenants', async () => {
    for (const name of ['Received/Get', 'Received/GetXml', 'Received/GetPdf'] as const) {
      expect(await andes.api.get(name, { id })).toMatchObject(failure(404, 'RECEIVED_DOCUMENT_NOT_FOUND'))
    }
    expect(await list('', andes)).toMatchObject({ totalRecords: 0, data: [] })
  })
})

describe('the list of received documents', () => {
  it('filters by issuer, type, folio, dates, amounts, failed checks, confirmation and search', async () => {
    const total = async (query: string) => (await list(query)).totalRecords
    const all = await total('')
    const { folio, totalAmount } = first((await list('')).data)

    expect(await total('?issuer=99.999.999-9')).toBeGreaterThan(0)
    expect(await total(`?issuer=${andes.taxNumber}`)).toBeGreaterThan(0)
    expect(await total('?documentType=34')).toBe(0)
    expect(await total(`?folio=${folio}`)).toBeGreaterThan(0)
    expect(await total('?startDate=2026-11-19&endDate=2026-11-19')).toBe(1)
    expect(await total(`?minAmount=${Math.trunc(totalAmount)}&maxAmount=${Math.trunc(totalAmount)}`)).toBeGreaterThan(0)
    expect(await total('?failedChecks=true') + await total('?failedChecks=false')).toBe(all)
    expect(await total('?confirmation=5')).toBe(1)
    expect(await total('?search=nires')).toBeGreaterThan(0)
    expect(await total('?search=99.999')).toBeGreaterThan(0)
    expect(await total('?search=700')).toBe(1)
    expect(await total('?search=nada')).toBe(0)
  })

  it('pages from the oldest on, and returns changes', async () => {
    await program.until('visible', async () => {
      const { data, walk } = await list('?after=00000000-0000-0000-0000-000000000000&pageSize=2')
      return data.length === 2 && walk?.hasMore === true
    })
    const { data, walk } = await list('?after=00000000-0000-0000-0000-000000000000&pageSize=2')
    expect((await list(`?after=${walk?.after}&pageSize=100`)).data.map(({ id }) => id)).not.toContain(data[1]?.id)
    expect((await list(`?updatedSince=${new Date(Date.now() + 3_600_000).toISOString()}`)).totalRecords).toBe(0)
  })
})
