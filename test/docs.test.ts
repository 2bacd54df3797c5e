import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { defaultRoles, permissions, permissionTable } from '../src/services/access/permissions.ts'
import { contract } from './support/contract.ts'
import { allCaptured, defined } from './support/expecting.ts'

const root = new URL('../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')

const pages = [
  'README.md',
  'README.es.md',
  'CHANGELOG.md',
  'bench/README.md',
  'clients/php/README.md',
  'clients/python/README.md',
  'clients/typescript/README.md',
  'collections/README.md',
  ...readdirSync(new URL('docs/', root), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
]

describe('links', () => {
  it.each(pages)('of %s lead to existing files', (page) => {
    const targets = [...read(page).matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)].map(([, link, source]) =>
      defined(link ?? source)
    )
    const relative = targets.filter((target) => !/^(?:[a-z]+:|#)/.test(target))

    expect(relative.filter((target) => !existsSync(new URL(target.replace(/#.*/, ''), new URL(page, root))))).toEqual(
      []
    )
  })

  it.each(pages)('of %s name existing sections', (page) => {
    const links = [...read(page).matchAll(/\]\(([^)\s:]*)#([^)\s]+)\)/g)]
    const broken = links.filter(([, path = '', section = '']) =>
      !sectionsOf(new URL(path, new URL(page, root))).includes(section)
    )

    expect(broken.map(([link]) => link)).toEqual([])
  })

  it.each(['docs/', 'docs/es/'])('of %sREADME.md name every page beside it', (folder) => {
    const index = read(`${folder}README.md`)
    const names = readdirSync(new URL(folder, root)).filter((name) => name.endsWith('.md') && name !== 'README.md')

    expect(names.filter((name) => !index.includes(`(${name})`))).toEqual([])
  })
})

const filesIn = (folder: string, pattern: RegExp): string[] =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}${name}`).filter((name) => pattern.test(name) && !name.includes('/generated/'))

describe('docs/sources.md', () => {
  const code = defined(['src/', 'test/', 'bench/', 'prisma/'].flatMap((folder) => filesIn(folder, /\.(?:ts|typ|prisma|sql)$/)))
  const citing = [...code, ...pages]

  it('has every source that is cited by number', () => {
    const numbers = allCaptured(/^\| (S\d+) \|/gm, read('docs/sources.md'))
    const cited = citing.flatMap((file) =>
      [...read(file).matchAll(/\[(S\d+)\b[^\]\n]*\]/g)].map(([, number]) => ({ file, number: defined(number) }))
    )

    expect(cited.length).toBeGreaterThan(20)
    expect(cited.filter(({ number }) => !numbers.includes(number))).toEqual([])
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  it('is the only page that cites files outside of the repository', () => {
    const outside = /\b(?:sii|certification|receiving|style|wording)\.md\b|\bshared\/(?:domain|sii|spec|design|hooks)\//
    const isRead = (file: string, line: string): boolean => file.startsWith('test/') && !/^\s*(?:\/\/|\/?\*)/.test(line)
    const citations = citing.flatMap((file) =>
      read(file).split('\n').filter((line) => outside.test(line) && !isRead(file, line)).map((line) => `${file}: ${line}`)
    )

    expect(citations).toEqual([])
  })
})

describe('paths of the repository', () => {
  it.each(pages.filter((page) => page !== 'CHANGELOG.md'))('named by %s exist', (page) => {
    const paths = [...read(page).matchAll(/`((?:src|test|bench|docs|prisma|clients|collections|docker)\/[\w./-]+)`/g)]

    expect(paths.map(([, path]) => defined(path)).filter((path) => !existsSync(new URL(path, root)))).toEqual([])
  })
})

describe('docs/where-to-change.md', () => {
  const rows = [...read('docs/where-to-change.md').matchAll(/^\| ([^|]+) \| (`src\/[^|]+) \| ([^|]+) \|$/gm)]
  const codes = (cell = ''): string[] => allCaptured(/`([^`]+)`/g, cell)

  it.each(rows.map(([, what, files, names]) => ({ what, files, names })))(
    'names files that contain the names for "$what"', ({ files, names }) => {
      const texts = codes(files).map(read)
      const missing = codes(names).filter((name) => !texts.some((text) => text.includes(name)))

      expect(texts.filter((text) => codes(names).every((name) => !text.includes(name)))).toEqual([])
      expect(missing).toEqual([])
    }
  )

  it('has a row for each common change', () => {
    expect(rows.length).toBeGreaterThan(10)
  })
})

describe('docs/authentication.md', () => {
  it('has the table of claims of the code', () => {
    const table = tableOfClaims('| Claim | Allows |', 'en')

    expect(read('docs/authentication.md').includes(table), `put this table in:\n${table}`).toBe(true)
  })

  it('has it in Spanish, too', () => {
    const table = tableOfClaims('| Permiso | Permite |', 'es')

    expect(read('docs/es/authentication.md').includes(table), `put this table in:\n${table}`).toBe(true)
  })
})

describe.each(['README.md', 'README.es.md'])('%s', (page) => {
  it('has each group of the contract in its table, once', () => {
    const groups = contract.tags.map(({ name }) => name)
    const rows = [...read(page).matchAll(/^\| (\w+) \| /gm)].map(([, group = '']) => group)

    expect(rows.slice(1).sort()).toEqual(groups.sort())
  })
})

/** The sections of a page, as GitHub names them in links. */
function sectionsOf (page: URL): string[] {
  const text = page.pathname.endsWith('.md') ? readFileSync(page, 'utf8') : ''
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-')
  )
}

function tableOfClaims (head: string, language: 'en' | 'es'): string {
  const roles = defaultRoles.map(({ name }) => ` ${name} |`).join('')
  const rows = permissions.map((claim) => {
    const marks = defaultRoles.map((role) => role.permissions.includes(claim) ? '●' : '').join(' | ')
    return `| \`${claim}\` | ${permissionTable[claim][language]} | ${marks} |`
  })
  return [`${head}${roles}`, `|---|---|${defaultRoles.map(() => ':-:|').join('')}`, ...rows].join('\n')
}

describe('operations.md', () => {
  it.each(['docs/operations.md', 'docs/es/operations.md'])('says in %s what each alarm means', (page) => {
    const alarms = allCaptured(/- alert: (\w+)/g, read('ops/prometheus/alerts.yml'))

    expect(alarms.length).toBeGreaterThan(10)
    expect(allCaptured(/^\| `(Timbre\w+)` \|/gm, read(page)).sort()).toEqual(alarms.sort())
  })
})

describe('security.md', () => {
  const named = [...read('docs/security.md').matchAll(/^\| .* \| `(test\/[\w./-]+)`(?:: “(.+)”)? \|$/gm)]
    .map(([, file, title]) => [defined(file), title ?? ''] as const)

  it('has a test in each row of the standards', () => {
    const part = defined(read('docs/security.md').split('## The standards, row by row')[1]?.split('\n## ')?.[0])
    const rows = part.split('\n').filter((line) => line.startsWith('| ')).slice(1)

    expect(rows.length).toBeGreaterThan(40)
    expect(named.length).toBe(rows.length)
  })

  it.each(named)('names a test that exists: %s “%s”', (file, title) => {
    expect(existsSync(new URL(file, root))).toBe(true)
    expect(read(file)).toContain(title)
  })
})
