import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { defaultRoles, permissions, permissionTable } from '../src/services/access/permissions.ts'
import { contract } from './support/contract.ts'

const root = new URL('../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')

const pages = [
  'README.md',
  'CHANGELOG.md',
  'bench/README.md',
  'clients/typescript/README.md',
  'collections/README.md',
  ...readdirSync(new URL('docs/', root), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
]

describe('links', () => {
  it.each(pages)('of %s lead to what is there', (page) => {
    const targets = [...read(page).matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)].map(([, link, source]) =>
      (link ?? source)!
    )
    const relative = targets.filter((target) => !/^(?:[a-z]+:|#)/.test(target))

    expect(relative.filter((target) => !existsSync(new URL(target.replace(/#.*/, ''), new URL(page, root))))).toEqual(
      []
    )
  })

  it('of docs/README.md name every page', () => {
    const index = read('docs/README.md')

    expect(
      pages.filter((page) => /^docs\/[\w-]+\.md$/.test(page) && page !== 'docs/README.md').filter((page) =>
        !index.includes(`(${page.slice('docs/'.length)})`)
      )
    ).toEqual([])
  })
})

const filesIn = (folder: string, pattern: RegExp): string[] =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}${name}`).filter((name) => pattern.test(name) && !name.includes('/generated/'))

describe('docs/sources.md', () => {
  const code = ['src/', 'test/', 'bench/', 'prisma/'].flatMap((folder) => filesIn(folder, /\.(?:ts|typ|prisma|sql)$/))
  const citing = [...code, ...pages]

  it('has every source that is cited by its number', () => {
    const numbers = [...read('docs/sources.md').matchAll(/^\| (S\d+) \|/gm)].map(([, number]) => number!)
    const cited = citing.flatMap((file) =>
      [...read(file).matchAll(/\[(S\d+)\b[^\]\n]*\]/g)].map(([, number]) => ({ file, number: number! }))
    )

    expect(cited.length).toBeGreaterThan(20)
    expect(cited.filter(({ number }) => !numbers.includes(number))).toEqual([])
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  it('stands for the files outside of the repository, which nothing else cites', () => {
    const outside = /\b(?:sii|certification|receiving|style|wording)\.md\b|\bshared\/(?:domain|sii|spec|design|hooks)\//
    const isRead = (file: string, line: string): boolean => file.startsWith('test/') && !/^\s*(?:\/\/|\/?\*)/.test(line)
    const citations = citing.flatMap((file) =>
      read(file).split('\n').filter((line) => outside.test(line) && !isRead(file, line)).map((line) => `${file}: ${line}`)
    )

    expect(citations).toEqual([])
  })
})

describe('paths of the repository', () => {
  it.each(pages.filter((page) => page !== 'CHANGELOG.md'))('that %s names are there', (page) => {
    const paths = [...read(page).matchAll(/`((?:src|test|bench|docs|prisma|clients|collections|docker)\/[\w./-]+)`/g)]

    expect(paths.map(([, path]) => path!).filter((path) => !existsSync(new URL(path, root)))).toEqual([])
  })
})

describe('docs/where-to-change.md', () => {
  const rows = [...read('docs/where-to-change.md').matchAll(/^\| ([^|]+) \| (`src\/[^|]+) \| ([^|]+) \|$/gm)]
  const codes = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!)

  it.each(rows.map(([, what, files, names]) => ({ what, files, names })))(
    'names files that have what "$what" is changed by', ({ files, names }) => {
      const texts = codes(files).map(read)
      const missing = codes(names).filter((name) => !texts.some((text) => text.includes(name)))

      expect(texts.filter((text) => codes(names).every((name) => !text.includes(name)))).toEqual([])
      expect(missing).toEqual([])
    }
  )

  it('has a row for each thing that a newcomer asks for', () => {
    expect(rows.length).toBeGreaterThan(10)
  })
})

describe('docs/authentication.md', () => {
  it('has the table of claims as it is in the code', () => {
    const head = `| Claim | Allows | ${defaultRoles.map(({ name }) => name).join(' | ')} |\n|---|---|${
      defaultRoles.map(() => ':-:|').join('')
    }`
    const rows = permissions.map((claim) => `| \`${claim}\` | ${permissionTable[claim].en} | ${
        defaultRoles.map((role) => role.permissions.includes(claim) ? '●' : '').join(' | ')
      } |`
    )
    const table = [head, ...rows].join('\n')

    expect(read('docs/authentication.md').includes(table), `put this table in:\n${table}`).toBe(true)
  })
})

describe('README.md', () => {
  it('has each group of the contract in its table', () => {
    const groups = contract.tags.map(({ name }) => name)
    const rows = [...read('README.md').matchAll(/^\| (\w+) \| /gm)].map(([, group]) => group)

    expect(groups.filter((group) => !rows.includes(group))).toEqual([])
  })
})
