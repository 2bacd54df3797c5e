import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCertificateWarnings } from '../../../src/services/tenants/certificate-warnings.ts'
import { createWorld, type World } from '../../support/world.ts'

const daySeconds = 86_400
let world: World
let warnAll: () => Promise<void>
let end: number

// The certificates of the tests end at this moment.
const notAfter = new Date('2029-01-01T00:00:00Z')

beforeAll(async () => {
  world = await createWorld()
  warnAll = createCertificateWarnings({ store: world.store, clock: world.clock }).warnAll
  const certificate = world.authority.certificate({ holderName: 'Rosa Núñez Soto', holderTaxNumber: '11111111-1' })
  await world.certificates.upload(world.andes.admin, { file: certificate.pkcs12('clave'), password: 'clave' })
  end = notAfter.getTime()
})
beforeEach(() => world.rows('delete from mails'))
afterAll(() => world.close())

const toDaysBefore = (days: number): void => {
  world.pass((end - days * daySeconds * 1000 - world.clock().getTime()) / 1000)
}
const mails = () => world.rows<{ recipient: string, about: string, facts: { days: number } }>(
  "select recipient, about, facts from mails where kind = 'certificateExpiring' order by created_at, recipient"
)

describe('a certificate that ends', () => {
  it('is told of to administrators alone, thirty, fourteen, seven and one day before, once each', async () => {
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
    expect(await world.rows("select 1 from outbox_tasks where topic = 'sendMail'")).toHaveLength(4)
  })

  it('is on the list of what is left to do, without being in the way', async () => {
    toDaysBefore(20)
    const { readiness } = await world.tenants.getTenant(world.andes.admin)

    expect(readiness.missing).toContainEqual({
      code: 'CERTIFICATE_ENDS_SOON', documentType: null, blocking: false, message: expect.anything()
    })
  })

  it('is told of once when two instances look at the same time', async () => {
    toDaysBefore(7)
    await Promise.all(Array.from({ length: 6 }, () => warnAll()))

    expect(await mails()).toHaveLength(1)
  })

  it('is told of with the warning that is due when those before were missed', async () => {
    toDaysBefore(10)
    await warnAll()

    expect(await mails()).toMatchObject([{
      about: expect.stringContaining(' 14 '),
      facts: { days: 10, businessName: 'Comercial andes SpA', holderName: 'Rosa Núñez Soto' }
    }])
  })

  it('is not told of any more once it is over, or another took its place', async () => {
    toDaysBefore(-1)
    await warnAll()
    expect(await mails()).toEqual([])

    toDaysBefore(5)
    await world.rows('update certificates set replaced_at = now()')
    await warnAll()
    expect(await mails()).toEqual([])
  })
})
