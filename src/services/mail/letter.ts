import { escapeMarkup } from '../../shared/escape-markup.ts'

/** The content of a mail: paragraphs of plain text and at most one link. */
export interface Letter {
  subject: string
  /** The first is the greeting. */
  paragraphs: string[]
  link?: { label: string, address: string }
  /** Below everything, in small print. */
  footer: string
}

export function textOf ({ paragraphs, link, footer }: Letter): string {
  const blocks = [...paragraphs, ...(link ? [`${link.label}:\n${link.address}`] : []), `-- \n${footer}`]
  return `${blocks.join('\n\n')}\n`
}

/** HTML without images, scripts or anything that is loaded from elsewhere. */
export function htmlOf (letter: Letter, language: string): string {
  const blocks = letter.paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeMarkup(paragraph)}</p>`)
  if (letter.link) blocks.push(buttonOf(letter.link))
  return `<!doctype html>
<html lang="${escapeMarkup(language)}">
<head><meta charset="utf-8"><title>${escapeMarkup(letter.subject)}</title></head>
<body style="margin:0;padding:24px;background:#f5f5f4;color:#1c1917;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#fff;border-radius:8px">
${blocks.join('\n')}
<p style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #e7e5e4;color:#78716c;font-size:13px">${
    escapeMarkup(letter.footer)
  }</p>
</div>
</body>
</html>
`
}

function buttonOf ({ label, address }: NonNullable<Letter['link']>): string {
  const style =
    'display:inline-block;padding:12px 20px;border-radius:6px;background:#1d4ed8;color:#fff;text-decoration:none'
  return `<p style="margin:0 0 16px"><a href="${escapeMarkup(address)}" style="${style}">${escapeMarkup(label)}</a></p>` +
    `<p style="margin:0 0 16px;color:#78716c;font-size:13px;word-break:break-all">${escapeMarkup(address)}</p>`
}
