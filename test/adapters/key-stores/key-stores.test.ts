import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createKeyStores, type KeyStoresOptions } from '../../../src/adapters/key-stores/key-stores.ts'
import { openPkcs12 } from '../../../src/dte/signing/certificate.ts'
import { createAuthority } from '../../support/authority.ts'
import { slowToOpen } from '../../support/key-stores.ts'

const file = createAuthority().certificate().pkcs12('clave')
const slow = slowToOpen(file)

/** Key stores that no slowness of this machine keeps from an answer, and how many files they hold. */
function keyStores (options: KeyStoresOptions = {}) {
  let held = (): number => NaN
  const { open } = createKeyStores({ deadlineMs: 120_000, ...options, countHeld: (_what, count) => { held = count } })
  return {
    held: () => held(),
    open: (
      bytes: Buffer,
      { tenantId = 'andes', password = 'clave', signal }: {
        tenantId?: string, password?: string, signal?: AbortSignal
      } = {}
    ) => open(bytes, password, { tenantId, signal })
  }
}

describe('a key store', () => {
  it("opens in a thread with the same outcome, and leaves the caller's file intact", async () => {
    const { open, held } = keyStores()
    const copy = Buffer.from(file)

    expect(await open(file)).toEqual(openPkcs12(file, 'clave'))
    await expect(open(file, { password: 'otra' })).rejects.toMatchObject({
      name: 'CertificateError', code: 'CERTIFICATE_PASSWORD_WRONG'
    })
    expect(file.equals(copy)).toBe(true)
    expect(held()).toBe(0)
  })

  it('that needs 399,000 rounds does not block the event loop', { tags: 'slow' }, async () => {
    const happened: string[] = []
    const opening = keyStores().open(slow).catch(({ code }: { code: string }) => { happened.push(code) })

    for (let turn = 0; turn < 3; turn++) happened.push(await setImmediate('turn'))
    await opening

    expect(happened).toEqual(['turn', 'turn', 'turn', 'CERTIFICATE_PASSWORD_WRONG'])
  })

  it('is abandoned when its client leaves, whether queued or being opened', async () => {
    const { open, held } = keyStores()
    const [first, second] = [new AbortController(), new AbortController()]
    const endings = Promise.allSettled([open(slow, { signal: first.signal }), open(slow, { signal: second.signal })])
    expect(held()).toBe(2)

    second.abort(new Error('the second left'))
    first.abort(new Error('the first left'))

    expect(await endings).toMatchObject([{ reason: { message: 'the first left' } }, {
      reason: { message: 'the second left' }
    }])
    expect(held()).toBe(0)
    await expect(open(file, { signal: first.signal })).rejects.toThrow('the first left')
    expect(await open(file)).toMatchObject({ holderTaxNumber: '11111111-1' })
  })

  it('that exceeds the memory limit ends its thread only', async () => {
    const { open, held } = keyStores({ memoryLimitMb: 4 })

    await expect(open(file)).rejects.toMatchObject({ name: 'CertificateError', code: 'CERTIFICATE_FILE_MALFORMED' })
    await expect(open(file)).rejects.toMatchObject({ code: 'CERTIFICATE_FILE_MALFORMED' })
    expect(held()).toBe(0)
  })

  it('that does not open in time is not reported as malformed', async () => {
    const { open, held } = keyStores({ deadlineMs: 1 })

    await expect(open(file)).rejects.toMatchObject({ name: 'ServiceError', code: 'OVERLOADED' })
    await expect(open(file)).rejects.toMatchObject({ code: 'OVERLOADED' })
    expect(held()).toBe(0)
  })

  it('waits while others are opened; one tenant fills at most half of the queue', { tags: 'slow' }, async () => {
    const { open, held } = keyStores({ limit: 1, queueLimit: 3 })
    const taken = [open(file), open(file), open(file)]
    await expect(open(file)).rejects.toMatchObject({ code: 'OVERLOADED' })
    taken.push(open(file, { tenantId: 'boreal' }))
    await expect(open(file, { tenantId: 'cobre' })).rejects.toMatchObject({ code: 'OVERLOADED' })

    expect(held()).toBe(4)
    expect(await Promise.all(taken)).toHaveLength(4)
    expect(held()).toBe(0)
  })
})
