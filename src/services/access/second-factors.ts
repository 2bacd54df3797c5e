import { createHmac, randomBytes } from 'node:crypto'
import type { AuditActor } from '../../repositories/audit/audit-log.ts'
import type { SecondFactorRow } from '../../repositories/access/second-factors.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { dayMs, minuteMs } from '../../shared/durations.ts'
import { invalidAt, ServiceError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import type { Actor } from '../actor.ts'
import { audited } from '../audit/audit-actor.ts'
import { post } from '../mail/post.ts'
import type { Clock } from '../ports.ts'
import type { Sealing, SealedRowKey } from '../secrets/sealing.ts'
import { createPasswordProof } from './password-proof.ts'
import type { Passwords } from './passwords.ts'
import { assertHoldsClaims, type SessionCache, rightsUnderLock } from './rights.ts'
import type { SignInDelays } from './sign-in-delays.ts'
import { base32, otpauthUri, stepOfCode } from './totp.ts'

export interface SecondFactorView {
  active: boolean
  activeSince: Date | null
  recoveryCodesLeft: number
  /** The tenant requires one of its users. */
  required: boolean
}

/** Shown once. */
export interface BegunSecondFactor { secret: string, uri: string }

/** Proof of a signed-in user: the password, and a code where a second factor is active. */
export interface Proof { password: string, code?: string | undefined }

/** A user who gives a code. */
export interface Holder extends Pick<Actor, 'tenantId' | 'userId' | 'userName'> {
  address?: string | undefined
  requestId?: string | undefined
}

export interface SecondFactorsDependencies {
  store: Store
  sealing: Sealing
  passwords: Passwords
  delays: SignInDelays
  sessions: SessionCache
  pepper: Buffer
  clock: Clock
  onWork: () => void
}

// RFC 4226, 4: 160 bits.
const secretBytes = 20
const recoveryCodes = 10
const recoveryCodeBytes = 10
/** How long a session need not give another code. */
const recentMs = 10 * minuteMs
const noticeIsNewsMs = dayMs

/**
 * The second factors of users: codes of an authenticator app, and recovery codes. Each belongs to the user of one
 * tenant, so that no other tenant's administrator can take it away. Wrong codes delay the next ones as wrong passwords
 * do, counted apart: neither the right password nor a sign-in to another tenant resets the count.
 */
export function createSecondFactors (
  { store, sealing, passwords, delays, sessions, pepper, clock, onWork }: SecondFactorsDependencies
) {
  const mustKnow = createPasswordProof({ store, passwords, delays })

  const hashOf = ({ userId }: Holder, recoveryCode: string): Buffer =>
    createHmac('sha256', pepper).update(JSON.stringify(['recovery code', userId, recoveryCode])).digest()

  /** Whether the code is right; one that is, is used up. */
  async function useCode (
    { secondFactors, auditLog }: TenantRepositories, holder: Holder, factor: SecondFactorRow, code: string
  ): Promise<boolean> {
    const { sealedSecret, lastStep, recoveryHashes } = factor
    if (sealedSecret === null) return false
    if (isAppCode(code)) {
      const step = stepOfCode(sealing.open(sealedSecret, placeOf(holder)), code, { at: clock(), lastStep })
      if (step !== undefined) await secondFactors.setLastStep(holder.userId, step)
      return step !== undefined
    }
    const hash = hashOf(holder, code)
    const left = recoveryHashes.filter((one) => !hash.equals(one)).map((one) => Buffer.from(one))
    if (left.length === recoveryHashes.length) return false
    await secondFactors.setRecoveryHashes(holder.userId, left)
    auditLog.add([{
      actor: audited(holder), action: 'auth.useRecoveryCode', entity: 'user', entityId: holder.userId,
      details: { left: left.length }
    }], clock())
    return true
  }

  /** Looks at a code under the delays of guesses. Throws ServiceError SECOND_FACTOR_WRONG or SIGN_IN_DELAYED. */
  async function guess (
    holder: Holder, isRight: (repositories: TenantRepositories) => Promise<boolean>
  ): Promise<void> {
    const { tenantId, userId, address = '' } = holder
    const attempt = await store.asPlatform((repositories) =>
      delays.begin(repositories, { email: `second factor ${userId}`, address }))
    if (!await store.asTenant(tenantId, isRight)) {
      await delays.failed(attempt)
      throw new ServiceError('SECOND_FACTOR_WRONG')
    }
    await delays.succeeded(attempt)
  }

  /**
   * Asks for a code where the user has a second factor; gives when it was given, null for a user who has none. Throws
   * ServiceError SECOND_FACTOR_REQUIRED, SECOND_FACTOR_WRONG or SIGN_IN_DELAYED.
   */
  async function ask (holder: Holder, code: string | undefined): Promise<Date | null> {
    const { tenantId, userId } = holder
    if (!await store.asTenant(tenantId, ({ secondFactors }) => secondFactors.isActive(userId))) return null
    if (code === undefined) throw new ServiceError('SECOND_FACTOR_REQUIRED')
    await guess(holder, async (repositories) => {
      const factor = await repositories.secondFactors.lock(userId)
      return factor !== null && useCode(repositories, holder, factor, plainCode(code))
    })
    return clock()
  }

  /** Throws ServiceError SECOND_FACTOR_MISSING, and as `ask` and the check of the password do. */
  async function mustProve (actor: Actor, { password, code }: Proof): Promise<void> {
    await mustKnow(actor, password)
    if (await ask(actor, code) === null) throw new ServiceError('SECOND_FACTOR_MISSING')
  }

  function newRecoveryCodes (holder: Holder): { codes: string[], hashes: Buffer[] } {
    const plain = Array.from({ length: recoveryCodes }, () => base32(randomBytes(recoveryCodeBytes)))
    return {
      codes: plain.map((code) => code.match(/.{4}/g)?.join('-') ?? ''), hashes: plain.map((code) => hashOf(holder, code))
    }
  }

  return {
    ask,

    /** The caller's own. */
    describe: ({ tenantId, userId }: Actor): Promise<SecondFactorView> =>
      store.asTenant(tenantId, async ({ tenant, secondFactors }) => {
        const factor = await secondFactors.find(userId)
        return {
          active: factor?.sealedSecret != null,
          activeSince: factor?.activeSince ?? null,
          recoveryCodesLeft: factor?.recoveryHashes.length ?? 0,
          required: (await tenant.get()).requireSecondFactor
        }
      }),

    /**
     * Makes the secret of a new app. It takes the place of the active one, if any, when `confirm` gets a code of it.
     * Throws ServiceError CURRENT_PASSWORD_WRONG, and as `ask` does.
     */
    async begin (actor: Actor, { password, code }: Proof): Promise<BegunSecondFactor> {
      await mustKnow(actor, password)
      await ask(actor, code)
      const { tenantId, userId, email } = actor
      const secret = randomBytes(secretBytes)
      const tenantCode = await store.asTenant(tenantId, async ({ tenant, secondFactors }) => {
        await secondFactors.begin(userId, sealing.seal(secret, placeOf(actor)))
        return (await tenant.get()).code
      })
      return { secret: base32(secret), uri: otpauthUri({ issuer: `Timbre ${tenantCode}`, account: email, secret }) }
    },

    /**
     * Makes the app of `begin` the active one, with new recovery codes, which it gives. Throws ServiceError
     * SECOND_FACTOR_NOT_BEGUN, SECOND_FACTOR_WRONG or SIGN_IN_DELAYED.
     */
    async confirm (actor: Actor, code: string, sessionId: string | undefined): Promise<string[]> {
      const { userId } = actor
      const { codes, hashes } = newRecoveryCodes(actor)
      await guess(actor, async (repositories) => {
        const { secondFactors, userSessions } = repositories
        const pending = (await secondFactors.lock(userId))?.sealedPending
        if (pending == null) throw new ServiceError('SECOND_FACTOR_NOT_BEGUN')
        const plain = plainCode(code)
        const at = clock()
        const step = isAppCode(plain)
          ? stepOfCode(sealing.open(pending, placeOf(actor)), plain, { at, lastStep: 0 })
          : undefined
        if (step === undefined) return false
        await secondFactors.activate(userId, pending, { activeSince: at, lastStep: step, recoveryHashes: hashes })
        if (sessionId !== undefined) await userSessions.noteSecondFactor(sessionId, at)
        await noteChange(repositories, actor, { action: 'auth.confirmSecondFactor', by: audited(actor), active: true, at })
        return true
      })
      sessions.invalidate(actor)
      onWork()
      return codes
    },

    /** Throws ServiceError SECOND_FACTOR_COMPULSORY, SECOND_FACTOR_MISSING, and as `begin` does. */
    async remove (actor: Actor, proof: Proof): Promise<void> {
      const { required } = await this.describe(actor)
      if (required) throw new ServiceError('SECOND_FACTOR_COMPULSORY')
      await mustProve(actor, proof)
      await store.asTenant(actor.tenantId, (repositories) => removeSecondFactor(
        repositories, actor, { action: 'auth.removeSecondFactor', by: audited(actor), at: clock() }))
      sessions.invalidate(actor)
      onWork()
    },

    /** Gives new recovery codes; the earlier ones end. Throws ServiceError as `remove` does. */
    async renewRecoveryCodes (actor: Actor, proof: Proof): Promise<string[]> {
      await mustProve(actor, proof)
      const { codes, hashes } = newRecoveryCodes(actor)
      await store.asTenant(actor.tenantId, async ({ secondFactors, auditLog }) => {
        await secondFactors.setRecoveryHashes(actor.userId, hashes)
        auditLog.add([{
          actor: audited(actor), action: 'auth.renewRecoveryCodes', entity: 'user', entityId: actor.userId
        }], clock())
      })
      return codes
    },

    /**
     * Takes away the second factor of another user of the tenant, who lost it. Throws ServiceError USER_NOT_FOUND,
     * RIGHTS_NOT_HELD, or VALIDATION_FAILED for the caller's own.
     */
    async reset (actor: Actor, userId: string): Promise<void> {
      const { tenantId } = actor
      await store.asTenant(tenantId, async (repositories) => {
        const rights = await rightsUnderLock(repositories, actor, 'User.Manage')
        const user = await repositories.users.findWithClaims(userId)
        if (!user) throw new ServiceError('USER_NOT_FOUND')
        if (userId === actor.userId) throw ownFactor()
        assertHoldsClaims(rights, user.claims, 'id')
        await removeSecondFactor(
          repositories, { userId }, { action: 'user.resetSecondFactor', by: audited(actor), at: clock() })
      })
      sessions.invalidate({ tenantId, userId })
      onWork()
    },

    /**
     * Asks a user with a second factor for a code, unless the session gave one in the last ten minutes. Throws
     * ServiceError as `ask` does.
     */
    async requireRecentCode (actor: Actor, sessionId: string | undefined, code: string | undefined): Promise<void> {
      const { tenantId } = actor
      if (code === undefined && sessionId !== undefined) {
        const at = await store.asTenant(tenantId, ({ userSessions }) => userSessions.secondFactorAt(sessionId))
        if (at !== null && clock().getTime() - at.getTime() < recentMs) return
      }
      const at = await ask(actor, code)
      if (at === null || sessionId === undefined) return
      await store.asTenant(tenantId, ({ userSessions }) => userSessions.noteSecondFactor(sessionId, at))
    }
  }
}

export type SecondFactors = ReturnType<typeof createSecondFactors>

interface Removal { action: string, by: AuditActor, at: Date }

/** Takes away a user's second factor, and informs them by mail. A user without one stays as they are. */
export async function removeSecondFactor (
  repositories: TenantRepositories, { userId }: { userId: string }, { action, by, at }: Removal
): Promise<void> {
  const { secondFactors } = repositories
  const wasActive = await secondFactors.isActive(userId)
  await secondFactors.remove(userId)
  if (wasActive) await noteChange(repositories, { userId }, { action, by, active: false, at })
}

async function noteChange (
  repositories: TenantRepositories, { userId }: { userId: string },
  { action, by, active, at }: Removal & { active: boolean }
): Promise<void> {
  const { tenant, users, auditLog } = repositories
  await tenant.announceChange()
  auditLog.add([{ actor: by, action, entity: 'user', entityId: userId }], at)
  const user = await users.find(userId)
  if (!user) return
  const { businessName, taxNumber } = await tenant.get()
  const id = newId()
  await post(repositories, [{
    id, kind: 'secondFactorChanged', about: id, recipient: user.email, language: 'es',
    facts: { businessName, taxNumber, fullName: user.fullName, active, at: at.toISOString() }, createdAt: at,
    endsAt: new Date(at.getTime() + noticeIsNewsMs)
  }])
}

function placeOf ({ tenantId, userId }: Pick<Holder, 'tenantId' | 'userId'>): SealedRowKey {
  return { tenantId, kind: 'secondFactor', rowId: userId }
}

/** People type codes with blanks and dashes, and recovery codes in small letters. */
function plainCode (code: string): string {
  return code.replaceAll(/[\s-]/g, '').toUpperCase()
}

function isAppCode (plain: string): boolean {
  return /^\d{6}$/.test(plain)
}

function ownFactor (): ServiceError {
  const message = { en: 'is your own: use Auth/RemoveSecondFactor', es: 'es el suyo: use Auth/RemoveSecondFactor' }
  return invalidAt('id', message)
}
