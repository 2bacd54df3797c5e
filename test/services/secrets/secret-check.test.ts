import { randomBytes } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { createResealing } from '../../../src/services/secrets/resealing.ts'
import { createSealing } from '../../../src/services/secrets/sealing.ts'
import { createSecretCheck } from '../../../src/services/secrets/secret-check.ts'
import { createStore } from '../../../src/repositories/store.ts'
import { OperatorError } from '../../../src/shared/operator-error.ts'
import { defined } from '../../support/expecting.ts'
import { sharedProgram } from '../../support/shared.ts'

interface Key { id: string, key: Buffer }
const newKey = (id = 'k1'): Key => ({ id, key: randomBytes(32) })
const text = ({ id, key }: Key): string => `${id}:${key.toString('base64')}`

const [masterKey, tokenKey, pepper] = [newKey(), newKey(), randomBytes(32)]
const ours = { masterKeys: [masterKey], jwtKeys: [tokenKey], pepper }
const places = { secrets: '/data/secrets.json', database: '/data/postgres' }

const program = sharedProgram({
  working: false,
  settings: { MASTER_KEY: text(masterKey), JWT_KEYS: text(tokenKey), KEY_PEPPER: pepper.toString('base64') }
})

beforeAll(async () => { await program.tenant({ folios: [39] }) })

async function verify (secrets: Partial<typeof ours>, { masterKeyLost = false } = {}): Promise<string[]> {
  const all = { ...ours, ...secrets }
  const store = createStore({ databaseUrl: program.database.url, pepper: all.pepper, poolSize: 2 })
  const [newest, ...older] = all.masterKeys
  const sealing = createSealing({ masterKeys: [defined(newest), ...older] })
  try {
    return await createSecretCheck({ store, sealing, secrets: all, masterKeyLost, places }).verify()
  } finally {
    await store.close()
  }
}

const known = (): Promise<unknown[]> => program.rows('select secret, key_id from secret_fingerprints order by 1, 2')

it('a database of an earlier version refuses secrets that do not match its data', async () => {
  await expect(verify({ pepper: randomBytes(32) })).rejects.toThrow(/^KEY_PEPPER: this database was made with another one/)
  await expect(verify({ masterKeys: [newKey()] })).rejects.toThrow(/^MASTER_KEY: this database was sealed under another key/)

  expect(await known()).toEqual([])
})

it('matching secrets are recorded, without revealing them', async () => {
  expect(await verify({})).toEqual([])

  expect(await known()).toEqual([
    { secret: 'JWT_KEYS', key_id: 'k1' }, { secret: 'KEY_PEPPER', key_id: '' }, { secret: 'MASTER_KEY', key_id: 'k1' }
  ])
  const [{ fingerprints }] = await program.rows("select string_agg(fingerprint, ' ') as fingerprints from secret_fingerprints")
  for (const { key } of [masterKey, tokenKey, { key: pepper }]) {
    expect(fingerprints).not.toContain(key.toString('base64url').slice(0, 8))
  }
})

it.each([
  ['KEY_PEPPER', { pepper: randomBytes(32) }], ['MASTER_KEY', { masterKeys: [newKey()] }],
  ['MASTER_KEY', { masterKeys: [newKey('k2')] }]
])('another %s is refused with both places and the ways out', async (setting, secrets) => {
  const error = await verify(secrets).catch((thrown: unknown) => thrown)

  expect(error).toBeInstanceOf(OperatorError)
  expect(String(error)).toContain(`${setting}: this database was`)
  expect(String(error)).toContain('/data/secrets.json')
  expect(String(error)).toContain('/data/postgres')
  expect(String(error)).toMatch(/Restore the/)
  expect(await known()).toHaveLength(3)
})

it('other JWT_KEYS give a warning: people sign in again', async () => {
  const another = newKey('k9')

  expect(await verify({ jwtKeys: [another] })).toEqual([expect.stringMatching(/^JWT_KEYS: none of these keys/)])
  expect(await verify({ jwtKeys: [another] })).toEqual([])
})

it('a rotated master key can be removed once everything is encrypted under the new one, and is refused alone afterwards', async () => {
  const next = newKey('k2')
  expect(await verify({ masterKeys: [next, masterKey] })).toEqual([])
  await expect(verify({ masterKeys: [next] })).rejects.toThrow(/^MASTER_KEY: the secrets of this database are encrypted under k1, /)
  const store = createStore({ databaseUrl: program.database.url, pepper, poolSize: 2 })
  const sealing = createSealing({ masterKeys: [next, masterKey] })
  await createResealing({ store, sealing, newestKeyId: next.id }).renewAll().finally(() => store.close())

  expect(await verify({ masterKeys: [next] })).toEqual([])
  expect(await verify({ masterKeys: [masterKey, next] })).toEqual([])
  await expect(verify({})).rejects.toThrow(/^MASTER_KEY: the secrets of this database are encrypted under k2, [^]*Put the key/)
})

it('a lost master key is replaced only when the operator confirms the loss', async () => {
  const fresh = newKey('k3')
  await expect(verify({ masterKeys: [fresh] })).rejects.toThrow(/MASTER_KEY_LOST=true/)

  expect(await verify({ masterKeys: [fresh] }, { masterKeyLost: true })).toEqual([])
  expect(await verify({ masterKeys: [fresh] })).toEqual([])
  // A key that was found again.
  expect(await verify({ masterKeys: [fresh, masterKey] })).toEqual([])
})
