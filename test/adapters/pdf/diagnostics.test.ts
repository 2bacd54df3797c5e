import { expect, it } from 'vitest'
import { diagnosticsFrom, diagnosticsOfThrown } from '../../../src/adapters/pdf/diagnostics.ts'
import { first } from '../../support/expecting.ts'

const root = '/nonexistent/typst'
const told = (message: string) =>
  first(diagnosticsFrom([{ severity: 1, path: `${root}/main.typ`, message }], root)).message
const general = { en: 'the template cannot be compiled here', es: 'la plantilla no se puede compilar aquí' }

it.each([
  'SourceDiagnostic { severity: Error, span: Span(17) }',
  'thread panicked at src/lib.rs:17',
  'Some(FileId(3)) is none',
  'std::io::Error',
  'cannot open /home/ana/x',
  'at 0x7ffe',
  'see https://github.com/typst',
  'try --root',
  ''
])("a message of the compiler's inside is told in general: %j", (message) => {
  expect(told(message)).toEqual(general)
})

it.each([
  'unknown variable: descuentos', 'expected string, found integer', 'unclosed delimiter',
  'label `<foo>` does not exist in the document', 'cannot divide by zero'
])('a plain message stays: %s', (message) => {
  expect(told(message)).toEqual({ en: message, es: message })
})

it('is one line of bounded length, without the decoration for a terminal', () => {
  expect(told(`panicked with: "${'x\n'.repeat(1000)}"`).en).toMatch(/^[^\n]{300}$/)
  expect(
    told('failed to load file (access denied), hints: you can adjust the project root with the --root argument').en
  ).toBe('this file cannot be read from a template')
})

it('each compiler message is reported once, and an unknown text gets a general message', () => {
  const thrown =
    'Error: [SourceDiagnostic { severity: Error, span: Span(1), message: "PDF/A-2b error: the text `\\"\\\\u{e000}\\"` could not be displayed with font `\\"Inter\\"`", trace: [], hints: [] }, SourceDiagnostic { message: "PDF/A-2b error: the text `\\"\\\\u{e000}\\"` could not be displayed with font `\\"Inter\\"`" }]'

  expect(diagnosticsOfThrown(new Error(thrown.slice(7)), 'a\nb \ue000')).toEqual([
    {
      file: 'main.typ', line: 2, column: 3,
      message: { en: 'the fonts cannot show U+E000', es: 'las fuentes no pueden mostrar U+E000' }
    }
  ])
  expect(diagnosticsOfThrown(new TypeError('x is undefined'), 'a')).toEqual([{ file: 'main.typ', message: general }])
  expect(diagnosticsFrom([], root)).toEqual([{ file: 'main.typ', message: general }])
  expect(first(diagnosticsFrom([{ severity: 1, path: '/home/ana/secret.typ', message: 'unclosed string' }], root)).file)
    .toBe('main.typ')
})
