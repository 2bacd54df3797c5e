import { Readable } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { auditLogsGroup } from '../../../src/groups/audit-logs/index.ts'
import { bulkInvoiceGroup } from '../../../src/groups/bulk-invoice/index.ts'
import { httpApp, people } from '../../support/http-app.ts'

type AuditLogs = Parameters<typeof auditLogsGroup>[0]['auditLogs']
type BulkInvoices = Parameters<typeof bulkInvoiceGroup>[0]['bulkInvoices']

it.each([
  ['/api/AuditLogs/Export?format=csv'],
  ['/api/BulkInvoice/GetResult?id=01890a5d-ac96-774b-bcce-b302099a8057&format=csv']
])('%s is written eight times at once, four of them for one tenant', async (url) => {
  const streams: Readable[] = []
  const table = () => {
    const stream = new Readable({ read () {} })
    streams.push(stream)
    return { stream, format: 'csv' as const, fileName: 'table.csv' }
  }
  const { app, as } = await httpApp({
    groups: [
      auditLogsGroup({ auditLogs: { export: table } as Partial<AuditLogs> as AuditLogs }),
      bulkInvoiceGroup({
        bulkInvoices: { records: {}, results: { write: async () => table() } } as unknown as BulkInvoices
      })
    ]
  })
  onTestFinished(() => app.close())
  const ask = (whose = people.andesAdmin) => app.inject({ url, headers: as(whose) })
  const written = async (count: number) => { while (streams.length < count) await new Promise(setImmediate) }

  const own = Array.from({ length: 4 }, () => ask())
  await written(4)
  const refused = await ask()
  const others = Array.from({ length: 4 }, () => ask(people.borealAdmin))
  await written(8)
  for (const stream of streams) stream.push(null)

  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
  expect((await Promise.all([...own, ...others])).map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
})
