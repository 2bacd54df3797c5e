import { ok } from '../../http/envelope.ts'
import { defineGroup } from '../../http/operation.ts'
import { pageOf } from '../../http/paging.ts'
import type { AuditLogs } from '../../services/audit/audit-logs.ts'
import * as schemas from './schemas.ts'

/** Who changed what, when and from where. */
export function auditLogsGroup ({ auditLogs }: { auditLogs: AuditLogs }) {
  return defineGroup('AuditLogs', (operation) => {
    operation({
      method: 'GET',
      path: '/List',
      rule: { permission: 'AuditLogs.Read' },
      summary: 'List changes, newest first',
      description:
        'Each entry is stored in the same transaction as the change and linked to the previous entry by its hash. Entries are never modified or deleted.',
      query: schemas.listQuery,
      answer: schemas.page,
      handler: async ({ actor, query: { page, pageSize, ...query } }) =>
        ok(pageOf({ page, pageSize }, await auditLogs.paginate(actor, query, { page, pageSize })))
    })
  })
}
