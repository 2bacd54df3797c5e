import { mailStates } from '../../src/model/mail-states.ts'
import type { Arrived } from '../parts/mailboxes.ts'
import type { Books, Query } from './books.ts'

interface Stored extends Arrived { state: number }

async function storedMails (query: Query): Promise<Stored[]> {
  return await query(`
    select t.tax_number as "taxNumber", encode(m.sha256, 'hex') as sha256, m.state
    from mail_messages m join tenants t on t.tenant_id = m.tenant_id`)
}

const nameOf = ({ taxNumber, sha256 }: Arrived): string => `${taxNumber} ${sha256}`

/** Mails that arrived and have not come to an end in the database. */
export async function unreadMails (query: Query, mails: readonly Arrived[]): Promise<Arrived[]> {
  const settled = new Set((await storedMails(query)).filter(({ state }) => state !== mailStates.Stored).map(nameOf))
  return mails.filter((mail) => !settled.has(nameOf(mail)))
}

/** I4, I5: each mail that arrived is stored in its own tenant's mailbox and settled, once, and nothing else is. */
export async function mailFaults ({ query, mails }: Books): Promise<string[]> {
  const arrived = new Set(mails.map(nameOf))
  const stored = (await storedMails(query)).map(nameOf)
  return [
    ...(await unreadMails(query, mails)).map((mail) => `a mail was not read: ${nameOf(mail)}`),
    ...stored.filter((name) => !arrived.has(name)).map((name) => `a mail is stored that never arrived: ${name}`),
    ...stored.length > new Set(stored).size ? ['a mail is stored twice'] : []
  ]
}
