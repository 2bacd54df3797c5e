/**
 * Measures the whole way of a document, from Webhook/Save to the SII's verdict: an api, a worker, PostgreSQL and the
 * simulator, at the pace of a shop and flat out. Beside it stands the limit: what the same load costs at least.
 *
 *   npm run bench:way -- [--full] [--paces 1,20,100,max] [--tenants 5] [--lines 5] [--seconds 20] [--in-flight 64]
 *     [--notifications off,on] [--statements] [--no-build] [--json FILE]      (Linux: it reads /proc)
 *
 * `--statements` lists the statements that cost PostgreSQL most. Exits with 1 if a document gets no verdict in time.
 */
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { residentOf } from './proc.ts'
import { type Ground, run } from './run.ts'
import { createMeasuring } from './way/measuring.ts'
import { setScene } from './way/scene.ts'
import { heading, limitRow, rowOf } from './way/table.ts'

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const { values } = parseArgs({
  options: {
    paces: text, tenants: text, lines: text, seconds: text, 'in-flight': text, notifications: text, json: text,
    full: flag, statements: flag, 'no-build': flag
  }
})
const short = { paces: '1,20,100,max', tenants: '5', lines: '5', seconds: '20', 'in-flight': '64', notifications: 'off' }
const chosen = {
  ...short, ...values.full && { tenants: '1,5,50', notifications: 'off,on', seconds: '30' }, ...values
}
const list = (option: string): string[] => option.split(',')
const [seconds, lines, inFlight] = [chosen.seconds, chosen.lines, chosen['in-flight']].map(Number) as [number, number, number]
const results: object[] = []

await run({ name: 'way', build: !values['no-build'] }, bench)

async function bench (ground: Ground): Promise<string[]> {
  const tenantCounts = list(chosen.tenants).map(Number)
  const scene = await setScene(Math.max(...tenantCounts), ground)
  const { trial, atRest, costliest } = createMeasuring(scene)
  console.log(`${seconds} s each, ${lines} lines, ${inFlight} connections; load of the machine ${loadavg()[0]?.toFixed(1)}`)
  await trial({ tenants: Math.max(...tenantCounts), lines, seconds: 10, inFlight })
  console.log(heading())
  for (const notifications of list(chosen.notifications)) {
    if (chosen.notifications !== 'off') await scene.setNotifications(notifications === 'on')
    for (const tenants of tenantCounts) {
      for (const pace of list(chosen.paces)) {
        const perSecond = pace === 'max' ? undefined : Number(pace)
        const load = { tenants, lines, seconds: Math.max(seconds, 20 / (perSecond ?? 20)), inFlight, perSecond }
        const figures = await trial(load)
        const limit = await scene.limitOf(load, figures.perEnvelope)
        console.log(rowOf({ tenants, pace, notifications }, figures))
        console.log(limitRow(limit))
        if (values.statements) console.log(await costliest(figures.documents))
        results.push({ tenants, pace, notifications, figures, limit })
      }
    }
  }
  const rest = await atRest(20)
  console.log(`at rest, ms of CPU a second: api ${rest.api.toFixed(1)}, worker ${rest.worker.toFixed(1)}, PostgreSQL ${
    rest.database.toFixed(1)}; ${rest.statements.toFixed(1)} statements a second`)
  if (values.statements) console.log(await costliest(1))
  console.log(`memory: api ${residentOf(scene.api.pid).toFixed(0)} MB, worker ${residentOf(scene.worker.pid).toFixed(0)} MB`)
  if (chosen.json !== undefined) writeFileSync(chosen.json, `${JSON.stringify({ chosen, results, rest }, null, 2)}\n`)
  return []
}
