/** Writes docs/compulsory.md and docs/es/compulsory.md from the table of laws. With --check it only compares them. */
import { ruleTable, type RuleCode, type RuleEntry } from '../dte/errors.ts'
import { law, ufAtYearEnd, type LawRow } from '../dte/tables/law.ts'
import { keepPage } from './generated-page.ts'

type Language = 'en' | 'es'

const pages: Record<Language, Record<'file' | 'introduction' | 'law' | 'uf', string> & { verdicts: [string, string] }> = {
  en: {
    file: 'compulsory.md',
    introduction: `# Compulsory since when

[En español](es/compulsory.md)

What tax law asks of a document, and from which issue date on. The issue date decides, not the day on which you post the document. A
refusal is a 422; a notice comes with the issued document, and refuses it only if your tenant sets \`strictFormat\`
([errors.md](errors.md)).

\`npm run docs:compulsory\` writes this page from the code.
`,
    law: `## Laws and resolutions

| Issued since | Law or resolution | Obligation | Code |
|---|---|---|---|
`,
    uf: `## The UF of boletas above 135 UF

The limit in pesos is fixed once a year, with the UF of 31 December of the year before. A year that is not here yet has the last limit.
\`UF_VALUE\` in the server's settings overrides the table.

| Issued in | UF | 135 UF |
|---|---|---|
`,
    verdicts: ['refusal', 'notice']
  },
  es: {
    file: 'es/compulsory.md',
    introduction: `# Obligatorio desde cuándo

[In English](../compulsory.md)

Lo que la ley tributaria exige de un documento, y desde qué fecha de emisión. Decide la fecha de emisión, no el día en que se envía el
documento. Un rechazo es un 422; un aviso acompaña al documento emitido, y lo rechaza sólo si su empresa activa \`strictFormat\`
([errors.md](errors.md)).

\`npm run docs:compulsory\` escribe esta página a partir del código.
`,
    law: `## Leyes y resoluciones

| Emitidos desde | Ley o resolución | Obligación | Código |
|---|---|---|---|
`,
    uf: `## La UF de las boletas de más de 135 UF

El límite en pesos se fija una vez al año, con la UF del 31 de diciembre del año anterior. Un año que aún no está aquí tiene el último límite.
\`UF_VALUE\`, en la configuración del servidor, reemplaza la tabla.

| Emitidas en | UF | 135 UF |
|---|---|---|
`,
    verdicts: ['rechazo', 'aviso']
  }
}

function lawRows (language: Language): string {
  const [refusal, notice] = pages[language].verdicts
  const verdictOf = (code: RuleCode) => {
    const { kind }: RuleEntry = ruleTable[code]
    return `\`${code}\` (${kind === 'notice' ? notice : refusal})`
  }
  return Object.values<LawRow>(law)
    .map((row) => `| ${row.from} | ${row.resolution} | ${row[language]} | ${row.codes.map(verdictOf).join(', ') || '–'} |\n`)
    .join('')
}

function ufRows (language: Language): string {
  const format = new Intl.NumberFormat(language === 'en' ? 'en-US' : 'es-CL', { minimumFractionDigits: 2 })
  return Object.entries(ufAtYearEnd)
    .map(([year, uf]) => `| ${Number(year) + 1} | ${format.format(Number(uf))} | ${format.format(Number(uf) * 135)} |\n`)
    .join('')
}

for (const language of ['en', 'es'] as const) {
  const { file, introduction, law: laws, uf } = pages[language]
  const text = `${introduction}\n${laws}${lawRows(language)}\n${uf}${ufRows(language)}`
  await keepPage(file, text, 'docs:compulsory')
}
