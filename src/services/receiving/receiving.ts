import type { CafKeys } from '../../dte/signing/caf.ts'
import type { ReceivedFile, Recipient } from '../../dte/receiving/read-received.ts'
import { mailReasons } from '../../model/mail-states.ts'
import { simulatorAuthority } from '../../model/tax-authorities.ts'
import type { Store } from '../../repositories/store.ts'
import type { TenantRow } from '../../repositories/tenants/tenants.ts'
import { type Sentence, ServiceError } from '../../shared/errors.ts'
import type { Actor } from '../actor.ts'
import { audited } from '../audit/audit-actor.ts'
import type { MailFile, MailReader } from '../mail-ports.ts'
import type { Clock } from '../ports.ts'
import { type ReceivedSource, type StoredDocument, type StoredFile, storeReceived } from './storing.ts'

export interface ReceivingDependencies {
  store: Store
  reader: MailReader
  /** Keys of the simulator, which count for its tenants only. */
  trustedCafKeys: () => Promise<readonly { id: number, publicKey: string }[]>
  clock: Clock
  /** Called after a commit that scheduled tasks. */
  onWork: () => void
}

/** What became of an uploaded file, or of one inside it. */
export interface TakenFile {
  name: string
  sha256: string
  outcome: 'new' | 'repeated' | 'refused'
  /** Why it was refused. */
  reason: string | null
  explanation: Sentence | null
  fileId: string | null
  /** EstadoRecepEnv; null of a refused file. */
  state: number | null
  documents: StoredDocument[]
}

/** Takes documents that others issued for a tenant, from uploads and from its mailbox. */
export function createReceiving ({ store, reader, trustedCafKeys, clock, onWork }: ReceivingDependencies) {
  async function recipientOf (tenant: TenantRow): Promise<Recipient> {
    return { taxNumber: tenant.taxNumber, environment: tenant.environment, cafKeys: await cafKeysFor(tenant) }
  }

  async function cafKeysFor ({ taxAuthority }: TenantRow): Promise<CafKeys> {
    if (taxAuthority !== simulatorAuthority) return {}
    return Object.fromEntries((await trustedCafKeys()).map(({ id, publicKey }) => [id, publicKey]))
  }

  async function keep (tenantId: string, file: ReceivedFile, source: ReceivedSource): Promise<StoredFile> {
    const stored = await store.asTenant(tenantId, (repositories) => storeReceived(repositories, file, source, clock()))
    onWork()
    return stored
  }

  async function take (actor: Actor, file: MailFile): Promise<TakenFile> {
    const { name, sha256, received, bytes } = file
    if (!received || 'problem' in received || !bytes) return refused(file)
    const stored = await keep(actor.tenantId, received, {
      name, sha256, bytes, source: 'upload', messageId: null, replyTo: null, arrivedAt: clock(), actor: audited(actor)
    })
    return { name, sha256, ...stored, reason: null, explanation: null }
  }

  return {
    /** For whom files that come to the tenant should be. */
    recipientOf,

    /**
     * Takes an uploaded file: XML, a .zip or a mail. Throws ServiceError RECEIVED_FILE_UNREADABLE for one that costs
     * more memory than it may, and OVERLOADED.
     */
    async upload (actor: Actor, { name, bytes }: { name: string, bytes: Buffer }): Promise<TakenFile[]> {
      const { tenantId, signal } = actor
      const row = await store.asTenant(tenantId, ({ tenant }) => tenant.get())
      const files = await reader.readFile({ name, bytes }, clock(), {
        tenantId, signal, recipient: await recipientOf(row)
      })
      if (!files) throw new ServiceError('RECEIVED_FILE_UNREADABLE')
      const taken: TakenFile[] = []
      for (const file of files) taken.push(await take(actor, file))
      return taken
    }
  }
}

export type Receiving = ReturnType<typeof createReceiving>

function refused ({ name, sha256, kind, unread, received }: MailFile): TakenFile {
  const problem = received && 'problem' in received ? received.problem : undefined
  const reason = unread ?? problem ?? (kind === 'boletas' ? 'BOLETAS' : 'UNKNOWN_FILE')
  return {
    name, sha256, outcome: 'refused', reason, explanation: mailReasons[reason], fileId: null, state: null, documents: []
  }
}
