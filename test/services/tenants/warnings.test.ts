import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCertificateWarnings } from '../../../src/services/tenants/certificate-warnings.ts'
import { createFolioWarnings } from '../../../src/services/tenants/folio-warnings.ts'
import { only } from '../../support/expecting.ts'
import { sharedWorld } from '../../support/shared.ts'
import { storeInvoices } from '../../support/stored-invoices.ts'
import type { WorldTenant } from '../../support/world.ts'

const daySeconds = 86_400
let warnAll: () => Promise<void>
let warnOfFolios: () => Promise<void>
let end: number

// The certificates of the tests end at this moment.
const notAfter = new Date('2029-01-01T00:00:00Z')

const world = sharedWorld()

beforeAll(async () => {
  warnAll = createCertificateWarnings({ store: world.store, clock: world.clock }).warnAll
  warnOfFolios = createFolioWarnings({ store: world.store, clock: world.clock }).warnAll
  await world.notifications.set(world.andes.admin, {
    url: 'https://erp.andes.example/timbre', enabled: true, events: ['folios.low', 'certificate.expiring']
  })
  const certificate = world.authority.certificate({ holderName: 'Rosa Núñez Soto', holderTaxNumber: '11111111-1' })
  await world.certificates.upload(world.andes.admin, { file: certificate.pkcs12('clave'), password: 'clave' })
  end = notAfter.getTime()
})
beforeEach(() => world.rows('delete from mails; delete from notification_deliveries; delete from outbox_tasks'))

const toDaysBefore = (days: number): void => {
  world.pass((end - days * daySeconds * 1000 - world.clock().getTime()) / 1000)
}
const notified = () => world.rows(
  'select event as type, invoice_id as "correlationId", data from notification_deliveries order by at, event'
)
const mails = () => world.rows<{ recipient: string, about: string, facts: { days: number } }>(
  "select recipient, about, facts from mails where kind = 'certificateExpiring' order by created_at, recipient"
)

describe('folios of a type that run out', () => {
  const letters = () => world.rows<{ recipient: string, facts: object }>(
    "select recipient, facts from mails where kind = 'foliosLow' order by about"
  )
  async function addBlock ({ admin, taxNumber }: WorldTenant, documentType: number, from: number, to: number) {
    const { id } = await world.folios.upload(admin, world.authority.caf({ taxNumber, documentType, from, to }))
    return { id, activate: () => world.folios.activate(admin, id) }
  }

  it('are reported once by mail and notification, with any number of instances and however long it lasts', { tags: 'slow' }, async () => {
    const { andes } = world
    await (await addBlock(andes, 39, 1, 100)).activate()
    await warnOfFolios()
    expect(await letters()).toEqual([])
    // At 20 a day the hundred last for five days.
    await storeInvoices(world, andes, Array.from({ length: 140 }, () => ({ documentType: 39 })))

    await Promise.all(Array.from({ length: 6 }, () => warnOfFolios()))
    world.pass(daySeconds)
    await warnOfFolios()

    expect(await letters()).toEqual([{
      recipient: 'admin@andes.example',
      facts: {
        businessName: 'Comercial andes SpA', taxNumber: andes.taxNumber, environment: 'certification', documentType: 39,
        typeName: 'Boleta Electrónica', remaining: 100, inactive: 0, daysLeft: 5, suggested: 140
      }
    }])
    expect(await notified()).toEqual([{
      type: 'folios.low',
      correlationId: null,
      data: {
        invoiceTypeCode: '39', typeName: 'Boleta Electrónica', environment: 'certification', remaining: 100, inactive: 0,
        daysLeft: 5, suggested: 140
      }
    }])
    expect((await world.tenants.getTenant(andes.admin)).readiness.missing).toContainEqual({
      code: 'FOLIOS_LOW',
      documentType: 39,
      blocking: false,
      message: {
        en: expect.stringMatching(/^100 folios of type 39 \(Boleta Electrónica\) are left, enough for \d+ days\. Upload/),
        es: expect.stringMatching(/^Quedan 100 folios del tipo 39 \(Boleta Electrónica\), para \d+ días\. Suba/)
      }
    })
  })

  it('are reported again when the next block is not enough either, and not when it is', async () => {
    const { andes } = world
    await world.rows('update folio_blocks set next = range_to + 1 where document_type = 39')
    await storeInvoices(world, andes, Array.from({ length: 20 }, () => ({ documentType: 39 })))
    await (await addBlock(andes, 39, 101, 110)).activate()
    await warnOfFolios()
    expect(await letters()).toMatchObject([{ facts: { remaining: 10 } }])

    const next = await addBlock(andes, 39, 111, 9999)
    await warnOfFolios()
    await next.activate()
    await warnOfFolios()

    expect(await letters()).toHaveLength(1)
  })

  it("are reported at the tenant's own threshold, and not at all if it turned the warning off", async () => {
    const { boreal } = world
    await (await addBlock(boreal, 41, 1, 30)).activate()
    await world.tenants.update(boreal.admin, { foliosLowDays: 0, foliosLowNumber: 0 })
    await world.rows('update folio_blocks set next = 30 where document_type = 41')
    await warnOfFolios()
    expect(await letters()).toEqual([])

    await world.tenants.update(boreal.admin, { foliosLowNumber: 5 })
    await warnOfFolios()

    expect(await letters()).toMatchObject([{
      recipient: 'admin@boreal.example', facts: { documentType: 41, remaining: 1, daysLeft: null }
    }])
    // No address is set: nobody is notified.
    expect(await notified()).toEqual([])
  })

  it('are reported to each endpoint that wants to know', async () => {
    const { andes } = world
    const [url, enabled] = ['https://crm.andes.example/timbre', true] as const
    const { id } = await world.notifications.create(andes.admin, { url, enabled, events: ['folios.low'] })
    await world.notifications.create(andes.admin, { url, enabled, events: ['document.accepted'] })
    await world.notifications.create(andes.admin, { url, enabled: false })
    await (await addBlock(andes, 46, 1, 1)).activate()
    await world.tenants.update(andes.admin, { foliosLowNumber: 5 })

    await warnOfFolios()

    const told = await world.rows<{ endpoint: string, subject: string }>(`
      select endpoint_id as endpoint, subject from notification_deliveries d join outbox_tasks t on t.subject = d.id::text
      where d.data ->> 'invoiceTypeCode' = '46' order by endpoint_id`)
    expect(told.map(({ endpoint }) => endpoint)).toEqual(['00000000-0000-0000-0000-000000000000', id])
    await world.tenants.update(andes.admin, { foliosLowNumber: 0 })
    await world.rows("delete from notification_endpoints where id <> '00000000-0000-0000-0000-000000000000'")
  })

  it('are mailed only to users who chose it', async () => {
    const { andes } = world
    await world.notifications.set(andes.admin, {
      url: 'https://erp.andes.example/timbre', enabled: true, events: ['certificate.expiring']
    })
    await (await addBlock(andes, 34, 1, 1)).activate()
    await world.tenants.update(andes.admin, { foliosLowNumber: 5 })

    await warnOfFolios()

    expect(await letters()).toMatchObject([{ facts: { documentType: 34, remaining: 1 } }])
    expect(await notified()).toEqual([])
  })
})

describe('a certificate that expires soon', () => {
  it('is reported to administrators only, thirty, fourteen, seven and one day before, once each', async () => {
    const told: Record<number, number[]> = {}
    for (const days of [31, 30, 29, 15, 14, 13, 8, 7, 6, 2, 1, 0.5]) {
      toDaysBefore(days)
      await warnAll()
      await warnAll()
      told[days] = (await mails()).map(({ facts }) => facts.days)
    }

    expect(told).toEqual({
      31: [],
      30: [30],
      29: [30],
      15: [30],
      14: [30, 14],
      13: [30, 14],
      8: [30, 14],
      7: [30, 14, 7],
      6: [30, 14, 7],
      2: [30, 14, 7],
      1: [30, 14, 7, 1],
      0.5: [30, 14, 7, 1]
    })
    expect(new Set((await mails()).map(({ recipient }) => recipient))).toEqual(new Set(['admin@andes.example']))
    // The first warning is the only notification.
    const certificate = only(await world.rows<{ id: string }>('select id from certificates'))
    expect(await notified()).toEqual([{
      type: 'certificate.expiring',
      correlationId: null,
      data: {
        certificateId: certificate.id, holderName: 'Rosa Núñez Soto', holderTaxNumber: '11111111-1',
        notAfter: '2029-01-01T00:00:00.000Z', daysLeft: 30
      }
    }])
    expect(await world.rows("select 1 from outbox_tasks where topic = 'sendMail'")).toHaveLength(4)
  })

  it('is listed among the open points, without blocking readiness', async () => {
    toDaysBefore(20)
    const { readiness } = await world.tenants.getTenant(world.andes.admin)

    expect(readiness.missing).toContainEqual({
      code: 'CERTIFICATE_ENDS_SOON', documentType: null, blocking: false, message: expect.anything()
    })
  })

  it('is reported once by two concurrent instances', async () => {
    toDaysBefore(7)
    await Promise.all(Array.from({ length: 6 }, () => warnAll()))

    expect(await mails()).toHaveLength(1)
  })

  it('is reported with the current warning when earlier ones were missed', async () => {
    toDaysBefore(10)
    await warnAll()

    expect(await mails()).toMatchObject([{
      about: expect.stringContaining(' 14 '),
      facts: { days: 10, businessName: 'Comercial andes SpA', holderName: 'Rosa Núñez Soto' }
    }])
  })

  it('is no longer reported once it has expired or was replaced', async () => {
    toDaysBefore(-1)
    await warnAll()
    expect(await mails()).toEqual([])

    toDaysBefore(5)
    await world.rows('update certificates set replaced_at = now()')
    await warnAll()
    expect(await mails()).toEqual([])
  })
})
