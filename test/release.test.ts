import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { releaseNotes, releasesIn, whyNotReleased } from '../ops/release/changelog.ts'
import { build, fullVersion } from '../src/shared/version.ts'
import { allCaptured, defined } from './support/expecting.ts'

const { gt: later } = createRequire(import.meta.url)('semver') as { gt: (one: string, other: string) => boolean }
const root = new URL('../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')
interface Manifest {
  version: string, info: { version: string }, engines: { node: string }, scripts: Record<'build' | 'notices', string>
  packages: Record<string, { version: string }>
}
const json = (path: string): Manifest => JSON.parse(read(path))
const changelog = read('CHANGELOG.md')

const { version } = json('package.json')

describe('the version', () => {
  it('is that of the newest release in CHANGELOG.md, or between releases a later one with -dev', () => {
    const newest = defined(releasesIn(changelog)[0])
    const isBetween = /^\d+\.\d+\.\d+-dev$/.test(version) && later(version, newest)

    expect(isBetween ? newest : version).toBe(newest)
    expect(build.version).toBe(version)
  })

  it('is followed by the commit between releases, where that is known', () => {
    const commit = '257cd302ab0d34dd31c06eb62d4b3a1d2a7c0c11'

    expect(fullVersion({ version: '1.1.0-dev', commit })).toBe('1.1.0-dev+257cd302')
    expect(fullVersion({ version: '1.1.0-dev' })).toBe('1.1.0-dev')
    expect(fullVersion({ version: '1.1.0', commit })).toBe('1.1.0')
  })

  it('is in the lock file, in the contract and in the clients', () => {
    const lock = json('package-lock.json')

    expect([lock.version, lock.packages['']?.version]).toEqual([version, version])
    expect(json('openapi/openapi.json').info.version).toBe(version)
    expect(json('clients/typescript/package.json').version).toBe(version)
    expect(json('clients/php/composer.json').version).toBe(version)
    expect(read('clients/python/pyproject.toml')).toContain(`\nversion = "${version.replace('-dev', '.dev0')}"\n`)
  })

  it.each([
    'README.md', 'README.es.md', 'clients/typescript/README.md', 'docs/integrating.md', 'docs/es/integrating.md', 'docs/upgrading.md',
    'docs/es/upgrading.md', 'docs/operations.md', 'docs/es/operations.md'
  ])('is in no command of %s: commands work with what is checked out', (page) => {
    expect(read(page)).not.toMatch(/timbre-client-\d|git checkout v\d|timbre:\d/)
  })
})

describe('CHANGELOG.md', () => {
  it('has the newest release first, below Unreleased, each with its upgrade steps', () => {
    const headings = allCaptured(/^## (.+)$/gm, changelog)

    expect(headings[0]).toBe('Unreleased')
    expect(releasesIn(changelog)).toHaveLength(headings.length - 1)
    for (const release of releasesIn(changelog)) {
      expect(releaseNotes(changelog, release, '')).toContain('### On upgrading')
    }
  })

  it('names only existing migrations', () => {
    const migrations = readdirSync(new URL('prisma/migrations/', root))
    const named = allCaptured(/`(\d{14}_\w+)`/g, changelog)

    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((name) => !migrations.includes(name))).toEqual([])
  })

  it.each(['docs/upgrading.md', 'docs/es/upgrading.md'])('has the releases that the table of %s has', (page) => {
    const rows = allCaptured(/^\| (\d\S*) \|/gm, read(page))

    expect(rows).toEqual(releasesIn(changelog))
  })
})

describe('the notes of a release', () => {
  const text = '# Changelog\n\n## Unreleased\n\n- next\n\n## 1.1.0 - 2027-01-04\n\n- [how](docs/a.md#b), [who](https://a.cl)\n\n' +
    '## 1.0.0 - 2026-11-27\n\n- first\n'

  it('are the section of its version, with links to the files of its tag', () => {
    expect(releaseNotes(text, '1.1.0', 'https://git.cl/o/timbre/blob/v1.1.0')).toBe(
      '- [how](https://git.cl/o/timbre/blob/v1.1.0/docs/a.md#b), [who](https://a.cl)\n'
    )
    expect(releaseNotes(text, '1.0.0', '')).toBe('- first\n')
  })

  it('are refused for a tag other than the version, and for a version other than the newest release', () => {
    expect(whyNotReleased('v1.1.0', { version: '1.1.0', changelog: text })).toBeUndefined()
    expect(whyNotReleased('v1.1.1', { version: '1.1.0', changelog: text })).toContain('The tag is v1.1.1')
    expect(whyNotReleased('v1.2.0', { version: '1.2.0', changelog: text })).toContain('the newest release')
    expect(whyNotReleased('v1.2.0', { version: '1.2.0', changelog: '' })).toContain('is missing')
  })
})

describe('docs/versions.md', () => {
  it.each(['docs/versions.md', 'docs/es/versions.md'])('names in %s the oldest Node.js and PostgreSQL that the program takes', (page) => {
    const [, node] = defined(/^>=(.+)$/.exec(json('package.json').engines.node))
    const [, postgres] = defined(/oldestVersion = (\d+)/.exec(read('src/database/reach.ts')))

    expect(read(page)).toMatch(new RegExp(`^\\| Node\\.js \\| ${node} `, 'm'))
    expect(read(page)).toMatch(new RegExp(`^\\| PostgreSQL \\| ${postgres} `, 'm'))
  })
})

it('workflows pin each action to a commit', () => {
  const uses = readdirSync(new URL('.github/workflows/', root))
    .flatMap((file) => allCaptured(/uses: (.+)$/gm, read(`.github/workflows/${file}`)))

  expect(uses.length).toBeGreaterThan(0)
  expect(uses.filter((action) => !/^[\w./-]+@[0-9a-f]{40} # v\d/.test(action))).toEqual([])
})

it('the builder of the image gets every file that the Dockerfile copies and the build runs', () => {
  const sent = allCaptured(/^!(.+)$/gm, read('.dockerignore'))
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from=build)(.+) \S+$/gm)]
    .flatMap(([, paths]) => defined(paths).split(' ')).filter((path) => path !== '.')
  const { build, notices } = json('package.json').scripts
  const run = [...`${build} ${notices}`.matchAll(/(?<=\s)[\w.-]+(?:\/[\w.*-]+)+/g)].map(([path]) => path)
  const needed = [...copied, ...run].filter((path) => !path.startsWith('dist/'))

  expect(needed).toEqual(expect.arrayContaining(['docker/nginx.conf', 'ops/supply-chain/notices.ts']))
  expect(needed.filter((path) => !sent.some((one) => path === one || path.startsWith(`${one}/`)))).toEqual([])
})
