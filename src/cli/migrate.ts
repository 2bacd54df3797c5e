/**
 * Makes the database ready for this version and ends: with DATABASE_OWNER_URL as the role that owns the tables. Where
 * this runs before every start, as in docker-compose.yml, the service itself never sees that role's password.
 *
 *   npm run migrate
 */
import { ConfigError, migrationOfProcess } from '../config.ts'
import { prepareDatabase } from '../database/prepare.ts'
import { needlessRights } from '../database/roles.ts'

try {
  const settings = migrationOfProcess()
  const applied = await prepareDatabase(settings)
  for (const name of applied) process.stdout.write(`${name}\n`)
  process.stdout.write('The database is ready.\n')
  const rights = await needlessRights(settings.databaseUrl)
  if (rights.length > 0) {
    process.stderr.write(
      `The role of DATABASE_URL ${rights.join(', ')}: docs/security.md says how to have two roles.\n`
    )
  }
} catch (error) {
  process.stderr.write(
    error instanceof ConfigError
      ? `The settings are wrong:\n${error.message}\n`
      : `${error instanceof Error ? error.message : String(error)}\n`
  )
  process.exitCode = 1
}
