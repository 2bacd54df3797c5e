import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let folder: string
const sources = (): string => join(folder, 'timbre')
const git = (where: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@a.cl', ...args], { cwd: where, encoding: 'utf8' }).trim()

function committed (where: string): string {
  git(where, 'init', '--quiet')
  git(where, 'commit', '--quiet', '--allow-empty', '--message=one')
  return git(where, 'rev-parse', 'HEAD')
}

async function named (): Promise<{ version: string, build: unknown }> {
  return await import(pathToFileURL(join(sources(), 'src/shared/version.ts')).href)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'timbre-version-'))
  mkdirSync(join(sources(), 'src/shared'), { recursive: true })
  cpSync('src/shared/version.ts', join(sources(), 'src/shared/version.ts'))
  writeFileSync(join(sources(), 'package.json'), '{ "version": "1.2.0-dev", "type": "module" }')
})
afterEach(() => { rmSync(folder, { recursive: true }) })

describe('the version that answers and commands name', () => {
  it('has the commit that is checked out', async () => {
    const commit = committed(sources())

    expect(await named()).toMatchObject({ version: `1.2.0-dev+${commit.slice(0, 8)}`, build: { version: '1.2.0-dev', commit } })
  })

  it('is that of the build, whatever is checked out since', async () => {
    committed(sources())
    writeFileSync(join(sources(), 'build.json'), '{ "version": "1.1.0-dev", "commit": "257cd302ab0d34dd31c06eb62d4b3a1d2a7c0c11" }')

    expect(await named()).toMatchObject({ version: '1.1.0-dev+257cd302' })
  })

  it('has no commit without git, also inside another repository', async () => {
    committed(folder)

    expect(await named()).toMatchObject({ version: '1.2.0-dev', build: { version: '1.2.0-dev', commit: undefined } })
  })
})
