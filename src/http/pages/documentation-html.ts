import type { Marked, Tokens } from 'marked'
import { escapeMarkup } from '../../shared/escape-markup.ts'

export const style = `
:root{color-scheme:light dark}
body{margin:0 auto;padding:16px;max-width:920px;background:light-dark(#fff,#1c1917);color:light-dark(#1c1917,#f5f5f4);font:16px/1.5 system-ui,sans-serif}
h1,h2,h3{line-height:1.25;text-wrap:balance}
a{color:light-dark(#1d4ed8,#93c5fd)}
nav a{margin-right:16px}
code{font:14px/1.4 ui-monospace,monospace}
pre{padding:12px;overflow-x:auto;background:light-dark(#f5f5f4,#292524);border-radius:6px}
table{display:block;overflow-x:auto;border-collapse:collapse}
th,td{padding:6px 10px;border-bottom:1px solid light-dark(#d6d3d1,#44403c);text-align:left;vertical-align:top}
:target{background:light-dark(#fef3c7,#451a03)}
`

interface Place {
  /** The page's own name: `errors`, `es/errors`. */
  name: string
  /** Those of all pages that are served. */
  names: ReadonlySet<string>
}

const words = {
  en: { contents: 'Contents', reference: 'API reference' }, es: { contents: 'Contenido', reference: 'Referencia de la API' }
}

/**
 * A page of the documentation, from its Markdown. The library is loaded for the first one: most processes never get a
 * request for any.
 */
export async function htmlOfPage (markdown: string, place: Place): Promise<string> {
  const [language, root] = place.name.startsWith('es/') ? ['es', '../'] as const : ['en', './'] as const
  const { contents, reference } = words[language]
  const [, title = place.name] = /^# (.+)$/m.exec(markdown) ?? []
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(title)} · Timbre</title>
<style>${style}</style>
</head>
<body>
<nav><a href="index">${contents}</a><a href="${root}">${reference}</a></nav>
<main>
${(await createMarked(place)).parse(markdown, { async: false })}</main>
</body>
</html>
`
}

async function createMarked (place: Place): Promise<Marked> {
  const { Marked } = await import('marked')
  const ids = new Set<string>()
  const idOf = (id: string): string => {
    if (ids.has(id)) return ''
    ids.add(id)
    return ` id="${escapeMarkup(id)}"`
  }
  return new Marked({
    renderer: {
      heading ({ depth, text, tokens }) {
        return `<h${depth}${idOf(sectionOf(text))}>${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      // A row about one code, setting or operation can be linked to by its name.
      tablerow ({ text }) {
        const [, name] = /^<td[^>]*><code>([\w.-]+)<\/code><\/td>/.exec(text) ?? []
        return `<tr${name === undefined ? '' : idOf(name)}>\n${text}</tr>\n`
      },
      link (link) {
        const address = addressOf(link, place)
        const label = this.parser.parseInline(link.tokens)
        return address === undefined ? label : `<a href="${escapeMarkup(address)}">${label}</a>`
      },
      // Pictures are in the repository alone.
      image: ({ text }) => `<em>${escapeMarkup(text)}</em>`,
      // "<token>" is a placeholder.
      html: ({ text }) => escapeMarkup(text)
    }
  })
}

/** The section of a heading, as GitHub names it in links. */
function sectionOf (heading: string): string {
  return heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-')
}

/** Where a link leads from the page; undefined for files of the repository that are not served. */
function addressOf ({ href }: Tokens.Link, { name, names }: Place): string | undefined {
  if (/^(?:https?:|#)/.test(href)) return href
  const target = href.replace(/\bREADME\.md/, 'index.md').replace(/\.md(?=#|$)/, '')
  const { pathname } = new URL(target, `http://timbre/docs/${name}`)
  return pathname.startsWith('/docs/') && names.has(pathname.slice('/docs/'.length)) ? target : undefined
}
