import type { MailboxRow } from '../../repositories/mail/mailboxes.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { dayMs } from '../../shared/durations.ts'
import { type Problem, problemAt, ServiceError, type Sentence } from '../../shared/errors.ts'
import { isPublicHost } from '../../shared/public-addresses.ts'
import type { Actor } from '../actor.ts'
import { audited } from '../audit/audit-actor.ts'
import { changesBetween } from '../audit/changes.ts'
import type { MailboxTrial, MailIntake, MailSecret, MailSecurity } from '../mail-ports.ts'
import type { Clock } from '../ports.ts'
import type { Sealing } from '../secrets/sealing.ts'
import { service } from '../tasks/task-lease.ts'
import { accountOf, sealSecret } from './account.ts'
import { isExceededLimit, mailboxSubject, switchOff } from './switching-off.ts'

export interface MailboxUpdate {
  host: string
  port: number
  security: MailSecurity
  userName: string
  folder: string
  enabled: boolean
  /** The authserv-id of the mailbox's server (sender-proof.ts); empty where it is not known. */
  authenticationServer: string
  /** Left out: the one that is stored. */
  secret?: MailSecret | undefined
}

type Named = 'host' | 'port' | 'security' | 'userName' | 'auth' | 'folder' | 'authenticationServer'

/** The mailbox without its secret; what is not set is null. */
export interface MailboxSettings extends Record<Exclude<Named, 'port'>, string | null> {
  port: number | null
  enabled: boolean
  /** The last turn that succeeded. */
  readAt: Date | null
  failures: number
  problem: string | null
  updatedAt: Date | null
}

export interface MailboxSettingsDependencies {
  store: Store
  sealing: Sealing
  intake: MailIntake
  clock: Clock
  /** For development: plain connections, any port and private addresses. */
  allowPrivate: boolean
  onWork: () => void
}

// Mails of the days before the mailbox was set up are read too.
const daysBefore = 7
const ports = new Set([143, 993])

export function createMailboxSettings (
  { store, sealing, intake, clock, allowPrivate, onWork }: MailboxSettingsDependencies
) {
  function sealedSecret (known: MailboxRow | null, { secret, ...wanted }: MailboxUpdate, tenantId: string): Buffer {
    if (secret) return sealSecret(sealing, secret, tenantId)
    // A stored secret never goes to another server than the one that it was given for.
    const isSame = known?.host === wanted.host && known.port === wanted.port && known.userName === wanted.userName &&
      known.security === wanted.security
    if (!known || !isSame) throw new ServiceError('MAILBOX_SECRET_MISSING')
    return known.sealedSecret
  }

  return {
    get: ({ tenantId }: Actor): Promise<MailboxSettings> => store.asTenant(tenantId, async ({ mailboxes }) => {
      const row = await mailboxes.find()
      return row ? settingsOf(row) : notSet
    }),

    /** Throws ServiceError MAILBOX_INVALID, MAILBOX_SECRET_MISSING. */
    async set (actor: Actor, wanted: MailboxUpdate): Promise<MailboxSettings> {
      if (!allowPrivate) mustBePublic(wanted)
      const saved = await store.asTenant(actor.tenantId, async (repositories) => {
        const { tenant, mailboxes, auditLog } = repositories
        await tenant.lock()
        const known = await mailboxes.find()
        const { secret, authenticationServer, ...settings } = wanted
        const since = isAnother(known, wanted) ? new Date(clock().getTime() - daysBefore * dayMs) : undefined
        const auth = secret?.kind ?? known?.auth ?? 'password'
        const sealed = sealedSecret(known, wanted, actor.tenantId)
        await mailboxes.set({
          ...settings, authenticationServer: authenticationServer || null, auth, sealedSecret: sealed
        }, clock(), since)
        await schedule(repositories, settings.enabled)
        const row = mustBeSet(await mailboxes.find())
        auditLog.add([recordOf(actor, 'set', {
          ...auditDetails(row), ...changesBetween(known ? auditDetails(known) : {}, auditDetails(row)), ...secret && { secret: 'changed' }
        })], clock())
        return settingsOf(row)
      })
      onWork()
      return saved
    },

    /**
     * Signs in and opens the folder; a mailbox that works is then read, and one whose server exceeds a limit is
     * switched off. Throws ServiceError MAILBOX_NOT_SET, OVERLOADED.
     */
    async test (actor: Actor): Promise<MailboxTrial> {
      const row = mustBeSet(await store.asTenant(actor.tenantId, ({ mailboxes }) => mailboxes.find()))
      const signal = actor.signal ?? new AbortController().signal
      const trial = await intake.test(accountOf(sealing, row), {
        tenantId: actor.tenantId, signal, renewed: (token) => renew(row, token)
      })
      await store.asTenant(actor.tenantId, async (repositories) => {
        if (trial.kind === 'works' && row.enabled) await schedule(repositories, true)
        if (trial.kind === 'failed' && isExceededLimit(trial.problem)) {
          await switchOff(repositories, row, { reason: trial.problem, actor: service, at: clock() })
        }
        repositories.auditLog.add([recordOf(actor, 'test', { ...trial })], clock())
      })
      onWork()
      return trial
    }
  }

  async function renew (row: MailboxRow, refreshToken: string): Promise<void> {
    await renewSecret({ store, sealing }, row, refreshToken)
  }
}

export type MailboxSettingsService = ReturnType<typeof createMailboxSettings>

/** Stores a refresh token that the provider gave in place of the one used. */
export async function renewSecret (
  { store, sealing }: { store: Store, sealing: Sealing }, row: MailboxRow, refreshToken: string
): Promise<void> {
  const { secret } = accountOf(sealing, row)
  const renewed = sealSecret(sealing, { ...secret, ...secret.kind === 'oauth' && { refreshToken } }, row.tenantId)
  await store.asTenant(row.tenantId, ({ mailboxes }) => mailboxes.renewSecret(renewed, row.updatedAt))
}

async function schedule ({ tasks }: TenantRepositories, enabled: boolean): Promise<void> {
  if (enabled) await tasks.schedule('readMailbox', [mailboxSubject])
  else await tasks.remove('readMailbox', [mailboxSubject])
}

function mustBeSet (row: MailboxRow | null): MailboxRow {
  if (!row) throw new ServiceError('MAILBOX_NOT_SET')
  return row
}

/** Another folder is read from its beginning. */
function isAnother (known: MailboxRow | null, { host, userName, folder }: MailboxUpdate): boolean {
  return known?.host !== host || known.userName !== userName || known.folder !== folder
}

function mustBePublic ({ host, port, security, secret }: MailboxUpdate): void {
  const problems = [
    ...isPublicHost(host) ? [] : [problemAt('host', sentences.address)],
    ...ports.has(port) ? [] : [problemAt('port', sentences.port)],
    ...security === 'none' ? [problemAt('security', sentences.security)] : [],
    ...secret?.kind === 'oauth' ? problemsOfUrl(new URL(secret.tokenUrl)) : []
  ]
  if (problems.length > 0) throw new ServiceError('MAILBOX_INVALID', { problems })
}

function problemsOfUrl ({ protocol, port, hostname }: URL): Problem[] {
  if (protocol !== 'https:' || port !== '') return [problemAt('secret.tokenUrl', sentences.tokenUrl)]
  return isPublicHost(hostname) ? [] : [problemAt('secret.tokenUrl', sentences.address)]
}

const sentences = {
  address: { en: 'is not an address on the public internet', es: 'no es una dirección de la internet pública' },
  port: { en: 'must be 993 or 143', es: 'debe ser 993 o 143' },
  security: { en: 'must be tls or starttls', es: 'debe ser tls o starttls' },
  tokenUrl: { en: 'must be an https address on port 443', es: 'debe ser una dirección https en el puerto 443' }
} as const satisfies Record<string, Sentence>

/** A mailbox in the audit log: who reads it knows the address, never the secret. */
function auditDetails ({ host, port, security, userName, auth, folder, enabled, authenticationServer }: MailboxRow) {
  return { host, port, security, userName, auth, folder, enabled, authenticationServer }
}

function settingsOf (row: MailboxRow): MailboxSettings {
  const { readAt, failures, problem, updatedAt } = row
  return { ...auditDetails(row), readAt, failures, problem, updatedAt }
}

const notSet: MailboxSettings = {
  host: null, port: null, security: null, userName: null, auth: null, folder: null, enabled: false, readAt: null,
  failures: 0, problem: null, authenticationServer: null, updatedAt: null
}

function recordOf (actor: Actor, verb: string, details: Record<string, unknown>) {
  return { actor: audited(actor), action: `mailbox.${verb}`, entity: 'mailbox', entityId: actor.tenantId, details }
}
