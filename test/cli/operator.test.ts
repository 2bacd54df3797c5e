/** @module-tag slow */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/commands.ts'
import { importDirectory, listDirectories } from '../../src/cli/directory.ts'
import { disableMailbox, listMailboxes } from '../../src/cli/mailbox.ts'
import {
  appointAdministrator, createTenant, listTenants, resetPassword, type OperatorCall, type TenantOptions
} from '../../src/cli/operator.ts'
import { readConfig } from '../../src/program/config/config.ts'
import { runCommand } from '../support/built-program.ts'
import { passwordCost } from '../support/cheap-passwords.ts'
import { directoryBytes, listed } from '../support/directory-files.ts'
import { emptyDatabase } from '../support/database.ts'
import { type Program, type ProgramTenant, programSettings, startProgram } from '../support/program.ts'

let program: Program
let settings: Record<string, string>
let lago: ProgramTenant
beforeAll(async () => {
  const { MASTER_KEY, JWT_KEYS, KEY_PEPPER } = programSettings('') as Record<'MASTER_KEY' | 'JWT_KEYS' | 'KEY_PEPPER', string>
  const secrets = { MASTER_KEY, JWT_KEYS, KEY_PEPPER }
  program = await startProgram({ settings: secrets })
  settings = { ...programSettings(program.database.url), ...secrets, REGISTRATION: 'closed' }
  lago = await program.tenant({ certificate: false, folios: [] })
})
afterAll(() => program.close())

/** Runs a command to its end, and gives what it printed. */
async function printed (
  run: (call: OperatorCall) => Promise<number>, given: Record<string, string> = settings
): Promise<string> {
  const lines: string[] = []
  const print = (line: string): void => { lines.push(line) }
  const terminal = { isInteractive: false, say: print, warn: print, draw: print, erase: () => {} }
  expect(await run({ terminal, config: readConfig(given), passwordCost })).toBe(0)
  return lines.join('\n')
}

const member = (text: string, name: string): string => new RegExp(`^ *${name} +(\\S+)$`, 'm').exec(text)?.[1] ?? ''

const andes: TenantOptions = {
  code: 'andes', 'tax-number': '76192083-9', name: 'Comercial Andes SpA', email: 'Ana@andes.example',
  'full-name': 'Ana Fuentes', environment: 'certification', simulator: false
}

const signIn = (email: string, password: string, tenantCode?: string) =>
  program.call('POST', '/Auth/Login', { body: { email, password, ...(tenantCode ? { tenantCode } : {}) } })

describe('timbre tenant create', () => {
  it('creates a tenant with working keys and sign-in, also while registration is closed', async () => {
    const text = await printed((call) => createTenant(andes, call))

    const [accessKey, secretKey] = [member(text, 'Access key'), member(text, 'Secret key')]
    const keys = { 'x-tenant-code': 'andes', 'x-access-key': accessKey, 'x-secret-key': secretKey }
    const validation = await program.call('GET', '/Tenant/GetAccessKeyAndSecretKeyValidation', { headers: keys })
    expect(validation.body.result).toBe(true)
    const { status, body } = await signIn('ana@andes.example', member(text, 'Password'))
    expect(status).toBe(200)
    const tenant = await program.call('GET', '/Tenant/GetTenant', { token: body.result.accessToken })
    expect(tenant.body.result).toMatchObject({
      tenantCode: 'andes', taxNumber: '76192083-9', environment: 'certification', taxAuthority: 1
    })
    expect(text).toMatch(/now: nothing shows them again\.$/)
  })

  it('keeps the password of an existing person', async () => {
    const text = await printed((call) => createTenant(
      { ...andes, code: 'andes-produccion', environment: 'production' }, call
    ))

    expect(text).toMatch(/^ *Password +the one that this person has already$/m)
    expect(member(text, 'Access key')).toMatch(/^ak_live_/)
    expect((await signIn('ana@andes.example', 'otra-clave-cualquiera')).status).toBe(401)
  })

  it('names each missing or invalid option', async () => {
    const wrong = { ...andes, 'tax-number': undefined, email: 'ana', code: 'a b' }

    await expect(printed((call) => createTenant(wrong, call))).rejects.toThrow(
      /^--email: .*\n--tax-number: is required\n--code: must have 3 to 40 letters/
    )
    await expect(printed((call) => createTenant({ ...andes, 'tax-number': '76192083-1' }, call))).rejects.toThrow(
      '--tax-number: is not a RUT with a right check digit'
    )
    await expect(printed((call) => createTenant({ ...andes, environment: 'prod' }, call))).rejects.toThrow(
      '--environment prod: must be certification or production.'
    )
    await expect(printed((call) => createTenant(andes, call))).rejects.toThrow(/tenant code/i)
  })

  it('refuses a database with another KEY_PEPPER, and one that is not ready', async () => {
    const other = { ...settings, KEY_PEPPER: randomBytes(32).toString('base64') }
    const empty = await emptyDatabase()

    await expect(printed((call) => createTenant({ ...andes, code: 'otra' }, call), other)).rejects.toThrow(/^KEY_PEPPER: /)
    await expect(printed(listTenants, programSettings(empty.url))).rejects.toThrow('run "timbre migrate" first')
    await empty.drop()
  })
})

describe('timbre tenant list', () => {
  it('shows every tenant with its administrators, as a command of the built program too', async () => {
    const text = await printed(listTenants)

    expect(text).toMatch(/^CODE +RUT +NAME +ENVIRONMENT +ADMINISTRATORS\n/)
    expect(text).toMatch(/^andes +76192083-9 +Comercial Andes SpA +certification +ana@andes\.example$/m)
    expect(text).toMatch(/^andes-produccion +76192083-9 +Comercial Andes SpA +production +ana@andes\.example$/m)
    expect(text).toMatch(new RegExp(`^${lago.code} .* simulator +admin@${lago.code}\\.example$`, 'm'))
    expect(await runCommand(['tenant', 'list'], settings)).toEqual({ code: 0, output: `${text}\n` })
  })
})

describe('timbre tenant administrator', () => {
  const appoint = (email: string, fullName?: string) => printed((call) =>
    appointAdministrator({ code: 'andes', email, 'full-name': fullName }, call))

  it('makes a new person an administrator, with a password shown once', async () => {
    await expect(appoint('luis@andes.example')).rejects.toThrow('--full-name')

    const text = await appoint('luis@andes.example', 'Luis Rojas')

    expect(text).toContain('luis@andes.example is an administrator of andes now.')
    const { status, body } = await signIn('luis@andes.example', member(text, 'Password'))
    expect(status).toBe(200)
    expect((await program.call('GET', '/User/GetUsers', { token: body.result.accessToken })).status).toBe(200)
    expect(await appoint('luis@andes.example')).toContain('is an administrator of andes already.')
  })

  it('promotes a user, who keeps their password', async () => {
    const admin = await signIn('luis@andes.example', member(await printed((call) =>
      resetPassword({ email: 'luis@andes.example' }, call)), 'Password'))
    const eva = { email: 'eva@andes.example', password: 'correo-tinta-lluvia', fullName: 'Eva Soto' }
    await program.call('POST', '/User/Create', { token: admin.body.result.accessToken, body: eva })

    const text = await appoint('eva@andes.example', 'Eva Soto')

    expect(text).toContain('is an administrator of andes now.')
    expect(await printed(listTenants)).toMatch(/^andes .* ana@andes\.example, eva@andes\.example, luis@andes\.example$/m)
  })

  it('reports an unknown tenant', async () => {
    await expect(printed((call) => appointAdministrator(
      { code: 'ninguna', email: 'ana@andes.example', 'full-name': undefined }, call
    ))).rejects.toThrow('There is no tenant ninguna.')
  })
})

describe('timbre user reset-password', () => {
  it("sets a new password, ends the person's sessions, and keeps the tenant's keys", async () => {
    const email = `admin@${lago.code}.example`
    const text = await printed((call) => resetPassword({ email }, call))

    expect(text).toMatch(new RegExp(`^ *User of +${lago.code}$`, 'm'))
    expect((await signIn(email, 'correo-tinta-lluvia')).status).toBe(401)
    expect((await signIn(email, member(text, 'Password'))).status).toBe(200)
    await expect.poll(async () => (await program.call('GET', '/Tenant/GetTenant', { token: lago.token })).status).toBe(401)
    const keys = {
      'x-tenant-code': lago.keys.tenantCode, 'x-access-key': lago.keys.accessKey, 'x-secret-key': lago.keys.secretKey
    }
    const validation = await program.call('GET', '/Tenant/GetAccessKeyAndSecretKeyValidation', { headers: keys })
    expect(validation.body.result).toBe(true)
  })

  it('removes the second factor on request, for an administrator who lost it', async () => {
    const email = `admin@${lago.code}.example`
    const [{ user_id: userId, tenant_id: tenantId }] = await program.rows(
      'select id as user_id, tenant_id from users where email = $1', [email])
    await program.rows("insert into second_factors (tenant_id, user_id, sealed_secret) values ($1, $2, 'x')", [tenantId, userId])
    const kept = member(await printed((call) => resetPassword({ email }, call)), 'Password')
    expect((await signIn(email, kept)).body.errorCode).toBe('SECOND_FACTOR_REQUIRED')

    const text = await printed((call) => resetPassword({ email, 'second-factor': true }, call))

    expect((await signIn(email, member(text, 'Password'))).status).toBe(200)
    expect(await program.rows("select actor_name from audit_entries where action = 'user.resetSecondFactor'")).toEqual([
      { actor_name: 'operator' }
    ])
  })

  it("is recorded in the audit log as the operator's action", async () => {
    const rows = await program.rows("select actor_name, actor_id from audit_entries where action = 'user.resetPassword'")

    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(row).toEqual({ actor_name: 'operator', actor_id: null })
  })

  it('reports an unknown email', async () => {
    await expect(printed((call) => resetPassword({ email: 'nadie@andes.example' }, call))).rejects.toThrow(
      'Nobody signs in as nadie@andes.example.'
    )
  })
})

describe('the operator\'s commands', () => {
  it('are among those of timbre', () => {
    expect(commands.map(({ name }) => name)).toEqual(expect.arrayContaining([
      'tenant create', 'tenant list', 'tenant administrator', 'user reset-password', 'mailbox disable', 'mailbox list'
    ]))
  })
})

describe('timbre mailbox', () => {
  const mailbox = {
    host: 'imap.sur.example', userName: 'dte@sur.example', secret: { kind: 'password', password: 'clave' }
  }
  let sur: ProgramTenant
  beforeAll(async () => { sur = await program.tenant({ certificate: false, folios: [] }) })
  const disable = (tenant?: string) => printed((call) => disableMailbox({ tenant }, call))

  it('disable stops reading a mailbox until its user saves it again, and the tenant sees why', async () => {
    await program.call('PUT', '/Mailbox/Set', { token: sur.token, body: mailbox })
    expect(await printed(listMailboxes)).toMatch(new RegExp(`^${sur.code} +on .*dte@sur.example`, 'm'))

    expect(await disable(sur.code)).toBe(`The mailbox of ${sur.code} is off now.`)

    const known = await program.call('GET', '/Mailbox/Get', { token: sur.token })
    expect(known.body.result).toMatchObject({ enabled: false, problem: 'OPERATOR', host: mailbox.host })
    expect(await program.rows("select id from outbox_tasks where topic = 'readMailbox'")).toEqual([])
    expect(await program.rows("select actor_name, details from audit_entries where action = 'mailbox.switchOff'")).toMatchObject([
      { actor_name: 'operator', details: { reason: 'OPERATOR', after: { enabled: false } } }
    ])
    expect(await program.rows("select recipient, facts from mails where kind = 'mailboxOff'")).toHaveLength(1)
    expect(await printed(listMailboxes)).toMatch(new RegExp(`^${sur.code} +off +OPERATOR`, 'm'))
    expect(await disable(sur.code)).toContain('off already')
    const again = await program.call('PUT', '/Mailbox/Set', { token: sur.token, body: { ...mailbox, secret: undefined } })
    expect(again.body.result).toMatchObject({ enabled: true, problem: null })
  })

  it('disable names missing options', async () => {
    await expect(disable()).rejects.toThrow('--tenant: is required')
    await expect(disable('nadie')).rejects.toThrow('There is no tenant nadie.')
    await expect(disable(lago.code)).rejects.toThrow(`The tenant ${lago.code} has no mailbox.`)
  })

  it('may not be on this machine or its network, and neither may its token endpoint', async () => {
    const token = 'https://login.example/token'
    for (const [host, tokenUrl, path] of [
      ['127.0.0.1', token, 'host'], ['imap.internal', token, 'host'], ['::ffff:10.0.0.1', token, 'host'],
      ['127.1', token, 'host'], ['169.254.169.254', token, 'host'],
      [mailbox.host, 'https://169.254.169.254/token', 'secret.tokenUrl'], [mailbox.host, 'https://[::1]/', 'secret.tokenUrl'],
      [mailbox.host, 'https://localhost/token', 'secret.tokenUrl'], [mailbox.host, 'https://2130706433/', 'secret.tokenUrl'],
      [mailbox.host, 'http://login.example/token', 'secret.tokenUrl']
    ]) {
      const body = { ...mailbox, host, secret: { kind: 'oauth', tokenUrl, clientId: 'app' } }
      const answer = await program.call('PUT', '/Mailbox/Set', { token: sur.token, body })

      expect(answer, `${host} ${tokenUrl}`).toMatchObject({ status: 400, body: { errorCode: 'MAILBOX_INVALID' } })
      expect(JSON.stringify(answer.body)).toContain(path)
    }
  })
})

describe('timbre directory', () => {
  const given = { for: 'simulator', force: false }

  it('imports a file, reports the lines that it leaves out, and shows what is in use', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'timbre-directory-'))
    const path = join(folder, 'ce_empresas_dwnld_20261101.csv')
    const problems = join(folder, 'problems.csv')
    await writeFile(path, directoryBytes([listed('76192083-9', 'dte@andes.example'), 'nothing', listed('88888888-8')]))

    const text = await printed((call) => importDirectory({ ...given, problems }, [path], call))

    expect(text).toMatch(/^Line 3 does not have the six columns\.\n/)
    expect(text).toMatch(/simulator, of 2026-11-01\n +Companies +2\n +With mailbox +1\n +Lines left out +1$/)
    expect(await readFile(problems, 'utf8')).toBe('3;does not have the six columns\n')
    expect(await printed(listDirectories))
      .toMatch(/^ +simulator +of 2026-11-01: 2 companies, 1 with a mailbox; 1 lines left out$/)
    expect(await printed((call) => importDirectory(given, [path], call))).toContain('nothing was changed')
    await expect(printed((call) => importDirectory(given, [join(folder, 'none-20261101.csv')], call))).rejects.toThrow('cannot be read')
    await expect(printed((call) => importDirectory({ ...given, for: 'all' }, [path], call))).rejects.toThrow('--for all: must be')
    await expect(printed((call) => importDirectory(given, [problems], call))).rejects.toThrow('--date: is required')
    await rm(folder, { recursive: true })
  })
})
