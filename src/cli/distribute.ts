import { migrationOfProcess } from '../program/config/config.ts'
import { distribute, mustBeCoordinator } from '../database/distribute.ts'
import { prepareDatabase, type Preparation } from '../database/prepare.ts'
import { reachDatabase } from '../database/reach.ts'
import { exitCodes } from './command.ts'
import type { Terminal } from './terminal.ts'

/** Prepares a database with Citus, as the role that owns the tables. Says what it does; a second run does nothing. */
export async function distributeDatabase (
  terminal: Pick<Terminal, 'say'>, settings: Preparation = migrationOfProcess()
): Promise<number> {
  const { databaseUrl, directUrl = databaseUrl, ownerUrl = directUrl } = settings
  await reachDatabase(ownerUrl, {
    setting: settings.ownerUrl === undefined ? 'DATABASE_URL' : 'DATABASE_OWNER_URL', timeoutMs: 5000
  })
  await mustBeCoordinator(ownerUrl)
  for (const name of await prepareDatabase(settings)) terminal.say(`${name}: applied.`)
  const steps = await distribute(ownerUrl, (step) => { terminal.say(step) })
  terminal.say(steps === 0 ? 'The database was distributed already: nothing was changed.' : 'The database is distributed.')
  return exitCodes.done
}
