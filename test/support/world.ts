import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { createKeyStores } from '../../src/adapters/key-stores/key-stores.ts'
import { spreadsheets } from '../../src/adapters/spreadsheet/index.ts'
import { checkDigit } from '../../src/dte/values/rut.ts'
import { createStore } from '../../src/repositories/store.ts'
import type { Actor, TenantKeys } from '../../src/services/actor.ts'
import { createAuditLogs } from '../../src/services/audit/audit-logs.ts'
import { createCertificates } from '../../src/services/tenants/certificates.ts'
import { certificationFolios } from '../../src/certification/workflow/folio-uses.ts'
import { createFolioPlans } from '../../src/services/tenants/folio-plan.ts'
import { createFolios } from '../../src/services/tenants/folios.ts'
import { createSpentFolios } from '../../src/services/invoicing/delivery/spent-folios.ts'
import { createIpAllowList } from '../../src/services/access/ip-allow-list.ts'
import { createDeliveryLog } from '../../src/services/notifications/delivery-log.ts'
import { createNotificationEndpoints } from '../../src/services/notifications/endpoints.ts'
import { createKeyRotation } from '../../src/services/access/key-rotation.ts'
import { createAllowances } from '../../src/services/mail/allowances.ts'
import { createPasswordChanges } from '../../src/services/access/password-changes.ts'
import { createPasswordResets } from '../../src/services/access/password-resets.ts'
import { createPasswords } from '../../src/services/access/passwords.ts'
import { permissionClaimType } from '../../src/services/access/permissions.ts'
import { createRegistration } from '../../src/services/tenants/registration.ts'
import { createRegistrationProofs } from '../../src/services/tenants/registration-proofs.ts'
import { createMailChoices } from '../../src/services/access/mail-choices.ts'
import { createRoles } from '../../src/services/access/roles.ts'
import { createRehearsals } from '../../src/services/tenants/rehearsals.ts'
import { createReports } from '../../src/services/reports/reports.ts'
import { createSealing } from '../../src/services/secrets/sealing.ts'
import { createSecondFactors } from '../../src/services/access/second-factors.ts'
import { createSessions } from '../../src/services/access/sessions.ts'
import { createAccount } from '../../src/services/access/account.ts'
import { createSignIn } from '../../src/services/access/sign-in.ts'
import { signInOptions } from '../../src/services/access/sign-in-options.ts'
import { createSignInDelays } from '../../src/services/access/sign-in-delays.ts'
import type { Registered } from '../../src/services/tenants/tenant-creation.ts'
import { createTenantKeys } from '../../src/services/access/tenant-keys.ts'
import type { PdfRenderer, SimulatorClient } from '../../src/services/ports.ts'
import { createTableFiles } from '../../src/services/table-files.ts'
import { createTenants } from '../../src/services/tenants/tenants.ts'
import { createUserSessions } from '../../src/services/access/user-sessions.ts'
import { createUsers } from '../../src/services/access/users.ts'
import { newId } from '../../src/shared/ids.ts'
import { createAuthority, testKeyId } from './authority.ts'
import { passwordCost } from './cheap-passwords.ts'
import { freshDatabase } from './database.ts'
import { keptOr } from './kept.ts'
import { patience } from './patience.ts'
import { pdfServicesOn } from './pdf-services.ts'
import { sharedRenderer } from './renderer.ts'
import { knownBirth, rememberBirth, statementOfBirth } from './tenant-copies.ts'
import { defined } from './expecting.ts'

export type World = Awaited<ReturnType<typeof createWorld>>
export type WorldTenant = World['andes']

type KeptActor = Omit<Actor, 'permissions'> & { permissions: string[] }

interface WorldBirth {
  tenant: { tenantId: string, taxNumber: string, code: string, keys: TenantKeys }
  people: { admin: KeptActor, clerk: KeptActor, guest: KeptActor }
  statement: string
}

/** A RUT that nobody chose, with its right check digit. */
export function rut (digits: number): string {
  return `${digits}-${checkDigit(String(digits))}`
}

/** Of the hashes of names and keys: one for all worlds of a run, whose tenants are born once. */
export const worldPepper = Buffer.from(keptOr('pepper', () => randomBytes(32).toString('hex')), 'hex')

/** Entries that AuditLogs/Verify checks at once, for its tests. */
const auditPartRows = 5

export const password = 'correo-tinta-lluvia'

/** An address that no tenant lets in, to see that the rule is asked. */
export const refusedAddress = '203.0.113.66'

/**
 * Two tenants of the simulator on a database of their own, each with an administrator, a clerk who may read and a guest
 * who may nothing, over the real services. Its clock stands still until it is told to go on.
 */
export async function createWorld (
  { registration: openness = 'open', renderer = sharedRenderer() }: {
    registration?: 'open' | 'closed', renderer?: PdfRenderer
  } = {}
) {
  const database = await freshDatabase()
  const store = createStore({
    databaseUrl: database.url, pepper: worldPepper, poolSize: 4, giveUpAfterMs: patience.timeout
  })
  const time = { now: new Date('2026-11-20T15:00:00Z') }
  const work = { asked: 0 }
  const authority = createAuthority()
  const services = servicesOn(store, {
    clock: () => time.now, authority, openness, renderer, onWork: () => { work.asked += 1 }
  })
  const owner = new pg.Client(database.ownerUrl)
  // One that breaks fails the statement under way, or the next one.
  owner.on('error', () => {})
  await owner.connect()

  async function tenantOf (code: string, digits: number) {
    const birth = knownBirth<WorldBirth>(['world', code, digits])
    if (birth) await owner.query(birth.statement)
    const { tenant, people: { admin, clerk, guest } } = birth ?? await bear(code, digits)
    // Of its own for each world: tests may take permissions away.
    const actor = (of: KeptActor): Actor => ({ ...of, permissions: new Set(of.permissions) })
    return { ...tenant, admin: actor(admin), clerk: actor(clerk), guest: actor(guest) }
  }

  async function bear (code: string, digits: number): Promise<WorldBirth> {
    const taxNumber = rut(digits)
    const registered = await services.registration.createTenant({
      email: `admin@${code}.example`,
      password,
      fullName: `Admin ${code}`,
      companyTitle: `Comercial ${code} SpA`,
      taxNumber,
      tenantCode: code
    })
    const tenantId = await tenantIdOf(registered)
    const people = {
      admin: keepable(await services.actor(tenantId, registered.user.id)),
      clerk: keepable(await addUser(tenantId, `clerk@${code}.example`, ['Folio.Read', 'Tenant.Read'])),
      guest: keepable(await addUser(tenantId, `guest@${code}.example`, []))
    }
    const keys = { tenantCode: code, accessKey: registered.accessKey, secretKey: registered.secretKey }
    const birth = {
      tenant: { tenantId, taxNumber, code, keys }, people, statement: await statementOfBirth(owner, tenantId)
    }
    rememberBirth(['world', code, digits], birth)
    return birth
  }

  async function tenantIdOf ({ tenantCode }: Registered): Promise<string> {
    const entry = defined(await store.asPlatform(({ directory }) => directory.find('tenantCode', tenantCode)))
    return entry.tenant
  }

  async function addUser (tenantId: string, email: string, claims: string[]): Promise<Actor> {
    const [userId, roleId, createdAt] = [newId(), newId(), time.now]
    await store.asTenant(tenantId, async ({ roles, users }) => {
      await roles.create({
        id: roleId, name: email, system: false, createdAt,
        claims: claims.map((value) => ({ type: permissionClaimType, value }))
      })
      await users.create({
        id: userId, email, userName: email, fullName: email, userType: 2, createdAt
      }, [roleId])
    })
    return services.actor(tenantId, userId)
  }

  return {
    ...services,
    database,
    store,
    addUser,
    authority,
    work,
    clock: () => time.now,
    /** Sets the clock forward. */
    pass: (seconds: number) => { time.now = new Date(time.now.getTime() + seconds * 1000) },
    /** What the database holds, as its superuser sees it. */
    rows: async <Row extends object = Record<string, unknown>>(sql: string, values: unknown[] = []): Promise<Row[]> =>
      (await owner.query<Row & pg.QueryResultRow>(sql, values)).rows,
    andes: await tenantOf('andes', 77123456),
    boreal: await tenantOf('boreal', 78654321),
    close: async () => {
      await owner.end()
      await services.renderer.close()
      await store.close()
      await database.drop()
    }
  }
}

function keepable (actor: Actor): KeptActor {
  return { ...actor, permissions: Array.from(actor.permissions) }
}

interface Surroundings {
  clock: () => Date
  authority: ReturnType<typeof createAuthority>
  openness: 'open' | 'closed'
  renderer: PdfRenderer
  onWork: () => void
}

function servicesOn (
  store: ReturnType<typeof createStore>,
  { clock, authority, openness, renderer, onWork }: Surroundings
) {
  const masterKey = { id: 'k1', key: randomBytes(32) }
  const sealing = createSealing({ masterKeys: [masterKey] })
  const pepper = worldPepper
  const passwords = createPasswords({ cost: passwordCost })
  const ipAllowList = createIpAllowList({ store, clock })
  const addressRules = {
    permits: async (tenantId: string, address: string) =>
      address !== refusedAddress && ipAllowList.permits(tenantId, address)
  }
  const allowList: Pick<typeof ipAllowList, 'permitting'> = {
    permitting: async (repositories, tenantIds, address) =>
      ipAllowList.permitting(repositories, address === refusedAddress ? [] : tenantIds, address)
  }
  const tenantKeys = createTenantKeys({ store, pepper, clock })
  const sessions = createSessions({ store, clock })
  const userSessions = createUserSessions({ store, sessions, clock, tokenSeconds: 900 })
  const signInDelays = createSignInDelays({ store, pepper, clock })
  const allowances = createAllowances({ store, pepper, clock })
  const passwordDeps = { store, passwords, delays: signInDelays, sessions, clock, onWork }
  const folios = createFolios({
    store,
    sealing,
    clock,
    onWork,
    trustedCafKeys: async () => [{ id: testKeyId, publicKey: defined(authority.extraKeys[testKeyId]) }]
  })
  const certificates = createCertificates({
    store, sealing, keyStores: createKeyStores({ deadlineMs: patience.timeout }), clock, onWork
  })
  const newTenants = { taxAuthority: 2, environment: 'certification' } as const
  const secondFactors = createSecondFactors({ ...passwordDeps, sealing, pepper })
  const signIn = createSignIn({
    store, passwords, allowList, delays: signInDelays, userSessions, secondFactors, clock
  })
  return {
    pepper,
    sealing,
    allowances,
    passwords,
    addressRules,
    ipAllowList,
    tenantKeys,
    sessions,
    secondFactors,
    ...pdfServicesOn(store, clock, renderer),
    roles: createRoles({ store, sessions, clock }),
    mailChoices: createMailChoices({ store, clock }),
    users: createUsers({
      store, passwords, sealing, sessions, allowances, delays: signInDelays, canMail: true, clock, onMail: () => {},
      onWork
    }),
    tenants: createTenants({ store, sealing, clock, authorities: [1, 2], canMail: true, onWork }),
    certificates,
    folios,
    folioPlans: createFolioPlans({ store, clock, certificationFolios }),
    spentFolios: createSpentFolios({ store, clock }),
    rehearsals: createRehearsals({ store, simulator: deskOf(authority), certificates, folios, clock }),
    reports: createReports({ store, folios, clock }),
    auditLogs: createAuditLogs({
      store, tableFiles: createTableFiles({ spreadsheets, clock }), partRows: auditPartRows
    }),
    deliveryLog: createDeliveryLog({ store, clock, onWork }),
    notifications: createNotificationEndpoints({ store, sealing, clock, allowPrivate: false, onWork }),
    registration: createRegistration({
      store, passwords, signIn, tenantKeys, clock, registration: openness, newTenants, proofs: undefined
    }),
    registrationProofs: createRegistrationProofs({
      store, passwords, sealing, delays: signInDelays, tenantKeys, newTenants, clock, onWork
    }),
    signIn,
    signInOptions: signInOptions({
      version: '0.0.0-test', registration: openness, mailer: { available: true, reachesPeople: true }, taxAuthority: 2
    }),
    userSessions,
    account: createAccount({ store, allowList }),
    signInDelays,
    keyRotation: createKeyRotation({ store, tenantKeys, clock }),
    passwordChanges: createPasswordChanges(passwordDeps),
    passwordResets: createPasswordResets({ ...passwordDeps, sealing, tenantKeys, canMail: true }),
    actor: async (tenantId: string, userId: string): Promise<Actor> =>
      defined(await sessions.actorOf({ tenantId, userId, tokenVersion: 0 }))
  }
}

/** Hands out what the simulator would, from the authority that the world's services trust. */
function deskOf (authority: ReturnType<typeof createAuthority>): Pick<SimulatorClient, 'certificate' | 'caf'> {
  return {
    certificate: async ({ holderName, holderTaxNumber, password }) =>
      authority.certificate({ holderName, holderTaxNumber }).pkcs12(password),
    caf: async ({ taxNumber, documentType, count, least, authorisedOn }) =>
      authority.caf({ taxNumber, documentType, from: least, to: least + count - 1, authorisedOn })
  }
}
