import { ok } from '../../http/envelope.ts'
import { defineGroup } from '../../http/operation.ts'
import { pageOf, walkDescription } from '../../http/paging.ts'
import { sendTable, tablesAtOnce, tableTimeoutMs } from '../../http/plugins/table-files.ts'
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
        'Each entry is stored in the same transaction as the change and linked to the previous entry by its hash. Entries are never modified or deleted. ' + walkDescription,
      query: schemas.listQuery,
      answer: schemas.page,
      handler: async ({ actor, query: { page, pageSize, after, ...query } }) =>
        ok(pageOf({ page, pageSize }, await auditLogs.paginate(actor, query, { page, pageSize, after })))
    })

    operation({
      method: 'GET',
      path: '/Verify',
      rule: { permission: 'AuditLogs.Read' },
      summary: 'Check the chain of hashes',
      description:
        'Recomputes the hash of each entry and compares it with what is stored. One request checks up to 50,000 entries: while `complete` is false and `firstBroken` is null, call again with `after` set to `intactUpTo`. Note `intactUpTo` and `hash` outside of the server: only that reveals a chain that was rewritten as a whole.',
      query: schemas.verifyQuery,
      answer: schemas.verification,
      maxConcurrent: 4,
      handler: async ({ actor, query: { after } }) => ok(await auditLogs.verify(actor, after))
    })

    operation({
      method: 'GET',
      path: '/Export',
      rule: { permission: 'AuditLogs.Read' },
      summary: 'Download the entries as a file',
      description:
        'Takes the filters of List. The newest entry is first; times are those of Chile. An .xlsx file holds a million entries, a .csv file any number.',
      query: schemas.exportQuery,
      answer: schemas.exportFile,
      maxConcurrent: tablesAtOnce,
      timeoutMs: tableTimeoutMs,
      handler: async ({ actor, query: { format, ...query }, language, reply }) =>
        sendTable(reply, auditLogs.export(actor, query, { format, language }))
    })
  })
}
