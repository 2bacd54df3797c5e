/** Rows of several tenants, each tenant's together. */
export function byTenant<Row extends { tenantId: string }> (rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.tenantId)
    if (group) group.push(row)
    else groups.set(row.tenantId, [row])
  }
  return groups
}
