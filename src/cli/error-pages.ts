/**
 * Writes docs/errors.md and docs/es/errors.md from the two tables of codes. With --check it writes nothing, and ends
 * with 1 if a committed page differs.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { ruleTable, type RuleEntry } from '../dte/errors.ts'
import { statusOf } from '../http/failure.ts'
import { errorTable } from '../shared/errors.ts'

type Language = 'en' | 'es'

const pages: Record<Language, { file: string, introduction: string, operations: string, rules: string }> = {
  en: {
    file: 'errors.md',
    introduction: `# Error codes

[En español](es/errors.md)

Every failure answers the same envelope: \`errorCode\` holds one of these codes, and \`errors\` one sentence for each problem, which
begins with the path of the member it is about. Compare codes in your program, and show the sentences to people: a code never
changes, its sentence may improve. Send \`Accept-Language: es\` to get the sentences in Spanish.

If all problems of a document break the same rule, you get the code of that rule; if they break several, you get
\`DOCUMENT_INVALID\` (400 if a member is malformed, 422 otherwise). Either way \`errors\` lists every problem.

\`npm run docs:errors\` writes this page from the code.
`,
    operations: `## Errors of operations

| Code | Status | Meaning |
|---|---|---|
`,
    rules: `## Rules of the document

Each sentence follows the path of a member, as in \`payload.details[0].quantity: must be greater than 0\`. Words in braces stand for the
values of the document. The column SII has the code with which the SII would have refused the document.

| Code | Status | SII | The member … |
|---|---|---|---|
`
  },
  es: {
    file: 'es/errors.md',
    introduction: `# Códigos de error

[In English](../errors.md)

Toda falla responde con el mismo sobre: \`errorCode\` trae uno de estos códigos y \`errors\`, una frase por cada problema, que empieza con la
ruta del campo correspondiente. Compare los códigos en su programa y muestre las frases a las personas: un código no cambia nunca; su
frase puede mejorar. Para recibir las frases en español, envíe \`Accept-Language: es\`.

Si todos los problemas de un documento incumplen la misma regla, recibe el código de esa regla; si incumplen varias, recibe
\`DOCUMENT_INVALID\` (400 si un campo está mal formado; si no, 422). En ambos casos \`errors\` enumera todos los problemas.

\`npm run docs:errors\` escribe esta página a partir del código.
`,
    operations: `## Errores de las operaciones

| Código | Estado HTTP | Significado |
|---|---|---|
`,
    rules: `## Reglas del documento

Cada frase sigue a la ruta de un campo, como en \`payload.details[0].quantity: debe ser mayor que 0\`. Las palabras entre llaves representan
los valores del documento. La columna SII indica el código con que el SII habría rechazado el documento.

| Código | Estado HTTP | SII | El campo … |
|---|---|---|---|
`
  }
}

const cell = (text: string): string => text.replaceAll('|', '\\|')

function operationRows (language: Language): string {
  return Object.entries(errorTable)
    .map(([code, { kind, [language]: sentence }]) => `| \`${code}\` | ${statusOf[kind]} | ${cell(sentence)} |\n`)
    .join('')
}

function ruleRows (language: Language): string {
  return Object.entries<RuleEntry>(ruleTable)
    .map(([code, { kind, sii, [language]: sentence }]) =>
      `| \`${code}\` | ${statusOf[kind]} | ${sii ? `\`${sii}\`` : ''} | ${cell(sentence)} |\n`
    )
    .join('')
}

function pageIn (language: Language): string {
  const { introduction, operations, rules } = pages[language]
  return `${introduction}\n${operations}${operationRows(language)}\n${rules}${ruleRows(language)}`
}

for (const language of ['en', 'es'] as const) {
  const { file } = pages[language]
  const url = new URL(`../../docs/${file}`, import.meta.url)
  if (!process.argv.includes('--check')) {
    await writeFile(url, pageIn(language))
  } else if (await readFile(url, 'utf8').catch(() => '') !== pageIn(language)) {
    process.stderr.write(`docs/${file} differs from the tables of codes: run npm run docs:errors.\n`)
    process.exitCode = 1
  }
}
