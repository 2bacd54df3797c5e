import { ok } from '../../http/envelope.ts'
import { defineGroup } from '../../http/operation.ts'
import { pageOf } from '../../http/paging.ts'
import type { RateLimit } from '../../http/plugins/rate-limit.ts'
import type { MailMessages, MailView } from '../../services/mailbox/messages.ts'
import type { MailboxSettingsService } from '../../services/mailbox/settings.ts'
import * as schemas from './schemas.ts'

// It makes this server call a stranger.
const testing: RateLimit = { name: 'mailboxTest', perMinute: 6, burst: 6 }
const testTimeoutMs = 60_000

export interface MailboxGroupDependencies { mailboxes: MailboxSettingsService, mailMessages: MailMessages }

/** The mailbox in which the SII's results and customers' answers arrive. */
export function mailboxGroup ({ mailboxes, mailMessages }: MailboxGroupDependencies) {
  return defineGroup('Mailbox', (operation) => {
    operation({
      method: 'GET',
      path: '/Get',
      rule: { permission: 'Mailbox.Read' },
      summary: 'Get the mailbox',
      answer: schemas.mailbox,
      handler: async ({ actor }) => ok(await mailboxes.get(actor))
    })

    operation({
      method: 'PUT',
      path: '/Set',
      rule: { permission: 'Mailbox.Manage' },
      summary: 'Set the mailbox',
      description:
        'Timbre reads the folder every five minutes by IMAP, from the mails of the last seven days on. It deletes nothing and marks nothing as read. The secret is stored sealed and never shown.',
      body: schemas.setBody,
      answer: schemas.mailbox,
      alsoFails: [409],
      idempotency: 'none',
      handler: async ({ actor, body }) => ok(await mailboxes.set(actor, body))
    })

    operation({
      method: 'POST',
      path: '/Test',
      rule: { permission: 'Mailbox.Manage' },
      summary: 'Sign in to the mailbox and open its folder',
      description: 'If that works and the mailbox is enabled, it is read at once. `problem` says what failed.',
      answer: schemas.trial,
      alsoFails: [409],
      rateLimit: testing,
      timeoutMs: testTimeoutMs,
      idempotency: 'none',
      handler: async ({ actor }) => {
        const trial = await mailboxes.test(actor)
        return ok(trial.kind === 'works'
          ? { works: true, messages: trial.messages, problem: null }
          : { works: false, messages: null, problem: trial.problem })
      }
    })

    operation({
      method: 'GET',
      path: '/Messages',
      rule: { permission: 'Mailbox.Read' },
      summary: 'List the mails of the mailbox, newest first',
      query: schemas.messagesQuery,
      answer: schemas.messages,
      handler: async ({ actor, query: { page, pageSize, ...filter } }) => {
        const { data, ...total } = await mailMessages.paginate(actor, filter, { page, pageSize })
        return ok(pageOf({ page, pageSize }, { ...total, data: data.map(withoutFiles) }))
      }
    })

    operation({
      method: 'GET',
      path: '/Message',
      rule: { permission: 'Mailbox.Read' },
      summary: 'Get a mail and what became of its files',
      query: schemas.messageQuery,
      answer: schemas.messageDetail,
      handler: async ({ actor, query }) => ok(await mailMessages.get(actor, query.id))
    })

    operation({
      method: 'POST',
      path: '/Reprocess',
      rule: { permission: 'Mailbox.Manage' },
      summary: 'Process a mail again',
      description: 'For a mail that was put aside, after its cause is gone. What it did before is not done twice. With `trustSender` what the mail says counts as the SII\'s although nothing proves its sender: the audit log has who decided so.',
      body: schemas.reprocessBody,
      answer: schemas.stored,
      alsoFails: [404],
      handler: async ({ actor, body }) => ok(withoutFiles(await mailMessages.reprocess(actor, body)))
    })
  })
}

function withoutFiles ({ files: _files, ...mail }: MailView): Omit<MailView, 'files'> {
  return mail
}
