import { folioRanges } from '../../dte/values/folio-ranges.ts'
import type { TenantRepositories } from '../../repositories/store.ts'
import type { AttemptFolios, CertificationFolios } from '../../services/tenants/folio-plan.ts'
import { type Attempt, attemptState, isApproved, type Item, pageNameOf, spoiled } from './items.ts'
import { foliosToRequest, typesOf } from './missing-requirements.ts'
import { readItems } from './read-items.ts'

/** By document type: what the attempts at sets took of its folios, and what those that are due will take. */
export async function certificationFolios (
  repositories: TenantRepositories
): Promise<ReadonlyMap<number, CertificationFolios>> {
  const uses = new Map<number, CertificationFolios>()
  for (const { id, endedAt } of await repositories.certification.listJourneys()) {
    for (const item of await readItems(repositories, id)) addUses(uses, item, endedAt === null)
  }
  return uses
}

function addUses (uses: Map<number, CertificationFolios>, item: Item, isUnderWay: boolean): void {
  const due = isUnderWay && isDue(item) ? typesOf(item) : []
  const issued = item.attempts.flatMap(({ documents }) => documents.map(({ documentType }) => documentType))
  for (const type of new Set([...typesOf(item), ...issued])) {
    const { needed: before = 0, sets = [] } = uses.get(type) ?? {}
    const needed = due.filter((one) => one === type).length
    uses.set(type, {
      needed: before + needed, toRequest: foliosToRequest(type, before + needed),
      sets: [
        ...sets,
        { name: pageNameOf(item), needed, attempts: item.attempts.flatMap((one) => attemptFolios(one, type)) }
      ]
    })
  }
}

function isDue (item: Item): boolean {
  const latest = item.attempts.at(-1)
  return !isApproved(item) && (!latest || spoiled.has(attemptState(latest)))
}

function attemptFolios (attempt: Attempt, documentType: number): AttemptFolios[] {
  const folios = attempt.documents.filter((one) => one.documentType === documentType).map(({ folio }) => Number(folio))
  if (folios.length === 0) return []
  return [{ number: attempt.number, state: attemptState(attempt), ranges: folioRanges(folios) }]
}
