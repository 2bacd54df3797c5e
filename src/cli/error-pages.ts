/**
 * Writes docs/errors.md and docs/es/errors.md from the two tables of codes. With --check it only compares them.
 */
import { ruleTable, type RuleEntry } from '../dte/errors.ts'
import { statusOf } from '../http/failure.ts'
import { errorTable } from '../shared/errors.ts'
import { keepPage } from './generated-page.ts'

type Language = 'en' | 'es'

const pages: Record<Language, Record<'file' | 'introduction' | 'operations' | 'rules' | 'notices', string>> = {
  en: {
    file: 'errors.md',
    introduction: `# Error codes

[En español](es/errors.md)

Every failure answers the same envelope: \`errorCode\` holds one of these codes, and \`errors\` one sentence for each problem, which
begins with the path of the member it is about. Compare codes in your program, and show the sentences to people: a code never
changes, its sentence may improve. Send \`Accept-Language: es\` to get the sentences in Spanish.

Every failure also links to its code on this page, which each server shows for its own version at \`/docs/errors\`:
\`Link: <https://timbre.example.cl/docs/errors#FOLIOS_MISSING>; rel="help"\`. The address begins with \`PUBLIC_URL\` if it is set;
otherwise it is a path of the server that answers. The clients have it as \`docUrl\` of their exceptions (\`doc_url\` in Python).

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
values of the document. The column Rule has the code with which the SII would have refused the document, or else the number of the rule:
FD is the Formato DTE, FB the Formato boleta ([S1] and [S2] of [sources.md](sources.md)). Where one of our members would help, the sentence
of the answer ends with its name and the value to post: \`; set details[0].exemptIndicator to 1\`.

| Code | Status | Rule | The member … |
|---|---|---|---|
`,
    notices: `## Notices

Obligations of the format that the SII does not check by itself. The document is issued, and \`notices\` of the dry run, of the answer of
\`Webhook/Save\` and of \`GetWebhook\` name each with its \`path\`, \`code\`, \`rule\` and \`message\` in both languages. If you set
\`strictFormat\` with \`Tenant/Update\`, they refuse the document (422). Where the rule is empty here, the notice names it.

| Code | Rule | The member … |
|---|---|---|
`
  },
  es: {
    file: 'es/errors.md',
    introduction: `# Códigos de error

[In English](../errors.md)

Toda falla responde con el mismo sobre: \`errorCode\` trae uno de estos códigos y \`errors\`, una frase por cada problema, que empieza con la
ruta del campo correspondiente. Compare los códigos en su programa y muestre las frases a las personas: un código no cambia nunca; su
frase puede mejorar. Para recibir las frases en español, envíe \`Accept-Language: es\`.

Toda falla enlaza además a su código en esta página, que cada servidor muestra para su versión en \`/docs/es/errors\`:
\`Link: <https://timbre.example.cl/docs/es/errors#FOLIOS_MISSING>; rel="help"\`. La dirección empieza con \`PUBLIC_URL\` si está definida; si no,
es una ruta del servidor que responde. Los clientes la traen en \`docUrl\` de sus excepciones (\`doc_url\` en Python).

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
los valores del documento. La columna Regla indica el código con que el SII habría rechazado el documento o, si no lo hay, el número de la
regla: FD es el Formato DTE; FB, el Formato boleta ([S1] y [S2] de [sources.md](../sources.md)). Si ayuda uno de nuestros campos, la frase
de la respuesta termina con su nombre y el valor que debe enviar: \`; indique details[0].exemptIndicator 1\`.

| Código | Estado HTTP | Regla | El campo … |
|---|---|---|---|
`,
    notices: `## Avisos

Obligaciones del formato que el SII no verifica por sí mismo. El documento se emite, y \`notices\` de la simulación, de la respuesta de
\`Webhook/Save\` y de \`GetWebhook\` indica cada una con su \`path\`, \`code\`, \`rule\` y \`message\` en ambos idiomas. Si activa
\`strictFormat\` con \`Tenant/Update\`, el documento se rechaza (422). Donde aquí no hay regla, la indica el aviso.

| Código | Regla | El campo … |
|---|---|---|
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
  return Object.entries<RuleEntry>(ruleTable).map(([code, { kind, source, [language]: sentence }]) =>
    kind === 'notice' ? '' : `| \`${code}\` | ${statusOf[kind]} | ${codeOf(source)} | ${cell(sentence)} |\n`
  ).join('')
}

function noticeRows (language: Language): string {
  return Object.entries<RuleEntry>(ruleTable).map(([code, { kind, source, [language]: sentence }]) =>
    kind === 'notice' ? `| \`${code}\` | ${codeOf(source)} | ${cell(sentence)} |\n` : ''
  ).join('')
}

function codeOf (source: string): string {
  return source === '' ? '' : `\`${source}\``
}

function pageIn (language: Language): string {
  const { introduction, operations, rules, notices } = pages[language]
  return `${introduction}\n${operations}${operationRows(language)}\n${rules}${ruleRows(language)}\n` +
    `${notices}${noticeRows(language)}`
}

for (const language of ['en', 'es'] as const) await keepPage(pages[language].file, pageIn(language), 'docs:errors')
