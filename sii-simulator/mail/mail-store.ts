import { randomInt } from 'node:crypto'

export interface StoredMail { uid: number, source: Buffer, receivedAt: Date, flags: Set<string> }

export interface Mailbox {
  address: string
  password: string
  /** Accepted in place of the password, with XOAUTH2. */
  accessToken: string | undefined
  uidValidity: number
  nextUid: number
  mails: StoredMail[]
}

// Mails of a mailbox; older ones are removed.
const mostMails = 5000

/** Mailboxes of people and companies, in memory. Addresses are compared without regard to case. */
export function createMailStore ({ now }: { now: () => Date }) {
  const boxes = new Map<string, Mailbox>()
  const find = (address: string): Mailbox | undefined => boxes.get(address.toLowerCase())

  return {
    find,

    open (address: string, { password, accessToken }: { password: string, accessToken?: string | undefined }): Mailbox {
      const known = find(address)
      if (known) return Object.assign(known, { password, accessToken })
      const box: Mailbox = {
        address: address.toLowerCase(), password, accessToken, uidValidity: randomInt(1, 2 ** 31), nextUid: 1, mails: []
      }
      boxes.set(box.address, box)
      return box
    },

    /** False for a mailbox that does not exist. */
    deliver (address: string, source: Buffer, receivedAt = now()): boolean {
      const box = find(address)
      if (!box) return false
      box.mails.push({ uid: box.nextUid++, source, receivedAt, flags: new Set() })
      if (box.mails.length > mostMails) box.mails.shift()
      return true
    },

    /** As after a restored backup: the same mails, under other numbers. */
    renumber (address: string): void {
      const box = find(address)
      if (!box) return
      box.uidValidity += 1
      box.mails.forEach((mail, index) => { mail.uid = index + 1 })
      box.nextUid = box.mails.length + 1
    }
  }
}

export type MailStore = ReturnType<typeof createMailStore>
