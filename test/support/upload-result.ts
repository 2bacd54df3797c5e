export interface ResultFacts {
  issuer: string
  trackId: string
  state?: string
  subtotals?: { type: number, informed: number, rejected?: number, objected?: number, accepted?: number }[]
  errors?: string[]
  documents?: { folio: number, type: number, state: string, details: string[] }[]
}

const optional = (name: string, value: number | undefined): string =>
  value === undefined ? '' : `<${name}>${value}</${name}>`

/** The file that the SII mails about an envelope (RespSII_v10.xsd). */
export function uploadResultXml (
  { issuer, trackId, state = 'EPR - Envio Procesado', subtotals = [], errors = [], documents = [] }: ResultFacts
): string {
  const rows = subtotals.map(({ type, informed, rejected, objected, accepted }) =>
    `<SUBTOTAL><TIPODOC>${type}</TIPODOC><INFORMADO>${informed}</INFORMADO>${optional('RECHAZO', rejected)}${
      optional('REPARO', objected)
    }${optional('ACEPTA', accepted)}</SUBTOTAL>`
  )
  const reviews = documents.map(({ folio, type, state: word, details }) =>
    `<REVISIONDTE><FOLIO>${folio}</FOLIO><TIPODTE>${type}</TIPODTE><ESTADO>${word}</ESTADO>${
      details.map((text) => `<DETALLE>${text}</DETALLE>`).join('')
    }</REVISIONDTE>`
  )
  const wrapped = (name: string, parts: string[]): string =>
    parts.length === 0 ? '' : `<${name}>${parts.join('\n')}</${name}>`
  return `<?xml version="1.0" encoding="ISO-8859-1"?>
<RESULTADO_ENVIO>
<IDENTIFICACION><RUTEMISOR>${issuer}</RUTEMISOR><RUTENVIA>12345678-5</RUTENVIA><TRACKID>${trackId}</TRACKID><TMSTRECEPCION>20/11/2026 10:00:00</TMSTRECEPCION><ESTADO>${state}</ESTADO></IDENTIFICACION>
${wrapped('ESTADISTICA', rows)}
${wrapped('ERRORENVIO', errors.map((text) => `<DETERRENVIO>${text}</DETERRENVIO>`))}
${wrapped('REVISIONENVIO', reviews)}
</RESULTADO_ENVIO>
`
}
