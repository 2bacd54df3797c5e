import type { ImapFlow, ImapFlowError } from 'imapflow'
import type {
  FetchedMail, MailAccount, MailboxTrial, MailIntake, MailPosition, MailTurn
} from '../../services/mail-ports.ts'
import { timeoutSignal } from '../../shared/timeout-signal.ts'
import { outgoingAddresses } from '../addresses/outgoing.ts'
import { attempt, type ConnectionOptions, MailboxError, mailboxError, withFolder } from './mailbox-connection.ts'

export interface MailIntakeOptions extends ConnectionOptions {
  /** Mails of one turn. */
  mostMails: number
  /** Received in one turn; the mail that exceeds it is the last. */
  turnBytes: number
  turnMs: number
  /** Kept of a mail that is too large. */
  beginningBytes: number
}

export const intakeLimits = {
  timeoutMs: 10_000,
  maxMailBytes: 10 * 1024 * 1024,
  maxBytes: 48 * 1024 * 1024,
  mostMails: 50,
  turnBytes: 24 * 1024 * 1024,
  turnMs: 45_000,
  beginningBytes: 64 * 1024
} as const

/** Reads mailboxes of the public internet; with `allowPrivate`, for development, also of this machine's network. */
export function createMailIntakeFor ({ allowPrivate }: { allowPrivate: boolean }): MailIntake {
  return createMailIntake({ ...intakeLimits, ...outgoingAddresses({ allowPrivate }) })
}

/** Reads IMAP folders (RFC 9051), for a limited time each. */
export function createMailIntake (options: MailIntakeOptions): MailIntake {
  async function inTurn<T> (
    account: MailAccount, { signal, renewed }: Parameters<MailIntake['test']>[1],
    use: (client: ImapFlow, deadline: AbortSignal) => Promise<T>
  ): Promise<T | { kind: 'failed', problem: MailboxError['problem'] }> {
    const deadline = timeoutSignal(options.turnMs)
    try {
      return await withFolder(
        account, options, { signal: AbortSignal.any([signal, deadline]), renewed }, (client) => use(client, deadline))
    } catch (error) {
      signal.throwIfAborted()
      if (deadline.aborted) return { kind: 'failed', problem: 'TIMEOUT' }
      if (error instanceof MailboxError) return { kind: 'failed', problem: error.problem }
      throw error
    }
  }

  return {
    test: (account, turn) => inTurn<MailboxTrial>(account, turn, async (client) => ({
      kind: 'works', messages: client.mailbox ? client.mailbox.exists : 0
    })),

    read: (account, position, { keep, ...turn }) => inTurn<MailTurn>(account, turn, async (client, deadline) => {
      const uidValidity = client.mailbox ? client.mailbox.uidValidity : 0n
      const from = uidValidity === position.uidValidity ? position.lastUid : 0
      const waiting = await newUids(client, from, position.since)
      return fetchAll(client, { uidValidity, waiting, from }, { keep, deadline, options })
    })
  }
}

/** A range to `*` always includes the last mail, however low its number. */
async function newUids (client: ImapFlow, from: MailPosition['lastUid'], since: Date): Promise<number[]> {
  if (client.mailbox && client.mailbox.exists === 0) return []
  const found = await attempt(client.search({ uid: `${from + 1}:*`, since }, { uid: true }))
  if (!Array.isArray(found)) throw new MailboxError('SERVER_UNUSABLE')
  return [...new Set(found.filter((uid) => Number.isSafeInteger(uid) && uid > from))].sort((one, other) => one - other)
}

async function fetchAll (
  client: ImapFlow, { uidValidity, waiting, from }: { uidValidity: bigint, waiting: number[], from: number },
  { keep, deadline, options }: {
    keep: (mail: FetchedMail) => Promise<void>, deadline: AbortSignal, options: MailIntakeOptions
  }
): Promise<MailTurn> {
  let [lastUid, bytes] = [from, 0]
  for (const uid of waiting.slice(0, options.mostMails)) {
    if (bytes >= options.turnBytes) break
    const fetched = await fetchMail(client, uid, options).catch((error: unknown) => {
      // What came before is kept; the rest is for the next turn.
      if (lastUid > from && deadline.aborted) return undefined
      throw error
    })
    if (fetched === undefined) break
    if (fetched !== 'gone') await keep({ ...fetched, uidValidity })
    bytes += fetched === 'gone' ? 0 : fetched.raw?.length ?? 0
    lastUid = uid
  }
  return { kind: 'read', uidValidity, lastUid, more: waiting.some((uid) => uid > lastUid) }
}

async function fetchMail (
  client: ImapFlow, uid: number, { maxMailBytes, beginningBytes }: MailIntakeOptions
): Promise<Omit<FetchedMail, 'uidValidity'> | 'gone'> {
  // Servers estimate sizes, so that one byte more tells whether the mail is too large.
  const source = { start: 0, maxLength: maxMailBytes + 1 }
  const found = await fetchOne(client, uid, source)
  if (found === 'gone') return 'gone'
  if (found === 'refused' || !found.source) {
    return { uid, receivedAt: null, size: 0, raw: null, isWhole: false }
  }
  const raw = found.source
  const isWhole = raw.length <= maxMailBytes
  return {
    uid, receivedAt: dateOf(found.internalDate), size: Math.max(raw.length, found.size ?? 0), isWhole,
    raw: isWhole ? raw : raw.subarray(0, beginningBytes)
  }
}

async function fetchOne (client: ImapFlow, uid: number, source: { start: number, maxLength: number }) {
  try {
    const query = { uid: true, size: true, internalDate: true, source }
    return await client.fetchOne(String(uid), query, { uid: true }) || 'gone' as const
  } catch (error) {
    // The server has the mail and cannot give it: others can be read.
    if ((error as ImapFlowError).responseStatus !== undefined) return 'refused' as const
    throw mailboxError(error as ImapFlowError)
  }
}

function dateOf (value: Date | string | undefined): Date | null {
  const date = new Date(value ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? null : date
}
