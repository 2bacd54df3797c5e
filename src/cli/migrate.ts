import { migrationOfProcess } from '../program/config/config.ts'
import { prepareDatabase } from '../database/prepare.ts'
import { needlessRights } from '../database/roles.ts'
import { exitCodes } from './command.ts'
import type { Terminal } from './terminal.ts'

/**
 * Prepares the database for this version, with DATABASE_OWNER_URL as the role that owns the tables. Where this runs
 * before every start, as in docker-compose.yml, the service itself never sees that role's password.
 */
export async function migrateDatabase (terminal: Terminal): Promise<number> {
  const settings = migrationOfProcess()
  const applied = await prepareDatabase(settings)
  for (const name of applied) terminal.say(name)
  terminal.say('The database is up to date.')
  const rights = await needlessRights(settings.databaseUrl)
  if (rights.length > 0) {
    terminal.warn(`The role of DATABASE_URL ${rights.join(', ')}: docs/security.md explains how to set up two roles.`)
  }
  return exitCodes.done
}
