/** Writes docs/errors.md from the two tables of codes; with --check, only tells whether the committed page agrees. */
import { readFile, writeFile } from 'node:fs/promises'
import { ruleTable } from '../dte/errors.ts'
import { statusOf } from '../http/failure.ts'
import { errorTable } from '../shared/errors.ts'

const page = new URL('../../docs/errors.md', import.meta.url)

const introduction = `# Error codes

Every failure answers the envelope with one of these codes in \`errorCode\`, and one sentence for each problem in \`errors\`, its path
first. A code is stable for ever; its sentences may improve. With \`Accept-Language: es\` the sentences are in Spanish.

A document that breaks rules answers the code of the rule when all its problems are of one kind, and \`DOCUMENT_INVALID\` when they are
of several; each problem is listed in any case.

This page is written by \`npm run docs:errors\`.
`

const cell = (text: string): string => text.replaceAll('|', '\\|')

function operationErrors (): string {
  const rows = Object.entries(errorTable).map(([code, { kind, en, es }]) =>
    `| \`${code}\` | ${statusOf[kind]} | ${cell(en)} | ${cell(es)} |`
  )
  return `## Of the operations\n\n| Code | Status | Meaning | Significado |\n|---|---|---|---|\n${rows.join('\n')}\n`
}

function documentRules (): string {
  const rows = Object.entries(ruleTable).map(([code, rule]) => {
    const sii = 'sii' in rule ? `\`${rule.sii}\`` : ''
    return `| \`${code}\` | ${statusOf[rule.kind]} | ${sii} | ${cell(rule.en)} | ${cell(rule.es)} |`
  })
  return `## Of the document's rules

The third column is the code with which the SII would have answered. Words in braces stand for the particulars.

| Code | Status | SII | The member … | El miembro … |
|---|---|---|---|---|
${rows.join('\n')}
`
}

const written = [introduction, operationErrors(), documentRules()].join('\n')

if (process.argv.includes('--check')) {
  const committed = await readFile(page, 'utf8').catch(() => '')
  if (committed !== written) {
    process.stderr.write('docs/errors.md does not agree with the tables: run npm run docs:errors.\n')
    process.exitCode = 1
  }
} else {
  await writeFile(page, written)
}
