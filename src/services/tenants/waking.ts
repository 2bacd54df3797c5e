import { documentTypes } from '../../dte/values/document-types.ts'
import type { TenantRepositories } from '../../repositories/store.ts'

/**
 * Tries again whatever of the tenant waits for folios, a certificate or a setting; nothing happens when nothing waits.
 */
export async function wakeAll (outbox: TenantRepositories['outbox']): Promise<void> {
  await outbox.add('issueWaiting', Object.keys(documentTypes))
  await outbox.add('packEnvelope', ['DTE', 'BOLETA'])
}
