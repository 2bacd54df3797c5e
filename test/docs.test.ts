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
