import type { ImapFlow, ImapFlowError } from 'imapflow'
import type { ExceededLimit, FetchedMail, MailPosition, MailTurn } from '../../services/mail-ports.ts'
import { MailboxError } from './mailbox-error.ts'
import { attempt, mailboxError, withFolder } from './mailbox-connection.ts'
import type { SessionLimits, SessionOrder, SessionResult } from './session-messages.ts'

export interface SessionTools {
  /** Ends the session; a turn keeps what came before. */
  timeIsUp: AbortSignal
  exceeded: (limit: ExceededLimit) => void
  keep: (mail: FetchedMail) => Promise<void>
}

/** Opens the folder; with a position, fetches its next mails, each after the one before was kept. */
export async function runSession (
  order: SessionOrder, { timeIsUp, exceeded, keep }: SessionTools
): Promise<SessionResult> {
  try {
    return await withFolder(order, { signal: timeIsUp, exceeded }, async (client) => order.position
      ? await readOn(client, order.position, { keep, timeIsUp, limits: order.limits })
      : { kind: 'works', messages: client.mailbox ? client.mailbox.exists : 0 })
  } catch (error) {
    if (timeIsUp.aborted) return { kind: 'failed', problem: 'TIMEOUT' }
    if (error instanceof MailboxError) return { kind: 'failed', problem: error.problem }
    throw error
  }
}

interface Reading extends Pick<SessionTools, 'keep' | 'timeIsUp'> { limits: SessionLimits }

async function readOn (client: ImapFlow, position: MailPosition, reading: Reading): Promise<MailTurn> {
  const uidValidity = client.mailbox ? client.mailbox.uidValidity : 0n
  const from = uidValidity === position.uidValidity ? position.lastUid : 0
  const waiting = await newUids(client, from, position.since)
  return fetchAll(client, { uidValidity, waiting, from }, reading)
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
  { keep, timeIsUp, limits }: Reading
): Promise<MailTurn> {
  let [lastUid, bytes] = [from, 0]
  for (const uid of waiting.slice(0, limits.mostMails)) {
    if (bytes >= limits.turnBytes) break
    const fetched = await fetchMail(client, uid, limits).catch((error: unknown) => {
      // What came before is kept; the rest is for the next turn.
      if (lastUid > from && timeIsUp.aborted) return undefined
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
  client: ImapFlow, uid: number, { maxMailBytes, beginningBytes }: SessionLimits
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
