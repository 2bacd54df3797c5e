/** Seals every stored secret anew under the first key of MASTER_KEY, so that the others can be taken off it. */
import { configOfProcess } from '../config.ts'
import { openDatabase } from '../database/open.ts'
import { createStore } from '../repositories/store.ts'
import { createResealing } from '../services/secrets/resealing.ts'
import { createSealing } from '../services/secrets/sealing.ts'

const config = configOfProcess()
const [newest] = config.MASTER_KEY
const database = await openDatabase({ databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR })
const store = createStore({ databaseUrl: database.url, pepper: config.KEY_PEPPER, poolSize: 2 })
try {
  const outcome = await createResealing({
    store, sealing: createSealing({ masterKeys: config.MASTER_KEY }), newestKeyId: newest.id
  }).renewAll()
  for (const { table, column, renewed } of outcome) process.stdout.write(`${table}.${column}: ${renewed} sealed anew\n`)
  const unreadable = outcome.flatMap((column) => column.unreadable)
  for (const sentence of unreadable) process.stderr.write(`${sentence}\n`)
  if (unreadable.length === 0) {
    process.stdout.write(
      `Everything is sealed under ${newest.id}. Older keys may be taken off MASTER_KEY once every instance runs with it first.\n`
    )
  } else {
    process.stderr.write(
      `${unreadable.length} secrets do not open and stayed as they are; the others are sealed under ${newest.id}.\n`
    )
    process.exitCode = 1
  }
} finally {
  await store.close()
  await database.close()
}
