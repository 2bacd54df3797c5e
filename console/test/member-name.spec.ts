import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { columnName, memberName } from '../src/shared/document/member-name.ts'
import { noticeTitles } from '../src/shared/document/notice-titles.ts'
import { noticeTable } from '../../src/dte/notice-table.ts'
import { errorTable } from '../../src/shared/errors.ts'
import { explainSiiCode, siiCodes } from '../../src/services/invoicing/sii-codes.ts'
import { ownSentences } from '../src/shared/own-sentences.ts'
import { labelOf } from '../src/text/labels.ts'
import { memberSentence } from '../src/shared/member-sentences.ts'
import type { Language } from '../src/text/text.tsx'
import { expect, test } from './console.ts'
import { defined, last } from '../../test/support/expecting.ts'

interface Schema { $ref?: string, anyOf?: Schema[], properties?: Record<string, Schema>, items?: Schema }

const { components: { schemas } } = JSON.parse(await readFile(join(import.meta.dirname, '../../openapi/openapi.json'), 'utf8')) as {
  components: { schemas: Record<string, Schema> }
}

/** `details`, `details[0]`, `details[0].quantity` … of what may be posted. */
function pathsOf ({ $ref, anyOf = [], properties = {}, items }: Schema, path = ''): string[] {
  if ($ref) return pathsOf(defined(schemas[last($ref.split('/'))]), path)
  const members = Object.entries(properties).flatMap(([name, member]) => pathsOf(member, path === '' ? name : `${path}.${name}`))
  const entries = items ? pathsOf(items, `${path}[0]`) : []
  return [...new Set([path, ...members, ...entries, ...anyOf.flatMap((choice) => pathsOf(choice, path))])]
}

test('point 9: every member of a document has a name in both languages', () => {
  const paths = pathsOf(defined(schemas['BulkInvoiceDocument']))
  expect(paths.length).toBeGreaterThan(280)
  const isUnnamed = (language: Language) => (path: string) => memberName(path, language).endsWith(path.replace(/^.*?\[0\]\./, '') || '…')
  expect(paths.filter(isUnnamed('es'))).toEqual([])
  expect(paths.filter(isUnnamed('en'))).toEqual([])
})

test('a member of a row is named with or without its row; an unknown member keeps its path', () => {
  expect([memberName('details[2].quantity', 'es'), columnName('details[2].quantity', 'es')]).toEqual(['Línea 3: Cantidad', 'Línea: Cantidad'])
  expect(['', 'details', 'details[0]', 'header.receiver.taxNumber'].map((path) => memberName(path, 'es')))
    .toEqual(['Documento', 'Líneas', 'Línea 1', 'RUT o nombre'])
  expect(['details[0].taxes[1].taxCode', 'details[0].taxes[4].taxRate'].map((path) => memberName(path, 'en')))
    .toEqual(['Line 1: Second additional tax', 'Line 1: Rate %'])
  expect(['header.reciever', 'details[0].price'].map((path) => memberName(path, 'es'))).toEqual(['header.reciever', 'Línea 1: price'])
})

test('every notice of a document has a short title in both languages', () => {
  const codes = Object.keys(noticeTable).sort()
  expect(Object.keys(noticeTitles.es).sort()).toEqual(codes)
  expect(Object.keys(noticeTitles.en).sort()).toEqual(codes)
})

test('an error about a value asks for it in words, or calls it by its name', () => {
  const said = ['businessName: es obligatorio', 'secret.password: debe tener al menos 1 carácter', 'roleIds[0]: debe ser un UUID', 'C7: no es un número', 'security: debe ser tls']
  expect(said.map((sentence) => memberSentence(sentence, 'es')))
    .toEqual(['Escriba la razón social.', 'Escriba la contraseña.', 'Roles: debe ser un UUID', 'C7: no es un número', 'Debe ser tls'])
  expect(['email: is required', 'port: must be at most 65535'].map((sentence) => memberSentence(sentence, 'en')))
    .toEqual(['Type the email.', 'Port: must be at most 65535'])
})

const apiWords = /\b[A-Z][a-zA-Z]+\/[A-Z]\w+|`|\b[a-z]+[A-Z]\w*|\w=\w|\bHTTP \d|\b[A-Z]+_[A-Z_]+\b/

test('no sentence about a failure, and no advice about a document, names an operation, a member or a code', () => {
  // A browser's own requests cannot meet them.
  const ofPrograms = ['BODY_NOT_UTF8', 'ORIGIN_NOT_ALLOWED']
  const failures = Object.entries(errorTable).filter(([code]) => !ofPrograms.includes(code))
  const advice = Object.keys(siiCodes).map((code) => [code, defined(explainSiiCode(code)).remedy] as const)
  for (const language of ['es', 'en'] as const) {
    const shown = [...failures, ...advice].map(([code, sentence]) => `${code}: ${labelOf(ownSentences[language], code) ?? sentence[language]}`)
    expect(shown.length).toBeGreaterThan(250)
    expect(shown.filter((sentence) => apiWords.test(sentence.slice(sentence.indexOf(':'))))).toEqual([])
  }
})
