import type { DocumentReceiver } from '../../../dte/document.ts'
import type { InvoicePayload } from '../../../dte/fields/payload.ts'
import type { PreparedDocument } from '../../../dte/reading/document-from-payload.ts'
import { sharedTaxNumbers } from '../../../dte/reading/parties.ts'
import { parseRut, type Rut, taxNumberBeginning } from '../../../dte/values/rut.ts'
import type { TenantRepositories } from '../../../repositories/store.ts'
import type { TenantRow } from '../../../repositories/tenants/tenants.ts'
import { wordsOf } from '../../../shared/search-words.ts'
import { numberOf, scopeOf } from '../../directory/directory.ts'

/** One RUT has several receivers where its name was written in several ways. */
const spellingsRead = 50
const receiverPath = 'payload.header.receiver'

/** Whether a posted document names a receiver by its RUT and lacks what its type requires. */
export function lacksReceiver ({ violations }: PreparedDocument): boolean {
  const missing = violations.filter(({ rule }) => rule === 'FIELD_REQUIRED').map(({ path }) => path)
  return missing.some((path) => path.startsWith(`${receiverPath}.`)) && !missing.includes(`${receiverPath}.taxNumber`)
}

/** The receiver as the latest document to the same RUT has it, else its name in the directory. */
export async function findKnownReceiver (
  { proposals, exchangeDirectory }: Pick<TenantRepositories, 'proposals' | 'exchangeDirectory'>, tenant: TenantRow,
  { header }: InvoicePayload
): Promise<Partial<DocumentReceiver> | undefined> {
  const taxNumber = parseRut(header.receiver?.taxNumber ?? '')
  if (taxNumber === undefined || sharedTaxNumbers.includes(taxNumber)) return undefined
  const number = numberOf(taxNumber)
  const earlier = await latestReceiver(proposals, taxNumber)
  const listed = (await exchangeDirectory.find(scopeOf(tenant), [number])).get(number)
  const named = listed && { businessName: listed.name }
  return earlier || named ? { ...named, ...earlier } : undefined
}

/** As the latest document to a RUT has it. */
export async function latestReceiver (
  proposals: TenantRepositories['proposals'], taxNumber: Rut
): Promise<DocumentReceiver | undefined> {
  const wanted = { taxNumber: taxNumberBeginning(taxNumber), words: wordsOf(taxNumber) }
  const latest = (await proposals.latestReceivers(wanted, spellingsRead)).find((one) => one.taxNumber === taxNumber)
  return latest && (await proposals.documents([latest.id])).get(latest.id)?.receiver
}
