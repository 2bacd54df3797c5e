import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { dayMonthYear } from '../../dte/values/calendar.ts'
import { formatRut } from '../../dte/values/rut.ts'
import { type Status, statuses } from '../../model/document-states.ts'
import { totalOf } from '../../services/mail/document-letter.ts'
import type { PublicDocument, PublicDocuments } from '../../services/publishing/public-documents.ts'
import { escapeMarkup } from '../../shared/escape-markup.ts'
import { drawingTimeoutMs } from '../limits.ts'
import { type Sent, sendFile } from '../plugins/downloads.ts'
import { publicPages as limit } from '../plugins/rate-limit.ts'

const style = `
:root{color-scheme:light dark}
body{margin:0;padding:16px;background:light-dark(#f5f5f4,#1c1917);color:light-dark(#1c1917,#f5f5f4);font:16px/1.5 system-ui,sans-serif}
main{max-width:480px;margin:0 auto;padding:24px;background:light-dark(#fff,#292524);border-radius:8px}
h1{margin:0 0 16px;font-size:22px;line-height:1.25;text-wrap:balance}
p{margin:0 0 8px;overflow-wrap:anywhere}
dl{margin:0 0 16px}
dt{color:light-dark(#57534e,#a8a29e);font-size:14px}
dd{margin:0 0 8px}
.total{font-size:26px;font-weight:bold}
.trial{padding:8px 12px;background:light-dark(#fef3c7,#451a03);border-radius:6px}
a{display:block;margin:0 0 8px;padding:12px 20px;border-radius:6px;background:#1d4ed8;color:#fff;text-align:center;text-decoration:none}
a+a{padding:11px 19px;border:1px solid currentcolor;background:none;color:light-dark(#1d4ed8,#93c5fd)}
`

const mediaTypes = {
  html: 'text/html; charset=utf-8', pdf: 'application/pdf', xml: 'application/xml; charset=ISO-8859-1'
}

const headers = {
  'content-type': mediaTypes.html,
  'content-security-policy': [
    "default-src 'none'", `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`, "base-uri 'none'",
    "form-action 'none'", "frame-ancestors 'none'"
  ].join('; '),
  'x-robots-tag': 'noindex, nofollow, noarchive'
}

type ByToken = FastifyRequest<{ Params: { token: string } }>

/**
 * The public pages of documents: /d/<token>, and its PDF and XML. Anybody with the link may see them, from any address.
 * A token that opens nothing has the same answer on each path, whatever the reason. HEAD reads the document alone:
 * programs ask so before anybody opens a link.
 */
export const publicPages = fp<{ documents: PublicDocuments }>(async (app, { documents }) => {
  const route = {
    schema: { hide: true } as object, exposeHeadRoute: false,
    config: { rule: { access: 'public' }, rateLimit: limit, admission: 'publicPage', timeoutMs: drawingTimeoutMs }
  } as const

  app.get('/d/:token', route, async ({ lifecycle, params }: ByToken, reply) => {
    const found = await lifecycle.run(() => documents.find(params.token))
    return found ? reply.headers(headers).send(pageOf(found)) : nothing(reply)
  })

  app.get('/d/:token/pdf', route, async ({ lifecycle, params }: ByToken, reply) =>
    answerFile(reply, await lifecycle.run(() => documents.pdf(params.token, lifecycle.signal)), mediaTypes.pdf))

  app.get('/d/:token/xml', route, async ({ lifecycle, params }: ByToken, reply) =>
    answerFile(reply, await lifecycle.run(() => documents.xml(params.token)), mediaTypes.xml))

  for (const [rest, mediaType] of [['', mediaTypes.html], ['/pdf', mediaTypes.pdf], ['/xml', mediaTypes.xml]] as const) {
    app.head(`/d/:token${rest}`, route, async ({ lifecycle, params }: ByToken, reply) =>
      await lifecycle.run(() => documents.has(params.token))
        ? reply.headers(headers).type(mediaType).send()
        : nothing(reply))
  }
}, { name: 'public-pages', dependencies: ['rate-limits', 'requestLifecycles'] })

function answerFile (
  reply: FastifyReply, file: { bytes: Buffer, fileName: string } | undefined, mediaType: string
): Sent | FastifyReply {
  return file
    ? sendFile(reply.header('x-robots-tag', headers['x-robots-tag']), { ...file, mediaType })
    : nothing(reply)
}

function nothing (reply: FastifyReply): FastifyReply {
  const text = 'Este enlace no lleva a ningún documento. Pida otro a quien se lo envió.'
  return reply.status(404).headers(headers).send(htmlOf('No hay nada aquí', `<h1>No hay nada aquí</h1>\n<p>${text}</p>`))
}

const said: Record<Status, string> = {
  [statuses.Waiting]: '',
  [statuses.Issued]: 'Emitido; aún no se envía al SII.',
  [statuses.Sending]: 'Emitido; se está enviando al SII.',
  [statuses.Sent]: 'Enviado al SII, que aún no responde.',
  [statuses.Accepted]: 'Aceptado por el SII.',
  [statuses.AcceptedWithObjections]: 'Aceptado por el SII, con reparos.',
  [statuses.Rejected]: 'Rechazado por el SII: no es válido.',
  [statuses.Failed]: 'No llegó al SII: no es válido.'
}

function pageOf (document: PublicDocument): string {
  const { address, typeName, folio, issuerName, issuerTaxNumber, issueDate, status, annulledBy, isTrial } = document
  const title = `${typeName} N° ${folio}`
  const total = totalOf(document)
  const facts: [label: string, value: string, className?: string][] = [
    [total.label, total.value, 'total'],
    ['Emisor', `${issuerName}, RUT ${formatRut(issuerTaxNumber)}`],
    ['Fecha de emisión', dayMonthYear(issueDate)],
    ['Servicio de Impuestos Internos', said[status]],
    ...annulledBy === undefined ? [] : [['Anulado por', annulledBy] as [string, string]]
  ]
  const linkTo = (file: string, label: string): string =>
    `<a href="${escapeMarkup(address)}/${file}" rel="nofollow">${label}</a>`
  return htmlOf(title, [
    `<h1>${escapeMarkup(title)}</h1>`,
    ...isTrial ? ['<p class="trial">Documento de prueba: no tiene valor tributario.</p>'] : [],
    `<dl>\n${facts.map(factOf).join('\n')}\n</dl>`,
    linkTo('pdf', 'Descargar el PDF'),
    linkTo('xml', 'Descargar el XML firmado')
  ].join('\n'))
}

function factOf ([label, value, className]: [label: string, value: string, className?: string]): string {
  const named = className === undefined ? '' : ` class="${className}"`
  return `<dt>${escapeMarkup(label)}</dt>\n<dd${named}>${escapeMarkup(value)}</dd>`
}

function htmlOf (title: string, body: string): string {
  return `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow, noarchive">
<title>${escapeMarkup(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`
}
