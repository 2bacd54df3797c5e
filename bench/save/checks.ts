import type pg from 'pg'
import { createStore } from '../../src/repositories/store.ts'
import { createAuditVerification } from '../../src/services/audit/audit-verification.ts'
import type { Outcome } from './load.ts'
import { totalOf } from './invoices.ts'
import type { Tenant } from './tenants.ts'

const issued = 2

interface Row { id: string, tenant: string, folio: string, total: string, status: number }

/** What is wrong between the answers of a run and the rows of its documents; nothing if each stands as answered. */
export async function compareWithRows (
  { acknowledgements, errors }: Outcome, { owner, tenants, lines }: {
    owner: pg.Client, tenants: readonly Tenant[], lines: number
  }
): Promise<string[]> {
  const problems = Object.entries(errors).map(([error, count]) => `${count} documents were answered ${error}`)
  const { rows } = await owner.query<Row>(
    `select i.id, i.tenant_id as tenant, i.folio, i.total_amount as total, i.status
      from unnest($1::uuid[], $2::uuid[]) as answered (tenant_id, id) join invoices i using (tenant_id, id)`,
    [
      acknowledgements.map(({ tenant }) => tenants[tenant]?.id),
      acknowledgements.map(({ correlationId }) => correlationId)
    ]
  )
  const stored = new Map(rows.map((row) => [row.id, row]))
  const totals = new Map<number, number>()
  for (const { variant, correlationId, folio, total } of acknowledgements) {
    const row = stored.get(correlationId)
    const posted = totals.get(variant) ?? totalOf(variant, lines)
    totals.set(variant, posted)
    const isRight = row && Number(row.folio) === folio && Number(row.total) === posted && total === posted &&
      row.status === issued
    if (!isRight) problems.push(`${correlationId}: posted ${posted}, answered ${folio} ${total}, stored ${JSON.stringify(row)}`)
  }
  if (stored.size !== acknowledgements.length) {
    problems.push(`${acknowledgements.length} documents were answered, ${stored.size} are stored`)
  }
  return shortened(problems)
}

/** The folios of each tenant and type run from 1 without a gap, and there are as many documents as were answered. */
export async function checkFolios (owner: pg.Client, documents: number): Promise<string[]> {
  const { rows } = await owner.query<{ tenant: string, type: number, documents: string, folios: string, last: string }>(
    `select tenant_id as tenant, document_type as type, count(*) as documents, count(distinct folio) as folios,
        max(folio) as last
      from invoices group by tenant_id, document_type`
  )
  const stored = rows.reduce((sum, row) => sum + Number(row.documents), 0)
  const broken = rows.filter((row) => row.folios !== row.documents || row.last !== row.documents)
  return shortened([
    ...(stored === documents ? [] : [`${documents} documents were answered in all, ${stored} are stored`]),
    ...broken.map((row) => `folios with a gap, or used twice: ${JSON.stringify(row)}`)
  ])
}

/** The chains of the audit log hold from their first row to their last. */
export async function checkAuditChains (databaseUrl: string, tenants: readonly Tenant[]): Promise<string[]> {
  const store = createStore({ databaseUrl, pepper: undefined, poolSize: 2 })
  try {
    const { verify } = createAuditVerification({ store })
    const problems: string[] = []
    for (const { id } of tenants) {
      const { fault } = await verify(id)
      if (fault) problems.push(`audit chain of ${id}: row ${fault.sequence} ${fault.problem}`)
    }
    return shortened(problems)
  } finally {
    await store.close()
  }
}

const shown = 5

function shortened (problems: string[]): string[] {
  return problems.length <= shown
    ? problems
    : [...problems.slice(0, shown), `and ${problems.length - shown} more`]
}
