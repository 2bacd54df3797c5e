import { createHash } from 'node:crypto'
import type { MailboxRow } from '../../repositories/mail/mailboxes.ts'
import type { Store } from '../../repositories/store.ts'
import { hourSeconds } from '../../shared/durations.ts'
import { newId } from '../../shared/ids.ts'
import type { FetchedMail, MailIntake, MailTurn } from '../mail-ports.ts'
import type { Clock } from '../ports.ts'
import type { Sealing } from '../secrets/sealing.ts'
import {
  backoffSeconds, extendLease, finishTask, LeaseLost, rescheduleTask, service
} from '../tasks/task-lease.ts'
import type { LeasedTask } from '../tasks/task-list.ts'
import { accountOf } from './account.ts'
import { renewSecret } from './settings.ts'
import { isExceededLimit, switchOff } from './switching-off.ts'

export interface MailFetchingDependencies {
  store: Store
  sealing: Sealing
  intake: MailIntake
  clock: Clock
  leaseSeconds: number
  onWork: () => void
}

// Between two looks at a mailbox; after a failure later each time.
const everySeconds = 300
const retry = { first: 60, longest: 6 * hourSeconds }

/** The mailbox was set again while it was read: what follows belongs to another one. */
class MailboxChanged extends Error {}

/**
 * Reads tenants' mailboxes, each in turns of limited time and size. Every mail is stored as it came before anything
 * looks into it.
 */
export function createMailFetching ({ store, sealing, intake, clock, leaseSeconds, onWork }: MailFetchingDependencies) {
  const stopping = new AbortController()

  async function turnOf (task: LeasedTask, row: MailboxRow): Promise<MailTurn | 'interrupted'> {
    const { uidValidity, lastUid, since } = row
    try {
      return await intake.read(accountOf(sealing, row), { uidValidity, lastUid: Number(lastUid), since }, {
        tenantId: task.tenantId,
        signal: stopping.signal,
        renewed: (token) => renewSecret({ store, sealing }, row, token),
        keep: (mail) => keep(task, row, mail)
      })
    } catch (error) {
      if (error instanceof MailboxChanged || stopping.signal.aborted) return 'interrupted'
      throw error
    }
  }

  async function keep (task: LeasedTask, { updatedAt }: MailboxRow, mail: FetchedMail): Promise<void> {
    const id = newId()
    await store.asTenant(task.tenantId, async (repositories) => {
      await extendLease(repositories, task, leaseSeconds)
      const { mailMessages, mailboxes, tasks } = repositories
      const { uid, uidValidity, ...facts } = mail
      const isNew = await mailMessages.add({
        ...facts, id, uid: BigInt(uid), uidValidity, sha256: hashOf(mail), storedAt: clock()
      })
      if (isNew) await tasks.schedule('takeMail', [id])
      if (!await mailboxes.moveTo({ updatedAt, uidValidity, lastUid: uid })) throw new MailboxChanged()
    })
    onWork()
  }

  async function settle (task: LeasedTask, row: MailboxRow, turn: MailTurn | 'interrupted'): Promise<void> {
    await store.asTenant(task.tenantId, async (repositories) => {
      const { mailboxes } = repositories
      if (turn === 'interrupted') return again(task, 0)
      if (turn.kind === 'failed') {
        if (isExceededLimit(turn.problem)) {
          await finishTask(repositories, task)
          return switchOff(repositories, row, { reason: turn.problem, actor: service, at: clock() })
        }
        await mailboxes.markFailed(turn.problem)
        return rescheduleTask(repositories, task, backoffSeconds(task.attempts, retry), turn.problem)
      }
      await mailboxes.moveTo({ ...turn, updatedAt: row.updatedAt })
      await mailboxes.markRead(clock())
      return again(task, turn.more ? 0 : everySeconds)

      async function again (leased: LeasedTask, seconds: number): Promise<void> {
        if (!await repositories.tasks.reschedule(leased, seconds, null)) throw new LeaseLost(leased)
      }
    })
  }

  return {
    /** Handles a `readMailbox` task. */
    async read (task: LeasedTask): Promise<void> {
      const row = await store.asTenant(task.tenantId, ({ mailboxes }) => mailboxes.find())
      if (!row?.enabled) return store.asTenant(task.tenantId, (repositories) => finishTask(repositories, task))
      await settle(task, row, await turnOf(task, row))
      onWork()
    },

    /** Ends the turns that are under way and releases what they hold. */
    stop: (): void => { stopping.abort(new Error('the server stops')) }
  }
}

/** A mail without a source is known by its number. */
function hashOf ({ raw, uidValidity, uid }: FetchedMail): Buffer {
  return createHash('sha256').update(raw ?? `${uidValidity}:${uid}`).digest()
}
