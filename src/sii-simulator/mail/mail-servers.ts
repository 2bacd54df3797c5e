import PostalMime from 'postal-mime'
import type { Authority } from '../authority.ts'
import type { Ledger } from '../ledger.ts'
import type { SimulatedClock } from '../progress.ts'
import { createAnswerCheck } from './answer-check.ts'
import { createCustomers } from './customers.ts'
import { type ImapServer, startImapServer } from './imap-server.ts'
import { createMailStore } from './mail-store.ts'
import { resultMail } from './sii-mails.ts'
import { type SmtpMail, type SmtpServer, startSmtpServer } from './smtp-server.ts'

interface Parts { authority: Authority, ledger: Ledger, simClock: SimulatedClock, onError: (error: Error) => void }

/** Mailboxes, the SII's mails and customers that answer. Its servers start with the first mailbox or customer. */
export function createMailServers ({ authority, ledger, simClock, onError }: Parts) {
  const store = createMailStore({ now: simClock.now })
  const customers = createCustomers({
    authority, now: simClock.now, send: (to, source) => { store.deliver(to, source) }
  })
  const answerCheck = createAnswerCheck({ trust: () => ({ authority, now: simClock.now() }) })
  const sent: { from: string, to: string[], sizeBytes: number }[] = []
  const resultAddresses = new Map<string, string>()
  let servers: Promise<{ imap: ImapServer, smtp: SmtpServer }> | undefined

  function take (mail: SmtpMail): void {
    sent.push({ from: mail.from, to: mail.to, sizeBytes: mail.source.length })
    for (const address of mail.to) store.deliver(address, mail.source)
    checkAnswers(mail).catch((error: unknown) => {
      onError(new Error('An answer could not be checked', { cause: error }))
    })
    customers.receive(mail).catch((error: unknown) => {
      onError(new Error('A customer could not answer', { cause: error }))
    })
  }

  async function checkAnswers (mail: SmtpMail): Promise<void> {
    const { attachments } = await PostalMime.parse(mail.source)
    for (const { content, filename } of attachments) {
      if (/\.xml$/i.test(filename ?? '')) answerCheck.receive(Buffer.from(content as ArrayBuffer), mail.to)
    }
  }

  async function start () {
    servers ??= Promise.all([startImapServer({ store }), startSmtpServer({ take })])
      .then(([imap, smtp]) => ({ imap, smtp }))
    return servers
  }

  return {
    store,
    customers,
    /** The answers to suppliers among the mails, with what is wrong with each. */
    answers: answerCheck.answers,
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
      if (envelope?.verdict === undefined) return false
      resultAddresses.set(envelope.company, to)
      return store.deliver(to, resultMail({ envelope, verdict: envelope.verdict, to, at: simClock.now() }))
    },

    /** Mails the result of an envelope to where the last one of its company went; false where none did. */
    mailResultAgain (trackId: string): boolean {
      const to = resultAddresses.get(ledger.envelope(trackId)?.company ?? '')
      return to !== undefined && this.mailResult(trackId, to)
    },

    async close (): Promise<void> {
      const started = await servers
      await Promise.all([started?.imap.close(), started?.smtp.close()])
    }
  }
}

export type MailServers = ReturnType<typeof createMailServers>
