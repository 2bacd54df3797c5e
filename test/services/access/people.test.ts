import { beforeEach, describe, expect, it } from 'vitest'
import type { LeasedTask } from '../../../src/repositories/tasks/tasks.ts'
import type { Passwords } from '../../../src/services/access/passwords.ts'
import { hashOfMailToken, newMailToken } from '../../../src/services/access/mail-tokens.ts'
import { createSignIn } from '../../../src/services/access/sign-in.ts'
import { createUsers, type NewUser } from '../../../src/services/access/users.ts'
import type { Actor } from '../../../src/services/actor.ts'
import { first } from '../../support/expecting.ts'
import { noting } from '../../support/noting.ts'
import { sharedWorld } from '../../support/shared.ts'
import { password, refusedAddress, rut } from '../../support/world.ts'

const world = sharedWorld()
beforeEach(() => {
  world.pass(60)
})

const otherPassword = 'faro-nieve-cobre-87'
const address = '192.0.2.1'
const origin = { address, requestId: 'r1' }
let made = 0

const login = (email: string, secret = password, tenantCode?: string) =>
  world.signIn.login({ email, password: secret, tenantCode, address })
const failure = (work: Promise<unknown>) => work.then(() => undefined, (error: { code: string }) => error.code)

/** A company of somebody whose email the operator vouches for. */
async function company (email: string, code: string) {
  const { tenantCode, user } = await world.registration.createTenant({
    email, password, fullName: 'Ana Fuentes', companyTitle: `Comercial ${code} SpA`, taxNumber: rut(79_200_000 + made++),
    tenantCode: code
  })
  const [{ tenant }] = await world.rows<{ tenant: string }>(
    "select tenant from directory_names where kind = 'tenantCode' and name = $1", [tenantCode]
  ) as [{ tenant: string }]
  return { code, tenantId: tenant, userId: user.id, admin: await world.actor(tenant, user.id) }
}

type Company = Awaited<ReturnType<typeof company>>

/** A proven person of so many companies. */
async function person<Codes extends string[]> (...codes: Codes) {
  const email = `ana-${++made}@cumbre.example`
  const companies: Company[] = []
  for (const code of codes) companies.push(await company(email, `${code}-${made}`))
  return {
    email,
    companies: companies as { [Index in keyof Codes]: Company },
    codes: companies.map(({ code }) => code) as { [Index in keyof Codes]: string }
  }
}

const create = (email: string, user: Partial<NewUser> = {}, actor: Actor = world.andes.admin) =>
  world.users.create(actor, { email, fullName: 'Ana Fuentes', password: otherPassword, ...user })

/** What the worker does of a user who was made with a password. */
async function prepareInvitation (userId: string) {
  const [row] = await world.rows<{ tenant_id: string, id: string, subject: string, asked: number }>(
    `update outbox_tasks set lease_token = gen_random_uuid(), lease_until = now() + interval '1 hour'
     where topic = 'prepareInvitation' and subject like '% ' || $1 returning tenant_id, id, subject, asked, lease_token`,
    [userId]
  )
  const { tenant_id: tenantId, lease_token: leaseToken, ...task } = row as unknown as Record<string, string>
  await world.users.prepareInvitation(
    { ...task, tenantId, leaseToken, topic: 'prepareInvitation', attempts: 0 } as unknown as LeasedTask
  )
}

/** A token as the mail of an invitation has it. */
async function invitationToken (tenantId: string, userId: string): Promise<string> {
  const { token, tokenHash } = newMailToken()
  await world.store.asTenant(tenantId, ({ passwordResets }) => passwordResets.create({
    tokenHash, userId, createdAt: world.clock(), expiresAt: new Date(world.clock().getTime() + 60_000)
  }))
  return token
}

const andesOf = (email: string) => world.rows<{ id: string, accepted: boolean }>(
  `select u.id, m.accepted_at is not null as accepted from users u join memberships m on m.subject = u.id
   where u.email = $1 and u.tenant_id = $2`, [email, world.andes.tenantId]
)

describe('a person with several tenants', () => {
  it('chooses one, in any case, with one password for all', async () => {
    const { email, companies: [norte, sur] } = await person('norte', 'sur')

    for (const { code, tenantId, userId } of [norte, sur]) {
      const { claims, user } = await login(email, password, ` ${code.toUpperCase()}`)
      expect(claims).toEqual({ tenantId, userId, tokenVersion: 0, sessionId: expect.any(String) })
      expect(user).toMatchObject({ id: userId, email, companyTitle: `Comercial ${code} SpA` })
    }
  })

  it('who names none receives the codes, for the right password only', async () => {
    const { email, codes: [norte, sur] } = await person('norte', 'sur')

    await expect(login(email)).rejects.toMatchObject({
      code: 'TENANT_REQUIRED',
      problems: [norte, sur].map((code) => ({
        path: 'tenantCode', message: { en: `${code} (Comercial ${code} SpA)`, es: `${code} (Comercial ${code} SpA)` }
      }))
    })
    await expect(login(email, 'wrong')).rejects.toMatchObject({ code: 'CREDENTIALS_INVALID', problems: [] })
  })

  it('gets the answer of a wrong password for other tenants and unknown ones', async () => {
    const { email, codes: [norte] } = await person('norte')
    const errors = await Promise.all([
      login(email, password, 'boreal'), login(email, password, 'nowhere'), login(email, 'wrong', norte),
      login('nobody@cumbre.example', password, norte)
    ].map((work) => work.catch((error: unknown) => error)))

    expect(errors[0]).toMatchObject({ code: 'CREDENTIALS_INVALID' })
    for (const error of errors) expect(error).toEqual(errors[0])
  })

  it('has the password checked once, with as many queries for any number of tenants', { tags: 'slow' }, async () => {
    const [one, four] = [await person('uno'), await person('a', 'b', 'c', 'd')]
    const costOf = async (email: string) => {
      const cost = { checks: 0, asked: [] as string[] }
      const passwords = {
        ...world.passwords,
        check: (...args: Parameters<Passwords['check']>) => {
          cost.checks += 1
          return world.passwords.check(...args)
        }
      }
      const { asPlatform } = world.store
      const store = {
        ...world.store,
        asPlatform: ((work) =>
          asPlatform((repositories) => work(noting(repositories, cost.asked)))) as typeof asPlatform
      }
      const signIn = createSignIn({
        store, passwords, allowList: world.ipAllowList, delays: world.signInDelays, userSessions: world.userSessions,
        secondFactors: world.secondFactors, clock: world.clock
      })
      await expect(signIn.login({ email, password: 'wrong', address })).rejects.toMatchObject({
        code: 'CREDENTIALS_INVALID'
      })
      return cost
    }

    const costs = [await costOf(one.email), await costOf(four.email), await costOf('nobody@cumbre.example')]

    expect(first(costs).checks).toBe(1)
    expect(first(costs).asked).toContain('memberships.list')
    expect(costs).toEqual([costs[0], costs[0], costs[0]])
  })

  it('can sign in from addresses that the tenant allows, and sees no other tenant from there', async () => {
    const { email, companies: [norte, sur] } = await person('norte', 'sur')
    await world.ipAllowList.create(norte.admin, { ipAddress: '198.51.100.0/24' })

    await expect(login(email, password, norte.code)).rejects.toMatchObject({ code: 'CREDENTIALS_INVALID' })
    expect((await login(email)).claims.tenantId).toBe(sur.tenantId)
    await expect(world.signIn.login({ email, password, address: '198.51.100.7' })).rejects.toMatchObject({
      code: 'TENANT_REQUIRED'
    })
    await expect(world.signIn.login({ email, password, tenantCode: sur.code, address: refusedAddress })).rejects
      .toMatchObject({ code: 'CREDENTIALS_INVALID' })
  })

  it('waits after wrong passwords in all tenants, whichever is named', { tags: 'slow' }, async () => {
    const { email, codes } = await person('norte', 'sur')
    for (const code of [codes[0], codes[1], 'andes', 'nowhere', undefined]) {
      await expect(login(email, 'wrong', code)).rejects.toMatchObject({ code: 'CREDENTIALS_INVALID' })
    }

    for (const code of [...codes, 'nowhere', undefined]) {
      await expect(login(email, password, code)).rejects.toMatchObject({ code: 'SIGN_IN_DELAYED' })
    }
  })

  it('changes the password in all of them: every session ends, and each audit log records its own', { tags: 'slow' }, async () => {
    const { email, companies: [norte, sur] } = await person('norte', 'sur')
    const sessions = [
      (await login(email, password, norte.code)).claims, (await login(email, password, sur.code)).claims
    ]

    await world.passwordChanges.change({ ...norte.admin, ...origin }, {
      currentPassword: password, newPassword: otherPassword
    })

    for (const claims of sessions) expect(await world.sessions.actorOf(claims)).toBeUndefined()
    expect(await failure(login(email, password, sur.code))).toBe('CREDENTIALS_INVALID')
    expect((await login(email, otherPassword, sur.code)).claims.tokenVersion).toBe(1)
    for (const { tenantId, userId } of [norte, sur]) {
      expect(
        await world.rows(
          "select actor_id, entity_id from audit_entries where tenant_id = $1 and action = 'auth.changePassword'", [tenantId]
        )
      ).toEqual([{ actor_id: userId, entity_id: userId }])
    }
    expect(await world.rows("select recipient from mails where kind = 'passwordChanged' and recipient = $1", [email]))
      .toHaveLength(1)
  })

  it('who is deleted in one remains a user of the others, and can be invited again', { tags: 'slow' }, async () => {
    const { email, companies: [norte, sur] } = await person('norte', 'sur')
    const colleague = await world.users.create(norte.admin, {
      email: `colega-${made}@cumbre.example`, password, fullName: 'Luz Soto', userType: 1
    })
    const session = (await login(email, password, norte.code)).claims
    const staying = (await login(email, password, sur.code)).claims
    const luz = await world.actor(norte.tenantId, colleague.id)

    await world.users.delete(luz, norte.userId)

    expect(await world.sessions.actorOf(session)).toBeUndefined()
    expect(await world.sessions.actorOf(staying)).toBeDefined()
    expect((await login(email)).claims.tenantId).toBe(sur.tenantId)
    expect(await failure(login(email, password, norte.code))).toBe('CREDENTIALS_INVALID')
    await create(email, {}, luz)
    expect((await login(email, password, norte.code)).claims.tenantId).toBe(norte.tenantId)
  })

  it('is deleted with the last one', async () => {
    const { id } = await create('ultima@cumbre.example')
    await world.users.delete(world.andes.admin, id)

    expect(await world.rows('select 1 from people p where not exists (select from memberships where person = p.id)'))
      .toEqual([])
    await create('ultima@cumbre.example', { password })
    expect((await login('ultima@cumbre.example', password)).user.email).toBe('ultima@cumbre.example')
  })
})

describe('a user who belongs to another tenant', () => {
  it('is created with the same answer, hash and rows as any other', { tags: 'slow' }, async () => {
    const { email: known } = await person('norte')
    const hashed: string[] = []
    const passwords = {
      ...world.passwords, hash: (...args: Parameters<Passwords['hash']>) => {
        hashed.push(args[0])
        return world.passwords.hash(...args)
      }
    }
    const { store, sealing, sessions, allowances, signInDelays: delays, clock } = world
    const users = createUsers({
      store, passwords, sealing, sessions, allowances, delays, clock, canMail: true, onMail: () => {}, onWork: () => {}
    })
    const seen = []
    for (const email of [known, 'nueva-a@cumbre.example']) {
      for (const secret of [otherPassword, undefined]) {
        const posted = { email, fullName: 'Ana Fuentes', password: secret, userType: 1 } as const
        const { id, ...answer } = await users.create(world.andes.admin, posted)
        const row = (await world.users.list(world.andes.admin)).find((user) => user.id === id)
        const audit = await world.rows('select action, details from audit_entries where entity_id = $1', [id])
        const mails = await world.rows('select kind from mails where about = $1', [id])
        const work = await world.rows("select topic from outbox_tasks where subject like '% ' || $1", [id])
        seen.push(JSON.stringify({ answer, row: { ...row, id: '' }, audit, mails, work }).replaceAll(email, 'EMAIL'))
        await world.users.delete(world.andes.admin, id)
      }
    }

    expect(seen.slice(2)).toEqual(seen.slice(0, 2))
    expect(hashed).toHaveLength(4)
  })

  it('keeps their password, whatever is posted, and is informed by mail', async () => {
    const { email, companies: [norte] } = await person('norte')
    const { id } = await create(email)

    expect(await failure(login(email, otherPassword))).toBe('CREDENTIALS_INVALID')
    expect(await failure(login(email, otherPassword, 'andes'))).toBe('CREDENTIALS_INVALID')
    expect((await login(email)).claims.tenantId).toBe(norte.tenantId)
    await prepareInvitation(id)
    expect(await world.rows('select kind, recipient from mails where about = $1', [id])).toEqual([{
      kind: 'invitation', recipient: email
    }])
  })

  it('if new, is not mailed when a password is given', async () => {
    const { id } = await create('con-clave@cumbre.example')

    await prepareInvitation(id)

    expect(await world.rows('select 1 from mails where about = $1', [id])).toEqual([])
    expect((await login('con-clave@cumbre.example', otherPassword)).user.id).toBe(id)
  })

  it('is invited at most five times a day, also with a password, and the sixth call answers like the first', { tags: 'slow' }, async () => {
    const { email } = await person('norte')
    for (let count = 1; count <= 6; count += 1) {
      const { id } = await create(email)
      await prepareInvitation(id)
      expect(await world.rows('select 1 from mails where about = $1', [id])).toHaveLength(count <= 5 ? 1 : 0)
      await world.users.delete(world.andes.admin, id)
    }
    // The count that answers 429 is another one, which tells nothing.
    await expect(create(email, { password: undefined })).resolves.toMatchObject({ email })
  })

  it('accepts by signing in to the named tenant, and then has several', async () => {
    const { email, codes } = await person('norte')
    const { id } = await create(email)
    expect((await andesOf(email))[0]).toEqual({ id, accepted: false })

    const { claims } = await world.signIn.login({ email, password, tenantCode: 'Andes', ...origin })

    expect(claims).toMatchObject({ tenantId: world.andes.tenantId, userId: id })
    expect((await andesOf(email))[0]).toEqual({ id, accepted: true })
    await expect(login(email)).rejects.toMatchObject({
      code: 'TENANT_REQUIRED', problems: ['andes', codes[0]].map((code) => ({
        message: { en: expect.stringMatching(new RegExp(`^${code} \\(`)) }
      }))
    })
    expect(
      await world.rows("select actor_id, address, request_id from audit_entries where entity_id = $1 and action = 'auth.acceptInvitation'", [id])
    ).toEqual([{ actor_id: id, address, request_id: 'r1' }])
  })

  it('accepts through the link with their own password, without ending any session', async () => {
    const { email, companies: [norte] } = await person('norte')
    const session = (await login(email)).claims
    const { id } = await create(email)
    const token = await invitationToken(world.andes.tenantId, id)

    await world.passwordResets.redeem({ email, token, password }, origin)

    expect(await world.sessions.actorOf(session)).toBeDefined()
    expect((await login(email, password, 'andes')).claims).toMatchObject({ userId: id, tokenVersion: 0 })
    expect((await login(email, password, norte.code)).claims.tokenVersion).toBe(0)
    expect(await failure(world.passwordResets.redeem({ email, token, password }, origin))).toBe('RESET_TOKEN_INVALID')
  })

  it('sets a new password through the link, for every tenant', { tags: 'slow' }, async () => {
    const { email, companies: [norte] } = await person('norte')
    const session = (await login(email)).claims
    const { id } = await create(email)

    await world.passwordResets.redeem(
      { email, token: await invitationToken(world.andes.tenantId, id), password: otherPassword }, origin
    )

    expect(await world.sessions.actorOf(session)).toBeUndefined()
    expect(await failure(login(email, password, norte.code))).toBe('CREDENTIALS_INVALID')
    expect((await login(email, otherPassword, norte.code)).claims.userId).toBe(norte.userId)
    expect((await login(email, otherPassword, 'andes')).claims.userId).toBe(id)
  })

  it('cannot be taken over by someone who set a password for the email first', { tags: 'slow' }, async () => {
    const email = `victima-${++made}@cumbre.example`
    // An administrator of boreal makes a user of an email that is not theirs, and knows its password.
    await create(email, { password }, world.boreal.admin)
    const invited = await create(email, { password: undefined, userType: 1 })

    expect((await login(email)).claims.tenantId).toBe(world.boreal.tenantId)
    expect(await failure(login(email, password, 'andes'))).toBe('CREDENTIALS_INVALID')
    const squatters = (await login(email)).claims
    await world.passwordResets.redeem(
      { email, token: await invitationToken(world.andes.tenantId, invited.id), password: otherPassword }, origin
    )
    expect(await failure(login(email, password))).toBe('CREDENTIALS_INVALID')
    expect(await world.sessions.actorOf(squatters)).toBeUndefined()
    expect((await login(email, otherPassword, 'andes')).user.id).toBe(invited.id)
  })

  it('cannot be taken over by deleting and creating the user again', { tags: 'slow' }, async () => {
    const email = `victima-${++made}@cumbre.example`
    const first = await create(email, { password }, world.boreal.admin)
    await create(email, { password: undefined })
    await world.users.delete(world.boreal.admin, first.id)
    await create(email, { password: otherPassword }, world.boreal.admin)

    for (const secret of [password, otherPassword]) {
      for (const code of [undefined, 'andes', 'boreal']) {
        expect(await failure(login(email, secret, code))).toBe('CREDENTIALS_INVALID')
        world.pass(3600)
      }
    }
  })

  it('is unique by email in this tenant, regardless of others', async () => {
    const { email } = await person('norte')
    await create(email)

    expect(await failure(create(email, { userName: 'otra' }))).toBe('EMAIL_TAKEN')
    expect((await login(email)).claims).toBeDefined()
  })
})

describe('a forgotten password', () => {
  it('is set once for every tenant, and each audit log records its own', async () => {
    const { email, companies } = await person('norte', 'sur')
    const { token, tokenHash } = newMailToken()
    const [{ person: id }] = await world.rows<{ person: string }>('select person from memberships where subject = $1', [
      first(companies).userId
    ]) as [{ person: string }]
    await world.store.asTenant('00000000-0000-0000-0000-000000000000', ({ passwordResets }) => passwordResets.create({
      tokenHash, userId: id, createdAt: world.clock(), expiresAt: new Date(world.clock().getTime() + 60_000)
    }))
    expect(hashOfMailToken(token)).toEqual(tokenHash)

    await world.passwordResets.redeem({ email, token, password: otherPassword }, origin)

    for (const { code, tenantId } of companies) {
      expect((await login(email, otherPassword, code)).claims.tokenVersion).toBe(1)
      expect(
        await world.rows("select 1 from audit_entries where tenant_id = $1 and action = 'auth.resetPassword'", [tenantId])
      ).toHaveLength(1)
    }
  })
})

describe('registering another company without mail', () => {
  const register = (email: string, secret: string, code: string) => world.registration.register({
    email, password: secret, fullName: 'Ana Fuentes', companyTitle: `Comercial ${code} SpA`, tenantCode: code,
    taxNumber: rut(79_300_000 + ++made)
  })

  it("requires the account's password, and links both to one person", async () => {
    const email = `registra-${++made}@cumbre.example`
    await register(email, password, `primera-${made}`)
    const { tenantCode } = await register(email, password, `segunda-${made}`)

    expect(await failure(login(email))).toBe('TENANT_REQUIRED')
    expect((await login(email, password, tenantCode)).user.companyTitle).toBe(`Comercial ${tenantCode} SpA`)
  })

  it('counts another password as a guess, and creates nothing', async () => {
    const { email } = await person('norte')
    for (let guess = 1; guess <= 5; guess += 1) {
      expect(await failure(register(email, otherPassword, `ajena-${made}`))).toBe('CREDENTIALS_INVALID')
    }

    expect(await failure(world.registration.register({
      email, password, fullName: 'x', companyTitle: 'Ajena SpA', taxNumber: rut(79_300_000 + ++made)
    }))).toBe('SIGN_IN_DELAYED')
    expect(await world.rows("select 1 from tenants where code like 'ajena-%'")).toEqual([])
  })
})

describe('the operator', () => {
  it('assigns a tenant to a person by email, and invalidates the password of an unproven email', async () => {
    const email = `operada-${++made}@cumbre.example`
    await create(email, { password: otherPassword }, world.boreal.admin)
    const squatters = (await login(email, otherPassword)).claims

    const { code } = await company(email, `operada-${made}`)

    world.pass(4)
    expect(await world.sessions.actorOf(squatters)).toBeUndefined()
    expect(await failure(login(email, otherPassword, 'boreal'))).toBe('CREDENTIALS_INVALID')
    expect((await login(email, password, code)).user.email).toBe(email)
  })
})

describe('a user who has not accepted', () => {
  const prepareReset = async (email: string) => {
    await world.passwordResets.request(email, 'es')
    const [row] = await world.rows(
      `update outbox_tasks set lease_token = gen_random_uuid(), lease_until = now() + interval '1 hour'
       where topic = 'preparePasswordReset' and subject = 'es ' || $1
       returning tenant_id as "tenantId", id, subject, asked, lease_token as "leaseToken", topic, attempts`, [email]
    )
    await world.passwordResets.prepare(row as unknown as LeasedTask)
  }

  /** Everything that the tenant sees of a user, with the id and the email left out. */
  async function shown (id: string, email: string): Promise<string> {
    const row = (await world.users.list(world.andes.admin)).find((user) => user.id === id)
    const audit = await world.rows(
      'select action, actor_name, details from audit_entries where tenant_id = $1 and entity_id = $2 order by sequence',
      [world.andes.tenantId, id]
    )
    return JSON.stringify({ row, audit }).replaceAll(email, 'EMAIL').replaceAll(id, 'ID')
  }

  it('looks the same whether known elsewhere or not, until they accept', { tags: 'slow' }, async () => {
    const { email: known } = await person('sur')
    const seen: string[][] = []
    for (const email of [known, 'nueva-b@cumbre.example']) {
      const { id } = await create(email)
      const steps = [await shown(id, email)]
      await prepareReset(email)
      for (let network = 1; network <= 6; network++) {
        await failure(world.signIn.login({ email, password: 'wrong', tenantCode: 'andes', address: `198.51.${network}.1` }))
      }
      steps.push(await shown(id, email))
      const { id: _id, ...again } = await world.users.invite(world.andes.admin, id)
      steps.push(JSON.stringify(again).replaceAll(email, 'EMAIL'), await shown(id, email))
      const token = await invitationToken(world.andes.tenantId, id)
      await world.passwordResets.redeem({ email, token, password: otherPassword }, origin)
      steps.push(await shown(id, email))
      seen.push(steps)
    }

    expect(seen[1]).toEqual(seen[0])
    const [made, tried, , invited, answered] = first(seen).map((step) => JSON.parse(step))
    expect([made, tried, invited].map(({ row }) => [row.invited, row.lastSignInAt, row.delayedUntil])).toEqual(
      Array(3).fill([true, null, null])
    )
    expect(answered.row).toMatchObject({ invited: false, lastSignInAt: null })
    expect(answered.audit.map(({ action }: { action: string }) => action)).toEqual([
      'user.create', 'user.invite', 'auth.acceptInvitation'
    ])
  })

  it('accepts by signing in, once, with the same records', { tags: 'slow' }, async () => {
    const { email: known } = await person('este')
    const seen: string[] = []
    for (const [email, secret] of [[known, password], ['nueva-c@cumbre.example', otherPassword]] as const) {
      const { id } = await create(email)
      await login(email, secret, 'andes')
      await login(email, secret, 'andes')
      seen.push(await shown(id, email))
    }

    expect(seen[1]).toBe(seen[0])
    expect(JSON.parse(first(seen))).toMatchObject({
      row: { invited: false, lastSignInAt: world.clock().toISOString() },
      audit: [{ action: 'user.create' }, { action: 'auth.acceptInvitation' }]
    })
  })

  it('cannot be invited again once they accepted', async () => {
    const { id } = await create('nueva-d@cumbre.example')
    await login('nueva-d@cumbre.example', otherPassword)

    await expect(world.users.invite(world.andes.admin, id)).rejects.toMatchObject({ code: 'INVITATION_ANSWERED' })
    await expect(world.users.invite(world.andes.admin, world.andes.clerk.userId)).rejects.toMatchObject({
      code: 'INVITATION_ANSWERED'
    })
  })

  it('waits, once accepted, after wrong passwords from many addresses, and the tenant sees until when', async () => {
    const email = 'nueva-e@cumbre.example'
    const { id } = await create(email)
    await login(email, otherPassword)
    for (let network = 1; network <= 5; network++) {
      await failure(world.signIn.login({ email, password: 'wrong', address: `203.0.${network}.1` }))
    }
    const row = (await world.users.list(world.andes.admin)).find((user) => user.id === id)

    expect(row?.delayedUntil).toEqual(new Date(world.clock().getTime() + 1000))
  })
})
