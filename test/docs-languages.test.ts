import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const root = new URL('../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')

// What a Chilean user needs before the first document is issued, and on the days after.
const translated = [
  'README.md',
  'docs/README.md',
  'docs/assistants.md',
  'docs/authentication.md',
  'docs/backups.md',
  'docs/bulk-command.md',
  'docs/bulk-invoices.md',
  'docs/command-line.md',
  'docs/compulsory.md',
  'docs/configuration.md',
  'docs/document-fields.md',
  'docs/errors.md',
  'docs/folios-and-certificate.md',
  'docs/going-live.md',
  'docs/idempotency.md',
  'docs/installing.md',
  'docs/integrating.md',
  'docs/invoice-lifecycle.md',
  'docs/limits.md',
  'docs/mail.md',
  'docs/master-key.md',
  'docs/monitoring.md',
  'docs/notifications.md',
  'docs/pdf-templates.md',
  'docs/public-pages.md',
  'docs/reports.md',
  'docs/restoring.md',
  'docs/scaling.md',
  'docs/security.md',
  'docs/undoing.md',
  'docs/upgrading.md',
  'docs/versions.md'
]

const spanishPages = ['README.es.md', ...readdirSync(new URL('docs/es/', root)).map((name) => `docs/es/${name}`)]

describe('the pages in Spanish', () => {
  it('exist for every page that Chilean users need', () => {
    expect(translated.map(spanishOf).filter((page) => !spanishPages.includes(page))).toEqual([])
  })

  it.each(spanishPages)('%s has the sections of its English twin, in the same order', (page) => {
    expect(headingLevels(read(page))).toEqual(headingLevels(read(englishOf(page))))
  })

  it.each(spanishPages)('%s has the code of its English twin, but for comments', (page) => {
    expect(codeBlocks(read(page))).toEqual(codeBlocks(read(englishOf(page))))
  })

  it.each(spanishPages)('%s has tables as long as those of its English twin', (page) => {
    expect(tableLengths(read(page))).toEqual(tableLengths(read(englishOf(page))))
  })

  it.each(spanishPages)('%s and its English twin link to each other at their top', (page) => {
    const english = englishOf(page)

    expect(topLinks(page)).toContain(english)
    expect(topLinks(english)).toContain(page)
  })
})

function spanishOf (page: string): string {
  return page === 'README.md' ? 'README.es.md' : page.replace('docs/', 'docs/es/')
}

function englishOf (page: string): string {
  return page === 'README.es.md' ? 'README.md' : page.replace('docs/es/', 'docs/')
}

/** What the links in the first lines of a page lead to, as paths from the root. */
function topLinks (page: string): string[] {
  const top = read(page).split('\n').slice(0, 5).join('\n')
  return [...top.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) =>
    new URL(target, new URL(page, root)).href.slice(root.href.length)
  )
}

// Code in a list item is indented with it.
const fence = /^ *```/

/** The lines of a page that are not code. */
function prose (page: string): string[] {
  let isCode = false
  return page.split('\n').filter((line) => {
    const isFence = fence.test(line)
    if (isFence) isCode = !isCode
    return !isCode && !isFence
  })
}

function headingLevels (page: string): string[] {
  return prose(page).flatMap((line) => /^(#+) /.exec(line)?.[1] ?? [])
}

/** The number of rows of each table. */
function tableLengths (page: string): number[] {
  const tables = prose(page).map((line) => (line.startsWith('|') ? '|' : ' ')).join('')
  return tables.split(/ +/).filter((rows) => rows !== '').map((rows) => rows.length)
}

/** Each block with its language; comments of shell commands are prose, and translated. */
function codeBlocks (page: string): string[] {
  const blocks = [...page.matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```$/gm)]
  return blocks.map(([, language = '', code = '']) =>
    `${language}\n${language === 'sh' ? code.replaceAll(/(^|\s)# .*$/gm, '') : code}`
  )
}
