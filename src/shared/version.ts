import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface Build {
  /** Of package.json: `1.1.0` for a release, `1.2.0-dev` between two. */
  version: string
  /** The commit that was built or is checked out; undefined where neither says it. */
  commit?: string | undefined
}

/** The repository, or dist: what was built stays what it is when newer sources are checked out. */
const root = new URL('../../', import.meta.url)

export const build: Build = written('build.json') ?? {
  version: written('package.json')?.version ?? '0.0.0', commit: commitCheckedOut()
}

/** What runs, as answers and commands name it. */
export const version: string = fullVersion(build)

/** Between releases many commits share a version, so that theirs follows it: `1.2.0-dev+257cd302` (semver.org, 10). */
export function fullVersion ({ version, commit }: Build): string {
  return commit !== undefined && version.endsWith('-dev') ? `${version}+${commit.slice(0, 8)}` : version
}

function written (name: string): Build | undefined {
  const file = new URL(name, root)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) as Build : undefined
}

function commitCheckedOut (): string | undefined {
  // Of sources without one, git would name the commit of a repository around them.
  if (!existsSync(new URL('.git', root))) return undefined
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: fileURLToPath(root), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 5000
    }).trim()
  } catch {
    return undefined
  }
}
