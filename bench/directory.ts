/**
 * Imports a directory as large as the SII's, twice, and prints rows a second, CPU and memory. Ends with 1 if the import
 * needs more memory than its limit, however many companies there are. Arguments: COMPANIES.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connected } from '../src/database/connected.ts'
import { startEmbedded } from '../src/database/embedded.ts'
import { migrate } from '../src/database/migrate.ts'
import { checkDigit } from '../src/dte/values/rut.ts'
import { createStore } from '../src/repositories/store.ts'
import { createDirectoryImports } from '../src/services/directory/directory-import.ts'

const limitMb = 200
const companies = Number(process.argv[2] ?? 1_740_000)
const dir = mkdtempSync(join(tmpdir(), 'timbre-directory-'))
const embedded = await startEmbedded({ dir: join(dir, 'database') })
try {
  await migrate(embedded.url)
  const store = createStore({ databaseUrl: embedded.url, pepper: undefined, poolSize: 2 })
  const imports = createDirectoryImports({ store, clock: () => new Date() })
  let mostMb = 0
  const look = (): void => { mostMb = Math.max(mostMb, process.memoryUsage().rss / 2 ** 20) }
  look()
  const before = mostMb
  for (const listedOn of ['2026-10-01', '2026-11-01']) {
    const [start, cpu] = [performance.now(), process.cpuUsage()]
    const counts = await imports.importFile({
      scope: 'production', listedOn, fileHash: createHash('sha256').update(listedOn).digest(), chunks: file(listedOn)
    }, { force: false, onProblem: () => {}, onProgress: look })
    const seconds = (performance.now() - start) / 1000
    const { user, system } = process.cpuUsage(cpu)
    console.log(
      `${counts?.companies} companies in ${seconds.toFixed(1)} s, ${(companies / seconds).toFixed(0)} a second; ` +
      `${((user + system) / 1e6).toFixed(1)} s of CPU here; ${mostMb.toFixed(0)} MB at most, ${before.toFixed(0)} before`
    )
  }
  await store.close()
  await connected(embedded.ownerUrl, async (client) => {
    const { rows } = await client.query<{ size: string }>(
      "select pg_size_pretty(pg_total_relation_size('exchange_companies')) as size"
    )
    console.log(`${rows[0]?.size} in the database`)
  })
  process.exitCode = mostMb - before <= limitMb ? 0 : 1
} finally {
  await embedded.stop()
  rmSync(dir, { recursive: true, force: true })
}

async function * file (listedOn: string): AsyncGenerator<Buffer> {
  yield Buffer.from('RUT;RAZON SOCIAL;NUMERO RESOLUCION;FECHA RESOLUCION;MAIL INTERCAMBIO;URL\r\n')
  for (let from = 0; from < companies; from += 1000) {
    yield Buffer.from(Array.from({ length: Math.min(1000, companies - from) }, (_, index) => line(from + index)).join(''), 'latin1')
  }
  function line (index: number): string {
    const number = String(50_000_000 + index * 17)
    return `${number}-${checkDigit(number)};SOCIEDAD DE INVERSIONES ÑANDÚ NÚMERO ${index} LIMITADA;80;22-08-2014;` +
      `dte.intercambio.${index}@proveedor-${listedOn}.example;www.empresa-${index}.example\r\n`
  }
}
