import { escapeMarkup } from '../../shared/escape-markup.ts'

/** The content of a mail: paragraphs of plain text and at most one link. */
export interface Letter {
  subject: string
  /** The first is the greeting. */
  paragraphs: string[]
  link?: { label: string, address: string }
  /** Above the text: what the mail is about, at a glance. */
  summary?: LetterSummary
  /** What each attached file is. */
  attachments?: { fileName: string, purpose: string }[]
  /** Below everything, in small print. */
  footer: string
}

/** A page of the console, where there is one. */
export function linkTo (address: string | undefined, label: string): Pick<Letter, 'link'> {
  return address === undefined ? {} : { link: { label, address } }
}

export interface Fact { label: string, value: string }

export interface LetterSummary {
  /** Whose document it is, in one or two lines. */
  from: string[]
  title: string
  /** The first counts most. */
  facts: Fact[]
  /** An attached image, by its Content-ID; the size is in pixels. */
  logo?: { contentId: string, width: number, height: number, description: string }
}

export function textOf ({ summary, paragraphs, attachments, link, footer }: Letter): string {
  const blocks = [
    ...summary ? [[summary.title, ...summary.from].join('\n'), summary.facts.map(lineOf).join('\n')] : [],
    ...paragraphs,
    ...attachments
      ? [['Archivos adjuntos:', ...attachments.map(itemOf)].join('\n')]
      : [],
    ...link ? [`${link.label}:\n${link.address}`] : [],
    `-- \n${footer}`
  ]
  return `${blocks.join('\n\n')}\n`
}

function itemOf ({ fileName, purpose }: { fileName: string, purpose: string }): string {
  return `- ${fileName}\n  ${purpose}`
}

function lineOf ({ label, value }: Fact): string {
  return `${label}: ${value}`
}

/** HTML without scripts or anything to fetch; its one image is attached. */
export function htmlOf (letter: Letter, language: string): string {
  const blocks = [
    ...letter.summary ? [summaryOf(letter.summary)] : [],
    ...letter.paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeMarkup(paragraph)}</p>`),
    ...letter.attachments ? [attachmentsOf(letter.attachments)] : [],
    ...letter.link ? [buttonOf(letter.link)] : []
  ]
  return `<!doctype html>
<html lang="${escapeMarkup(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(letter.subject)}</title>
</head>
<body style="margin:0;padding:16px;background:#f5f5f4;color:#1c1917;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#fff;border-radius:8px">
${blocks.join('\n')}
<p style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #e7e5e4;color:#78716c;font-size:13px">${
    escapeMarkup(letter.footer)
  }</p>
</div>
</body>
</html>
`
}

function summaryOf ({ from, title, facts: [main, ...others], logo }: LetterSummary): string {
  const sender = from.map(escapeMarkup).join('<br>')
  return `${logo ? imageOf(logo) : ''}<p style="margin:0 0 4px;color:#57534e;font-size:14px">${sender}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.25">${escapeMarkup(title).replace('N° ', 'N°&nbsp;')}</h1>
<div style="margin:0 0 24px;padding:16px;background:#f5f5f4;border-radius:6px">
${main ? largeOf(main) : ''}
<table role="presentation" style="border-collapse:collapse;font-size:15px">
${others.map(rowOf).join('\n')}
</table>
</div>`
}

function largeOf ({ label, value }: Fact): string {
  return `<p style="margin:0;color:#57534e;font-size:14px">${escapeMarkup(label)}</p>
<p style="margin:0 0 12px;font-size:26px;line-height:1.25;font-weight:bold">${escapeMarkup(value)}</p>`
}

// Some mail programs obey the attributes alone, others the style.
function imageOf ({ contentId, width, height, description }: NonNullable<LetterSummary['logo']>): string {
  return `<img src="cid:${contentId}" width="${width}" height="${height}" alt="${escapeMarkup(description)}"` +
    ' style="display:block;margin:0 0 16px;border:0">\n'
}

function rowOf ({ label, value }: Fact): string {
  return `<tr><td style="padding:2px 16px 2px 0;color:#57534e">${escapeMarkup(label)}</td>` +
    `<td style="padding:2px 0">${escapeMarkup(value)}</td></tr>`
}

function attachmentsOf (attachments: NonNullable<Letter['attachments']>): string {
  const items = attachments.map(({ fileName, purpose }) =>
    '<li style="margin:0 0 8px">' +
    `<span style="word-break:break-all;font-weight:bold">${escapeMarkup(fileName)}</span><br>` +
    `${escapeMarkup(purpose)}</li>`)
  return '<p style="margin:0 0 8px">Archivos adjuntos:</p>\n' +
    `<ul style="margin:0 0 16px;padding:0 0 0 20px;font-size:14px">\n${items.join('\n')}\n</ul>`
}

function buttonOf ({ label, address }: NonNullable<Letter['link']>): string {
  const style =
    'display:inline-block;padding:12px 20px;border-radius:6px;background:#1d4ed8;color:#fff;text-decoration:none'
  return `<p style="margin:0 0 16px"><a href="${escapeMarkup(address)}" style="${style}">${escapeMarkup(label)}</a></p>` +
    `<p style="margin:0 0 16px;color:#78716c;font-size:13px;word-break:break-all">${escapeMarkup(address)}</p>`
}
