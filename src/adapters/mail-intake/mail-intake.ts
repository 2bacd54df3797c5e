import type { MailAccount, MailboxTrial, MailIntake, MailTurn } from '../../services/mail-ports.ts'
import { ServiceError } from '../../shared/errors.ts'
import { createConcurrencyLimiter, type ConcurrencyLimiter } from '../../shared/concurrency-limiter.ts'
import { type CountHeld, uncounted } from '../../shared/held.ts'
import { outgoingAddresses, type OutgoingAddresses } from '../addresses/outgoing.ts'
import { createIdleThreads } from '../threads/idle-threads.ts'
import { MailboxError } from './mailbox-error.ts'
import type { SessionLimits, SessionOrder, SessionResult } from './session-messages.ts'
import { type SessionCosts, startSessionProcess } from './session-process.ts'
import { addressOf, authOf } from './sign-in.ts'

export interface MailIntakeOptions extends SessionLimits, OutgoingAddresses {
  reading: SessionCosts
  trial: SessionCosts
  /** Sessions at once, each in a process with a mail at most; as many trials beside them. */
  limit: number
  processes?: SessionProcesses | undefined
  /** Certification authorities (PEM) to trust instead of Node's. */
  authorities?: string | undefined
  countHeld?: CountHeld | undefined
}

export const intakeLimits = {
  timeoutMs: 10_000,
  maxMailBytes: 10 * 1024 * 1024,
  maxBytes: 48 * 1024 * 1024,
  maxResponses: 5000,
  mostMails: 50,
  turnBytes: 24 * 1024 * 1024,
  beginningBytes: 64 * 1024,
  reading: { turnMs: 45_000, graceMs: 5000, memoryMb: 256, processorSeconds: 15 },
  trial: { turnMs: 20_000, graceMs: 5000, memoryMb: 256, processorSeconds: 5 },
  limit: 2
} as const

type SessionProcesses = ReturnType<typeof createSessionProcesses>

/** Processes of sessions, which start when they are needed and end after a while. */
export function createSessionProcesses () {
  return createIdleThreads(startSessionProcess)
}

type Turn = Parameters<MailIntake['test']>[1]

/** Reads mailboxes of the public internet; with `allowPrivate`, for development, also of this machine's network. */
export function createMailIntakeFor (
  { allowPrivate, countHeld }: { allowPrivate: boolean, countHeld?: CountHeld | undefined }
): MailIntake {
  return createMailIntake({ ...intakeLimits, ...outgoingAddresses({ allowPrivate }), countHeld })
}

/**
 * Reads IMAP folders (RFC 9051), in processes that are ended when a server makes them cost too much. Tenants alternate.
 */
export function createMailIntake (
  { countHeld = uncounted, processes = createSessionProcesses(), ...options }: MailIntakeOptions
): MailIntake {
  const { limit } = options
  const readings = createConcurrencyLimiter({ limit, limitPerKey: 1, queueLimit: Infinity })
  // A person waits for a trial: few wait, and one of a tenant.
  const trials = createConcurrencyLimiter({
    limit, limitPerKey: 1, queueLimit: 8, queueLimitPerKey: 1, refusal: tooManyTrials
  })
  let heldBytes = 0
  countHeld('mailbox_sessions', () => readings.held() + trials.held())
  countHeld('mailbox_bytes', () => heldBytes)

  async function inProcess (order: SessionOrder, terms: Parameters<Process['run']>[1]): Promise<SessionResult> {
    const child = processes.take()
    try {
      return await child.run(order, terms)
    } finally {
      processes.release(child)
    }
  }

  async function session (
    account: MailAccount, { signal, renewed }: Omit<Turn, 'tenantId'>,
    { position, costs, keep }: Pick<SessionOrder, 'position'> & { costs: SessionCosts, keep: Keep }
  ): Promise<SessionResult> {
    const address = await addressOf(account.host, options, signal)
    const { auth, refreshToken } = await authOf(account, options, signal)
    if (refreshToken !== undefined) await renewed(refreshToken)
    return inProcess(orderOf(account, { address, auth, position }, options), { ...costs, signal, keep })
  }

  /** Runs a session once the gate admits it. Throws the reason of the signal, and what `renewed` and `keep` throw. */
  async function inTurn<Result extends SessionResult> (
    gate: ConcurrencyLimiter, { tenantId, signal }: Turn, work: () => Promise<SessionResult>
  ): Promise<Result | { kind: 'failed', problem: MailboxError['problem'] }> {
    try {
      return await gate.run(tenantId, work, signal) as Result
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof MailboxError) return { kind: 'failed', problem: error.problem }
      throw error
    }
  }

  const counted = (keep: Keep): Keep => async (mail) => {
    const { length: bytes } = mail.raw ?? ''
    heldBytes += bytes
    await keep(mail).finally(() => { heldBytes -= bytes })
  }

  return {
    test: (account, turn) => inTurn<MailboxTrial>(trials, turn, () =>
      session(account, turn, { position: undefined, costs: options.trial, keep: async () => {} })),

    read: (account, position, { keep, ...turn }) => inTurn<MailTurn>(readings, turn, () =>
      session(account, turn, { position, costs: options.reading, keep: counted(keep) }))
  }
}

type Process = ReturnType<typeof startSessionProcess>
type Keep = Parameters<MailIntake['read']>[2]['keep']

function tooManyTrials (): ServiceError {
  return new ServiceError('OVERLOADED', { retryAfterSeconds: 10 })
}

function orderOf (
  { host, port, security, folder }: MailAccount,
  { address, ...known }: Pick<SessionOrder, 'auth' | 'position'> & { address: string },
  options: MailIntakeOptions
): SessionOrder {
  const { authorities, timeoutMs, maxBytes, maxResponses, maxMailBytes, mostMails, turnBytes, beginningBytes } = options
  return {
    kind: 'order', ...known, folder, server: { address, host, port, security, authorities },
    limits: { timeoutMs, maxBytes, maxResponses, maxMailBytes, mostMails, turnBytes, beginningBytes }
  }
}
