import { z } from 'zod'
import type { MailboxRow } from '../../repositories/mail/mailboxes.ts'
import { mailSecurities, type MailAccount, type MailSecret } from '../mail-ports.ts'
import type { SealedRowKey, Sealing } from '../secrets/sealing.ts'

const secretShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('password'), password: z.string() }),
  z.object({
    kind: z.literal('oauth'), tokenUrl: z.string(), clientId: z.string(), clientSecret: z.string().nullable(),
    refreshToken: z.string().nullable(), scope: z.string().nullable()
  })
])

/** A tenant has one mailbox, so the tenant names the row. */
function placeOf (tenantId: string): SealedRowKey {
  return { tenantId, kind: 'mailboxSecret', rowId: tenantId }
}

export function sealSecret (sealing: Sealing, secret: MailSecret, tenantId: string): Buffer {
  return sealing.seal(Buffer.from(JSON.stringify(secret)), placeOf(tenantId))
}

/** How to sign in to a mailbox. Throws SealingError. */
export function accountOf (sealing: Sealing, { tenantId, sealedSecret, ...row }: MailboxRow): MailAccount {
  const secret = secretShape.parse(JSON.parse(sealing.open(sealedSecret, placeOf(tenantId)).toString()))
  const { host, port, userName, folder } = row
  return { host, port, security: z.enum(mailSecurities).parse(row.security), userName, folder, secret }
}
