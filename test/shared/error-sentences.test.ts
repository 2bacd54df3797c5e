import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bulkLimits } from '../../src/shared/bulk-limits.ts'
import { type ErrorCode, errorTable } from '../../src/shared/errors.ts'

const limits: { code: ErrorCode, file: string, name: string }[] = [
  { code: 'RESET_TOKEN_INVALID', file: 'services/access/password-resets.ts', name: 'minutes' },
  { code: 'EMAIL_TOKEN_INVALID', file: 'services/tenants/registration-proofs.ts', name: 'hours' },
  { code: 'PASSWORD_TOO_WEAK', file: 'services/access/passwords.ts', name: 'passwordLength = { min:' },
  { code: 'ALLOW_LIST_FULL', file: 'services/access/ip-allow-list.ts', name: 'entriesMax' },
  { code: 'PDF_TOO_LONG', file: 'adapters/pdf/typst-child.ts', name: 'mostPages' },
  { code: 'PDF_TEMPLATE_LIMIT', file: 'services/printing/pdf-templates.ts', name: 'mostTemplates' },
  { code: 'REPORT_RANGE_INVALID', file: 'services/reports/reports.ts', name: 'mostDays' },
  { code: 'EXPORT_TOO_LARGE', file: 'services/invoicing/documents/exports.ts', name: 'mostDocuments' },
  { code: 'ARCHIVE_TOO_LARGE', file: 'services/printing/document-archives.ts', name: 'mostDrawn' },
  { code: 'ARCHIVE_TOO_LARGE', file: 'services/printing/document-archives.ts', name: 'mostOfXml' },
  { code: 'LIST_TOO_LARGE', file: 'repositories/invoicing/lists/invoice-lists.ts', name: 'maxScanned' }
]

function limitIn (file: string, name: string): number {
  const source = readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8')
  const [, value = ''] = source.split(`const ${name}`)[1]?.match(/^(?: =)? ([\d_]+)/) ?? []
  return Number(value.replaceAll('_', '') || NaN)
}

function expectLimit (code: ErrorCode, limit: number): void {
  const { en, es } = errorTable[code]

  expect(limit).toBeGreaterThan(0)
  expect(en).toContain(limit.toLocaleString('en'))
  expect(es).toContain(limit.toLocaleString('de'))
}

describe('the sentence of', () => {
  it.each(limits)('$code names the current limit', ({ code, file, name }) => {
    expectLimit(code, limitIn(file, name))
  })

  it('a bulk limit names the current one', () => {
    expectLimit('BULK_FILE_TOO_LARGE', bulkLimits.rows)
    expectLimit('BULK_FILE_TOO_LARGE', bulkLimits.inflatedBytes / 1024 ** 2)
    expectLimit('BULK_TOO_MANY_DOCUMENTS', bulkLimits.documents)
  })
})
