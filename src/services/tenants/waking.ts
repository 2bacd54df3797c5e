import { documentTypes } from '../../dte/values/document-types.ts'
import type { TenantRepositories } from '../../repositories/store.ts'

/**
 * Tries again whatever of the tenant waits for folios, a certificate or a setting; nothing happens when nothing waits.
 */
export async function wakeAll (tasks: TenantRepositories['tasks']): Promise<void> {
  await tasks.schedule('issueWaiting', Object.keys(documentTypes))
  await tasks.schedule('packEnvelope', ['DTE', 'BOLETA'])
}
