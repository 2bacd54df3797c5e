import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createSealing, type MasterKey, SealingError, type UnreadableSecret
} from '../../../src/services/secrets/sealing.ts'
import { defined } from '../../support/expecting.ts'

const older: MasterKey = { id: 'k1', key: randomBytes(32) }
const newer: MasterKey = { id: 'k2', key: randomBytes(32) }
const place = { tenantId: 'andes', kind: 'cafKey', rowId: 'row-1' } as const
const secret = Buffer.from('-----BEGIN RSA PRIVATE KEY-----')

describe('an encrypted secret', () => {
  const sealing = createSealing({ masterKeys: [newer, older] })

  it('can be decrypted in its own row', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => {
      expect(sealing.open(sealing.seal(Buffer.from(bytes), place), place)).toEqual(Buffer.from(bytes))
    }), { numRuns: 50 })
  })

  it('reveals nothing of the secret, and is different each time', () => {
    const [first, second] = [sealing.seal(secret, place), sealing.seal(secret, place)]

    expect(first.includes('PRIVATE KEY')).toBe(false)
    expect(first.equals(second)).toBe(false)
    expect(first.length).toBe(2 + newer.id.length + 60 + 28 + secret.length)
  })

  it.each([
    ['another row', { ...place, rowId: 'row-2' }],
    ['another tenant', { ...place, tenantId: 'boreal' }],
    ['another kind of secret', { ...place, kind: 'certificateKey' as const }]
  ])('cannot be decrypted after it was copied into %s', (_, elsewhere) => {
    const sealed = sealing.seal(secret, place)

    expect(() => sealing.open(sealed, elsewhere)).toThrow(SealingError)
  })

  it('cannot be decrypted when any bit is changed', () => {
    const sealed = sealing.seal(secret, place)

    for (let index = 0; index < sealed.length; index += 1) {
      const tampered = Buffer.from(sealed)
      tampered.writeUInt8(tampered.readUInt8(index) ^ 1, index)
      expect(() => sealing.open(tampered, place)).toThrow(SealingError)
    }
  })

  it('cannot be decrypted when truncated', () => {
    const sealed = sealing.seal(secret, place)

    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => sealing.open(sealed.subarray(0, length), place)).toThrow(SealingError)
    }
  })

  it('cannot be decrypted when combined from two secrets of one row', () => {
    const [first, second] = [sealing.seal(secret, place), sealing.seal(Buffer.from('x'.repeat(secret.length)), place)]
    const mixed = Buffer.concat([first.subarray(0, 64), second.subarray(64)])

    expect(() => sealing.open(mixed, place)).toThrow(SealingError)
  })
})

describe('an encrypted secret that cannot be decrypted', () => {
  const told: UnreadableSecret[] = []
  const sealing = createSealing({ masterKeys: [newer], onUnreadable: (secret) => told.push(secret) })
  const mine = sealing.seal(secret, place)
  const [damaged, cut] = [Buffer.from(mine), mine.subarray(0, 20)]
  const end = mine.length - 1
  damaged.writeUInt8(damaged.readUInt8(end) ^ 1, end)

  it.each([
    [
      'is sealed under a key that is not there', createSealing({ masterKeys: [older] }).seal(secret, place), 'k1',
      'The master key "k1" is not configured.'
    ],
    [
      'is sealed under another key of that id',
      createSealing({ masterKeys: [{ id: 'k2', key: randomBytes(32) }] }).seal(secret, place), 'k2',
      'another master key of that id'
    ],
    ['is damaged', damaged, 'k2', 'tampered with'],
    ['is cut off', cut, undefined, 'cut off'],
    ['is empty', Buffer.alloc(0), undefined, 'cut off']
  ])('names itself where it %s, and nothing secret', (_, sealed, masterKeyId, reason) => {
    told.length = 0
    const failure = errorOf(() => sealing.open(sealed, place))

    expect(failure).toMatchObject({ name: 'SealingError', code: 'SEALED_KEY_UNREADABLE' })
    expect(failure.message).toContain('in folio_blocks of the row row-1 of the tenant andes')
    expect(failure.message).toContain(reason)
    expect(told).toEqual([{
      table: 'folio_blocks', tenantId: 'andes', rowId: 'row-1', masterKeyId, reason: expect.stringContaining(reason)
    }])
    expect(failure.message + JSON.stringify(told)).not.toMatch(/PRIVATE|[\w+/]{40}/)
    expect(sealing.opens(sealed, place)).toBe(false)
    expect(told).toHaveLength(1)
  })

  it('is one thing, and one that opens is another', () => {
    expect(sealing.opens(mine, place)).toBe(true)
  })
})

function errorOf (work: () => unknown): Error {
  try {
    work()
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing was thrown')
}

describe('rotation of the master key', () => {
  const before = createSealing({ masterKeys: [older] })
  const during = createSealing({ masterKeys: [newer, older] })
  const after = createSealing({ masterKeys: [newer] })

  it('decrypts data of the older key while it is configured', () => {
    const sealed = before.seal(secret, place)

    expect(during.open(sealed, place)).toEqual(secret)
    expect(() => after.open(sealed, place)).toThrow('The master key "k1" is not configured.')
  })

  it('encrypts with the newest key', () => {
    expect(after.open(during.seal(secret, place), place)).toEqual(secret)
  })

  it('re-encrypts data of an older key, and keeps the rest', () => {
    const renewed = defined(during.renew(before.seal(secret, place), place))

    expect(after.open(renewed, place)).toEqual(secret)
    expect(during.renew(renewed, place)).toBeUndefined()
  })
})

describe('a ring of master keys', () => {
  it.each([
    ['a key that is too short', [{ id: 'k1', key: randomBytes(16) }]],
    ['two keys under one id', [older, { ...newer, id: 'k1' }]],
    ['an id with blanks', [{ ...older, id: 'my key' }]]
  ])('is refused with %s', (_, masterKeys) => {
    expect(() => createSealing({ masterKeys: masterKeys as [MasterKey] })).toThrow(SealingError)
  })
})
