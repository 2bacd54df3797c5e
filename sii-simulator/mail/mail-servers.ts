import PostalMime from 'postal-mime'
import type { AnswerForms } from '../answer-forms.ts'
import type { Authority } from '../authority.ts'
import type { EnvelopeVerdict } from '../judge/verdict.ts'
import type { Ledger } from '../ledger.ts'
import type { SimulatedClock } from '../progress.ts'
import type { SetMail } from '../certification/verdict-mail.ts'
import type { Store } from '../store.ts'
import { createAnswerCheck } from './answer-check.ts'
import { createCustomers } from './customers.ts'
import { type ImapServer, startImapServer } from './imap-server.ts'
import { createMailStore } from './mail-store.ts'
import { bookCover } from './book-results.ts'
import { bookMail, envelopeMail, type MailTerms, setMail } from './sii-mails.ts'
import { type SmtpMail, type SmtpServer, startSmtpServer } from './smtp-server.ts'

interface Parts {
  answerForms: AnswerForms
  authority: Authority
  ledger: Ledger
  store: Store
  simClock: SimulatedClock
  onError: (error: Error) => void
}

type Addressed = Pick<MailTerms, 'to' | 'provenBy'>

/** Mailboxes, the SII's mails and customers that answer. Its servers start with the first mailbox or customer. */
export function createMailServers (
  { answerForms: forms, authority, ledger, store: uploads, simClock, onError }: Parts
) {
  const store = createMailStore({ now: simClock.now })
  const customers = createCustomers({
    authority, now: simClock.now, send: (to, source) => { store.deliver(to, source) }
  })
  const answerCheck = createAnswerCheck({ trust: () => ({ authority, now: simClock.now() }) })
  const sent: { from: string, to: string[], sizeBytes: number }[] = []
  const addresses = new Map<string, Addressed>()
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

    /**
     * Mails the result of an envelope or a book. False if it has none, if it is a daily summary that was taken, about
     * which no mail is known, or if the mailbox is not there.
     */
    async mailResult (trackId: string, addressed: Addressed): Promise<boolean> {
      const envelope = ledger.envelope(trackId)
      const { verdict } = envelope ?? {}
      if (!envelope || !verdict || verdict.book === 'RPR') return false
      addresses.set(envelope.company, addressed)
      const result = { envelope, verdict, forms }
      const terms = { ...addressed, at: simClock.now() }
      if (!isOfBook(verdict)) return store.deliver(addressed.to, envelopeMail(result, terms))
      const book = await uploads.readUpload(envelope.uploadId)
      return book !== undefined && store.deliver(addressed.to, bookMail(result, bookCover(book), terms))
    },

    /** Mails the result of an envelope to where the last one of its company went; false where none did. */
    async mailResultAgain (trackId: string): Promise<boolean> {
      const addressed = addresses.get(ledger.envelope(trackId)?.company ?? '')
      return addressed !== undefined && await this.mailResult(trackId, addressed)
    },

    /** Mails the verdict on a set; false if the mailbox is not there. */
    mailVerdict: (mail: SetMail, addressed: Addressed): boolean =>
      store.deliver(addressed.to, setMail(mail, { ...addressed, at: simClock.now() })),

    async close (): Promise<void> {
      const started = await servers
      await Promise.all([started?.imap.close(), started?.smtp.close()])
    }
  }
}

function isOfBook ({ book, refusal }: EnvelopeVerdict): boolean {
  return book !== undefined || refusal?.state.startsWith('L') === true
}

export type MailServers = ReturnType<typeof createMailServers>
