import { configOfProcess } from '../program/config/config.ts'
import { secretsOf } from '../program/compose/infrastructure.ts'
import { openDatabase } from '../database/open.ts'
import { createStore } from '../repositories/store.ts'
import { createResealing } from '../services/secrets/resealing.ts'
import { createSecretCheck } from '../services/secrets/secret-check.ts'
import { createSealing } from '../services/secrets/sealing.ts'
import { exitCodes } from './command.ts'
import type { Terminal } from './terminal.ts'

/** Re-encrypts every stored secret under the first key of MASTER_KEY, so that the others can be removed from it. */
export async function rotateKeys (terminal: Terminal): Promise<number> {
  const config = configOfProcess()
  const { MASTER_KEY: masterKeys, KEY_PEPPER: pepper, DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = config
  const [newest] = masterKeys
  const database = await openDatabase({ databaseUrl, dataDir })
  const store = createStore({ databaseUrl: database.url, pepper, poolSize: 2 })
  try {
    const sealing = createSealing({ masterKeys })
    // The database must know the new key before the older ones leave, although no instance has started with it yet.
    await createSecretCheck({ store, sealing, ...secretsOf(config, database.url) }).verify()
    const resealing = createResealing({ store, sealing, newestKeyId: newest.id })
    const columns = await resealing.renewAll()
    for (const { table, column, renewed } of columns) terminal.say(`${table}.${column}: ${renewed} re-encrypted`)
    return conclude(columns.flatMap(({ unreadable }) => unreadable), newest.id, terminal)
  } finally {
    await store.close()
    await database.close()
  }
}

function conclude (unreadable: string[], keyId: string, terminal: Terminal): number {
  if (unreadable.length === 0) {
    terminal.say(
      `Every secret is encrypted under ${keyId}. Once every instance runs with it first, remove the older keys from MASTER_KEY.`
    )
    return exitCodes.done
  }
  for (const sentence of unreadable) terminal.warn(sentence)
  terminal.warn(
    `${unreadable.length} secrets could not be decrypted and were left unchanged; the others are encrypted under ${keyId}.`
  )
  return exitCodes.problems
}
