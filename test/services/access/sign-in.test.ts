import argon2 from 'argon2'
import { describe, expect, it } from 'vitest'
import { delaySeconds } from '../../../src/services/access/sign-in-delays.ts'
import { outdatedCost, passwordCost } from '../../support/cheap-passwords.ts'
import { only } from '../../support/expecting.ts'
import { sharedWorld } from '../../support/shared.ts'
import { password, refusedAddress, rut } from '../../support/world.ts'

const world = sharedWorld()

const address = '192.0.2.1'
const login = (email: string, secret: string) => world.signIn.login({ email, password: secret, address })
const fresh = async (name: string) => {
  await world.registration.register({
    email: `${name}@cumbre.example`, password, fullName: name, companyTitle: `Cumbre ${name}`, taxNumber: rut(79000001)
  })
  return `${name}@cumbre.example`
}

describe('registering', () => {
  it('creates a tenant whose administrator has every claim', async () => {
    const { andes } = world

    expect(andes.admin.permissions).toContain('Folio.Manage')
    expect(andes.admin.permissions).toContain('Role.Manage')
    expect(
      await world.rows('select name, system from roles where tenant_id = $1 and system order by name', [andes.tenantId])
    )
      .toEqual([{ name: 'Administrator', system: true }, { name: 'Operator', system: true }, {
        name: 'Viewer', system: true
      }])
  })

  it("assigns a new tenant the server's authority and environment", async () => {
    const [row] = await world.rows(
      'select tax_authority, environment, certification_resolution_number from tenants where code = $1', ['andes']
    )

    expect(row).toEqual({ tax_authority: 2, environment: 'certification', certification_resolution_number: 0 })
  })

  it("derives the code from the company's name, and another one when it is in use", async () => {
    const company = { password, fullName: 'Luz', companyTitle: 'Panadería Ñuñoa & Hijos SpA', taxNumber: rut(79000002) }

    const first = await world.registration.register({ ...company, email: 'luz@panaderia.example' })
    const second = await world.registration.register({ ...company, email: 'sol@panaderia.example' })

    expect(first.tenantCode).toBe('panaderia-nunoa-hijos-spa')
    expect(second.tenantCode).toMatch(/^panaderia-nunoa-hijos-spa-[0-9a-f]{8}$/)
  })

  it('stores neither the password nor the secret key', async () => {
    const dump = JSON.stringify([
      await world.rows('select * from users'), await world.rows('select * from people'),
      await world.rows('select * from tenant_keys'),
      await world.rows('select * from audit_entries')
    ])

    expect(dump).not.toContain(password)
    expect(dump).not.toContain(world.andes.keys.secretKey)
    expect(dump).not.toContain(world.andes.keys.secretKey.slice(3, 40))
  })

  it('stores nothing when it fails half way', async () => {
    const before = await world.rows('select kind, name from directory_names order by 1, 2')

    await expect(
      world.registration.register({
        email: 'ADMIN@andes.example ', password: 'faro-nieve-cobre-87', fullName: 'x', companyTitle: 'Otra',
        taxNumber: rut(79000003), tenantCode: 'otra'
      })
    )
      .rejects.toMatchObject({ code: 'CREDENTIALS_INVALID' })

    expect(await world.rows('select kind, name from directory_names order by 1, 2')).toEqual(before)
    expect(await world.rows('select 1 from tenants where code = $1', ['otra'])).toEqual([])
  })

  it('links both tenants to one person when they are registered with one email at once', async () => {
    const outcomes = await Promise.allSettled(['una', 'otra'].map((code) => world.registration.register({
      email: 'gemela@cumbre.example',
      password,
      fullName: 'Gemela',
      companyTitle: code,
      taxNumber: rut(79000004),
      tenantCode: `gemela-${code}`
    })
    ))

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(
      await world.rows(`select distinct m.person from users u join memberships m on m.subject = u.id
        where u.email = 'gemela@cumbre.example'`)
    ).toHaveLength(1)
  })

  it('refuses a company whose name is invalid on a document', async () => {
    await expect(
      world.registration.register({
        email: 'x@x.example', password, fullName: 'x', companyTitle: '会社', taxNumber: rut(79000005)
      })
    )
      .rejects.toMatchObject({ code: 'VALIDATION_FAILED', problems: [{ path: 'companyTitle' }] })
  })
})

describe('signing in', () => {
  it('finds the account by its email in any case', async () => {
    const { user, claims } = await login(' Admin@ANDES.example', password)

    expect(user).toEqual({
      id: world.andes.admin.userId, userName: 'admin@andes.example', fullName: 'Admin andes',
      email: 'admin@andes.example', companyTitle: 'Comercial andes SpA'
    })
    expect(claims).toEqual({
      userId: world.andes.admin.userId, tenantId: world.andes.tenantId, tokenVersion: 0, sessionId: expect.any(String)
    })
  })

  it('answers an unknown email and a wrong password alike', async () => {
    const known = await login(await fresh('pedro'), 'not the password').catch((error: unknown) => error)
    const unknown = await login('nobody@andes.example', 'not the password').catch((error: unknown) => error)

    expect(known).toEqual(unknown)
    expect(known).toMatchObject({ code: 'CREDENTIALS_INVALID' })
  })

  it('answers an address that the tenant does not allow like a wrong password, whatever the password', async () => {
    const email = await fresh('ines')
    const from = (emailOf: string, secret: string) =>
      world.signIn.login({ email: emailOf, password: secret, address: refusedAddress }).catch((error: unknown) => error)

    const [right, wrong, nobody] = [
      await from(email, password), await from(email, 'wrong'), await from('nadie@cumbre.example', 'wrong')
    ]

    expect(right).toMatchObject({ code: 'CREDENTIALS_INVALID' })
    expect([wrong, nobody]).toEqual([right, right])
    await expect(login(email, password)).resolves.toBeDefined()
  })

  it('refuses deleted users', async () => {
    const email = await fresh('olga')
    await world.rows('update users set deleted_at = now() where email = $1', [email])

    await expect(login(email, password)).rejects.toMatchObject({ code: 'CREDENTIALS_INVALID' })
  })

  it('renews a hash of a lower cost', async () => {
    const email = await fresh('hugo')
    const ofPerson =
      'id = (select m.person from memberships m join users u on u.id = m.subject where u.email = $1)'
    await world.rows(`update people set password_hash = $2 where ${ofPerson}`, [
      email, await argon2.hash(password, outdatedCost)
    ])

    await login(email, password)

    const row = only(await world.rows<{ password_hash: string }>(`select password_hash from people where ${ofPerson}`, [
      email
    ]))
    expect(row.password_hash).toContain(`m=${passwordCost.memoryCost},t=2,p=1`)
    await expect(login(email, password)).resolves.toBeDefined()
  })
})

describe('the delay after failures', () => {
  it('starts with the fifth failure and doubles up to a quarter of an hour', () => {
    expect([0, 4, 5, 6, 7, 14, 15, 100].map(delaySeconds)).toEqual([0, 0, 1, 2, 4, 512, 900, 900])
  })

  it.each([['a known', 'dora'], ['an unknown', undefined]])(
    'holds off %s account, whatever the password, and says how long',
    async (_, name) => {
      const email = name ? await fresh(name) : 'ghost@nowhere.example'
      for (let failure = 1; failure <= 6; failure += 1) {
        await expect(login(email, 'wrong')).rejects.toMatchObject({ code: 'CREDENTIALS_INVALID' })
        if (failure === 5) world.pass(1)
      }

      await expect(login(email, password)).rejects.toMatchObject({ code: 'SIGN_IN_DELAYED', retryAfterSeconds: 2 })
      world.pass(1.5)
      await expect(login(email, password)).rejects.toMatchObject({ code: 'SIGN_IN_DELAYED', retryAfterSeconds: 1 })
    }
  )

  it('ends with the right password', async () => {
    const email = await fresh('elsa')
    for (let failure = 1; failure <= 5; failure += 1) await login(email, 'wrong').catch(() => {})
    world.pass(1)

    await login(email, password)

    for (let failure = 1; failure <= 4; failure += 1) await login(email, 'wrong').catch(() => {})
    await expect(login(email, password)).resolves.toBeDefined()
  })

  it('ends after a day without failures', async () => {
    const email = await fresh('rita')
    for (let failure = 1; failure <= 5; failure += 1) await login(email, 'wrong').catch(() => {})
    world.pass(24 * 3600 + 1)

    await login(email, 'wrong').catch(() => {})

    await expect(login(email, password)).resolves.toBeDefined()
    await world.signInDelays.forgetOld()
    world.pass(24 * 3600 + 1)
    await world.signInDelays.forgetOld()
    expect(await world.rows('select 1 from sign_in_attempts')).toEqual([])
  })

  it('cannot be avoided by concurrent guesses', async () => {
    const email = await fresh('nora')
    const guesses = Array.from({ length: 12 }, (_, index) => index === 11 ? password : `guess number ${index}`)

    const outcomes = await Promise.allSettled(guesses.map((guess) => login(email, guess)))

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([])
    await expect(login(email, password)).rejects.toMatchObject({ code: 'SIGN_IN_DELAYED' })
    await expect(world.signIn.login({ email, password, address: '192.0.2.2' })).resolves.toBeDefined()
  })

  it('stores neither emails nor addresses, only keyed hashes', async () => {
    await login('secretive@nowhere.example', 'wrong').catch(() => {})

    const hashes = (await world.rows<{ hash: Buffer }>(`select key_hash as hash from sign_in_attempts
      union all select account_hash from sign_in_networks union all select network_hash from sign_in_networks`)).map((
      row
    ) => row.hash)
    expect(hashes.every((hash) => hash.length === 32)).toBe(true)
  })
})
