import { beforeEach, describe, expect, it } from 'vitest'
import { failure, success } from '../../support/app.ts'
import { first } from '../../support/expecting.ts'
import { sharedApp } from '../../support/shared.ts'
import { refusedAddress } from '../../support/world.ts'

const url = '/api/Tenant/GetAccessKeyAndSecretKeyValidation'
const app = sharedApp()
// The limit on guesses refills with the clock.
beforeEach(() => { app.world.pass(60) })

const post = (payload: object, headers = {}) => app.call({ method: 'POST', url, payload, headers })
const get = ({ tenantCode, accessKey, secretKey }: { tenantCode: string, accessKey: string, secretKey: string }) =>
  app.call({
    method: 'GET', url, headers: { 'x-tenant-code': tenantCode, 'x-access-key': accessKey, 'x-secret-key': secretKey }
  })

describe('answers', () => {
  it('says that the keys are right, in the body or in headers', async () => {
    expect(await post(app.world.andes.keys)).toMatchObject(success(true))
    expect(await get(app.world.andes.keys)).toMatchObject(success(true))
  })
})

describe('rejects input (400)', () => {
  it('names what is missing in the body', async () => {
    expect(await post({ tenantCode: 'andes' })).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })

  it('refuses a secret in the URL', async () => {
    expect(await app.call({ method: 'GET', url: `${url}?secretKey=sk_x` })).toMatchObject(
      failure(400, 'SECRET_IN_QUERY')
    )
  })
})

describe('needs sign-in (401)', () => {
  it('answers every wrong part alike, byte for byte', async () => {
    const { andes: { keys }, boreal } = app.world
    const wrong = [
      { ...keys, tenantCode: 'boreal' }, { ...keys, tenantCode: 'nobody' },
      { ...keys, accessKey: boreal.keys.accessKey }, { ...keys, accessKey: 'x' },
      { ...keys, secretKey: boreal.keys.secretKey }
    ]

    const answers = [...await Promise.all(wrong.map((one) => post(one))), ...await Promise.all(wrong.map(get))]

    for (const answer of answers) {
      expect(answer).toMatchObject(failure(401, 'TENANT_KEYS_INVALID'))
      expect(answer.body).toEqual(first(answers).body)
    }
  })

  it('requires keys in the headers', async () => {
    expect(await app.call({ method: 'GET', url })).toMatchObject(failure(401, 'TENANT_KEYS_INVALID'))
  })

  it('limits wrong keys per address (429), without counting right ones', async () => {
    const answers = []
    for (let count = 0; count < 40; count += 1) expect(await post(app.world.andes.keys)).toMatchObject(success(true))
    for (let count = 0; count < 31; count += 1) {
      answers.push(await post({ ...app.world.andes.keys, secretKey: 'sk_guess' }))
    }

    expect(answers[29]).toMatchObject(failure(401, 'TENANT_KEYS_INVALID'))
    expect(answers[30]).toMatchObject(failure(429, 'RATE_LIMITED'))
  })
})

describe('needs claim (403)', () => {
  it('refuses right keys from an address that is not allowed', async () => {
    expect(await post(app.world.andes.keys, { 'x-forwarded-for': refusedAddress })).toMatchObject(
      failure(403, 'IP_NOT_ALLOWED')
    )
    expect(await post({ ...app.world.andes.keys, secretKey: 'sk_wrong' }, { 'x-forwarded-for': refusedAddress }))
      .toMatchObject(failure(401, 'TENANT_KEYS_INVALID'))
  })
})
