import type { Authority } from '../authority.ts'
import type { Ledger } from '../ledger.ts'
import type { Pace } from '../progress.ts'
import { createCustomers } from './customers.ts'
import { type ImapServer, startImapServer } from './imap-server.ts'
import { createMailDrop } from './mail-drop.ts'
import { resultMail } from './sii-mails.ts'
import { type SmtpMail, type SmtpServer, startSmtpServer } from './smtp-server.ts'

interface Parts { authority: Authority, ledger: Ledger, pace: Pace, onError: (error: Error) => void }

/** Mailboxes, the SII's mails and customers that answer. Its servers start with the first mailbox or customer. */
export function createMailSide ({ authority, ledger, pace, onError }: Parts) {
  const drop = createMailDrop({ now: pace.now })
  const customers = createCustomers({
    authority, now: pace.now, send: (to, source) => { drop.deliver(to, source) }
  })
  const sent: { from: string, to: string[], sizeBytes: number }[] = []
  let servers: Promise<{ imap: ImapServer, smtp: SmtpServer }> | undefined

  function take (mail: SmtpMail): void {
    sent.push({ from: mail.from, to: mail.to, sizeBytes: mail.source.length })
    for (const address of mail.to) drop.deliver(address, mail.source)
    customers.receive(mail).catch((error: unknown) => {
      onError(new Error('A customer could not answer', { cause: error }))
    })
  }

  async function start () {
    servers ??= Promise.all([startImapServer({ drop }), startSmtpServer({ take })])
      .then(([imap, smtp]) => ({ imap, smtp }))
    return servers
  }

  return {
    drop,
    customers,
    /** Mails that were sent through the simulator's SMTP server. */
    sent: sent as readonly (typeof sent)[number][],

    /** Where the servers listen, on the loopback. */
    async ports (): Promise<{ imapPort: number, smtpPort: number }> {
      const { imap, smtp } = await start()
      return { imapPort: imap.port, smtpPort: smtp.port }
    },

    /** Mails the result of an envelope; false if it has none, or the mailbox is not there. */
    mailResult (trackId: string, to: string): boolean {
      const envelope = ledger.envelope(trackId)
      return envelope?.verdict !== undefined &&
        drop.deliver(to, resultMail({ envelope, verdict: envelope.verdict, to, at: pace.now() }))
    },

    async close (): Promise<void> {
      const started = await servers
      await Promise.all([started?.imap.close(), started?.smtp.close()])
    }
  }
}

export type MailSide = ReturnType<typeof createMailSide>
