/** @module-tag slow */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { stampsIn } from '../../adapters/pdf/pdf-reading.ts'
import type { Result } from '../../support/api.ts'
import { contentOf } from '../../support/contents.ts'
import { factura, facturaExenta } from '../../support/documents.ts'
import { first } from '../../support/expecting.ts'
import { type MailProgram, publicUrl, startMailProgram } from '../../support/mail-program.ts'
import type { ProgramTenant } from '../../support/program.ts'

let program: MailProgram
let andes: ProgramTenant
let boreal: ProgramTenant
let issued: Result<'post', 'Webhook/Save'>
beforeAll(async () => {
  program = await startMailProgram()
  andes = await program.tenant({ folios: [33], update: { publicPages: true } })
  boreal = await program.tenant({ folios: [33] })
  issued = (await andes.save(factura())).body.result
  await program.until('accepted', async () => (await andes.get(issued.correlationId)).status === 5)
})
afterAll(() => program.close())

const ask = (operation: 'PublicLink' | 'RevokePublicLink', correlationId = issued.correlationId, token = andes.token) =>
  program.call('POST', `/Webhook/${operation}`, { token, body: { correlationId } })
const linkOf = async (correlationId = issued.correlationId): Promise<string> =>
  (await ask('PublicLink', correlationId)).body.result.url
let caller = 0
/** Each from an address of its own, or the limit would stop the test. */
const open = (link: string, rest = '', remoteAddress = `198.51.100.${++caller}`) =>
  program.app.inject({ method: 'GET', url: `${link.slice(publicUrl.length)}${rest}`, remoteAddress })
const anonymous = ({ statusCode, headers, body }: Awaited<ReturnType<typeof open>>) => {
  const { date: _date, 'x-request-id': _id, ...same } = headers
  return { statusCode, headers: { ...same, ratelimit: undefined }, body }
}
const wrongLink = `${publicUrl}/d/${'A'.repeat(43)}`

describe('the link to the public page of a document', () => {
  it('has 256 random bits, is stable until revoked, and changes afterwards', async () => {
    const { correlationId } = (await andes.save(factura())).body.result
    const [first, again] = [await linkOf(correlationId), await linkOf(correlationId)]
    const revoked = [await ask('RevokePublicLink', correlationId), await ask('RevokePublicLink', correlationId)]
    const other = await linkOf(correlationId)

    expect(first).toMatch(/^https:\/\/facturas\.example\/timbre\/d\/[\w-]{43}$/)
    expect(again).toBe(first)
    expect(revoked.map(({ body }) => body.result)).toEqual([true, false])
    expect(other).not.toBe(first)
    expect((await open(first)).statusCode).toBe(404)
    expect((await open(other)).statusCode).toBe(200)
    expect((await program.rows(
      "select action from audit_entries where entity_id = $1 and action like 'invoice.%ublicLink' order by sequence", [correlationId]
    )).map(({ action }) => action)).toEqual(['invoice.publicLink', 'invoice.revokePublicLink', 'invoice.publicLink'])
  })

  it('records when its page was first opened, for this link only', async () => {
    const { correlationId } = (await andes.save(factura())).body.result
    const told = async () => (await ask('PublicLink', correlationId)).body.result
    const { url, openedAt: before } = await told()
    await open(url, '/xml')
    const { openedAt: afterFile } = await told()
    await open(url)
    const { openedAt: first } = await told()
    await open(url)
    const { openedAt: second } = await told()
    await ask('RevokePublicLink', correlationId)

    expect([before, afterFile]).toEqual([null, null])
    expect(Date.now() - new Date(first).getTime()).toBeLessThan(60_000)
    expect(second).toBe(first)
    expect((await told()).openedAt).toBeNull()
  })

  it('is in no table or log, neither itself nor its token', async () => {
    const link = await linkOf()
    await open(link)
    const token = link.slice(-43)
    const rows = JSON.stringify([
      ...await program.rows('select * from public_links'), ...await program.rows('select * from directory_names'),
      ...await program.rows('select details from audit_entries'), ...await program.rows('select answer from idempotency_keys')
    ])

    expect(rows).not.toContain(token)
    expect(program.logs.join('')).toContain('/d/:token')
    expect(program.logs.join('')).not.toContain(token)
  })

  it("is refused without public pages, for invalid documents, and for another tenant's", async () => {
    const own = (await boreal.save(factura())).body.result.correlationId
    const waiting = (await andes.save(facturaExenta())).body.result.correlationId
    const failed = (await andes.save(factura())).body.result.correlationId
    await program.until('accepted', async () => (await andes.get(failed)).status === 5)
    await program.rows('update invoices set status = 8 where id = $1', [failed])
    const answers = [
      await ask('PublicLink', own, boreal.token), await ask('PublicLink', waiting), await ask('PublicLink', failed),
      await ask('PublicLink', own), await ask('RevokePublicLink', own)
    ]

    expect(answers.map(({ status, body: { errorCode } }) => [status, errorCode])).toEqual([
      [409, 'PUBLIC_PAGES_OFF'], [409, 'DOCUMENT_NOT_ISSUED'], [409, 'DOCUMENT_NOT_IN_FORCE'],
      [404, 'DOCUMENT_NOT_FOUND'], [404, 'DOCUMENT_NOT_FOUND']
    ])
  })

  it('is in the mails of documents, unless it was revoked', async () => {
    const link = await linkOf()
    const send = (to: string) => andes.api.post('Webhook/Send', { correlationId: issued.correlationId, to: [to] })
    await send('con-enlace@austral.example')
    const before = first(await program.mailsTo('con-enlace@austral.example', 1))
    await ask('RevokePublicLink')
    await send('sin-enlace@austral.example')
    const after = first(await program.mailsTo('sin-enlace@austral.example', 1))

    expect(first(before.texts).text).toContain(link)
    expect(first(after.texts).text).not.toContain('/d/')
  })
})

describe('the QR code of the public page', () => {
  const allow = (update: object, { token } = andes) => program.api({ token }).put('Tenant/Update', update)
  const codesOn = async (correlationId: string, rest = '', { api } = andes) => {
    const { body } = await api.file('Webhook/GetPdf', `?correlationId=${correlationId}${rest}`)
    return (await stampsIn(body, 'QRCode')).map(String)
  }
  const fresh = async () => (await andes.save(factura())).body.result.correlationId as string

  it("is printed where the tenant chose, with the document's link, created once", async () => {
    const id = await fresh()
    const off = await codesOn(id, '&format=80mm')
    await allow({ qrOnPdf: 'tickets' })
    const [letter, wide, narrow] = [
      await codesOn(id), await codesOn(id, '&format=80mm&cedible=true'), await codesOn(id, '&format=58mm')
    ]
    const link = await linkOf(id)
    await allow({ qrOnPdf: 'all' })

    expect([off, letter]).toEqual([[], []])
    expect(new Set([...wide, ...narrow, ...await codesOn(id)])).toEqual(new Set([link]))
    expect((await open(link)).statusCode).toBe(200)
  })

  it('is not printed for a revoked link or an invalid document, nor without public pages', async () => {
    const [revoked, failed] = [await fresh(), await fresh()]
    await linkOf(revoked)
    await ask('RevokePublicLink', revoked)
    await program.until('accepted', async () => (await andes.get(failed)).status === 5)
    await program.rows('update invoices set status = 8 where id = $1', [failed])
    await allow({ qrOnPdf: 'all' })
    await allow({ qrOnPdf: 'all' }, boreal)
    const own = (await boreal.save(factura())).body.result.correlationId

    expect(await codesOn(revoked)).toEqual([])
    expect(await codesOn(failed)).toEqual([])
    expect(await codesOn(own, '', boreal)).toEqual([])
    expect((await program.rows('select 1 from public_links where invoice_id = any($1)', [[failed, own]]))).toEqual([])
  })
})

describe('the public page', () => {
  it('shows anyone the document with its PDF and XML, without scripts, and no other data of the tenant', async () => {
    const link = await linkOf()
    const page = await open(link)
    const [pdf, xml] = [await open(link, '/pdf'), await open(link, '/xml')]
    const { xml: signed } = await contentOf(program, issued.correlationId)

    expect(page.statusCode).toBe(200)
    expect(page.body).toContain(`<h1>Factura Electrónica N° ${issued.invoiceNumber}</h1>`)
    expect(page.body).toContain(`Comercial ${andes.code} SpA`)
    expect(page.body).toContain(`$ ${issued.totalAmount.toLocaleString('es-CL')}`)
    expect(page.body).toContain('Aceptado por el SII.')
    expect(page.body).toContain('no tiene valor tributario')
    expect(page.body).toContain(`href="${link}/pdf"`)
    expect(page.body).not.toMatch(/<script|<img|Ñandú|admin@/)
    for (const secret of [andes.code + '@', issued.correlationId, factura().header.receiver.taxNumber]) {
      expect(page.body).not.toContain(secret)
    }
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(xml.rawPayload.equals(signed)).toBe(true)
  })

  it('is kept out of search engines, caches and frames', async () => {
    const link = await linkOf()
    for (const rest of ['', '/pdf', '/xml']) {
      expect((await open(link, rest)).headers).toMatchObject({
        'x-robots-tag': 'noindex, nofollow, noarchive', 'cache-control': 'no-store', 'referrer-policy': 'no-referrer'
      })
    }
    const page = await open(link)
    expect(page.body).toContain('<meta name="robots" content="noindex, nofollow, noarchive">')
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/
    )
  })

  it('answers wrong, revoked and switched-off links alike, on each path', async () => {
    const { correlationId } = (await andes.save(factura())).body.result
    const revoked = await linkOf(correlationId)
    await ask('RevokePublicLink', correlationId)
    const off = await linkOf()
    await andes.api.put('Tenant/Update', { publicPages: false })
    onTestFinished(async () => {
      await andes.api.put('Tenant/Update', { publicPages: true })
    })
    const answers = []
    for (const link of [wrongLink, revoked, off, `${publicUrl}/d/x`, off.toLowerCase()]) {
      for (const rest of ['', '/pdf', '/xml']) answers.push(anonymous(await open(link, rest)))
    }

    expect(answers[0]).toMatchObject({ statusCode: 404, body: expect.stringContaining('Este enlace no lleva a ningún documento') })
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  it("opens from addresses outside of the tenant's allow list, and with added query parameters", async () => {
    const link = await linkOf()
    const entry = await andes.api.post('IpAddressWhiteList/Create', { ipAddress: '127.0.0.0/8' })
    onTestFinished(async () => {
      await andes.api.delete('IpAddressWhiteList/Delete', { id: entry.body.result.id })
    })

    expect(entry.status).toBe(200)
    expect((await open(link, '', '203.0.113.7')).statusCode).toBe(200)
    expect((await open(link, '?fbclid=x', '203.0.113.8')).statusCode).toBe(200)
  })

  it('is rate limited per address against guessing', async () => {
    const tries = Array.from({ length: 90 }, () => open(wrongLink, '', '203.0.113.99'))
    const answers = (await Promise.all(tries)).map(({ statusCode }) => statusCode)

    expect(answers.filter((status) => status === 404).length).toBeGreaterThanOrEqual(60)
    expect(answers).toContain(429)
    expect((await open(wrongLink)).statusCode).toBe(404)
  })
})
