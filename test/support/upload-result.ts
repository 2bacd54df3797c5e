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

/** The result of an envelope as the SII mails it in certification (docs/sources.md, S40). */
export const envelopeResultText = `Resultado de Validacion de Envio de DTE
=======================================

Rut de Empresa Emisora   : 88888888-8
Rut que Realizo el Envio : 11111111-1
Identificador de Envio   :   34287111
Fecha de Recepcion       : 18/09/2025 02:02:39
Estado del Envio         : EPR - Envio Procesado

Estadisticas del Envio
======================
Tipo DTE  Informados  Rechazos  Reparos  Aceptados
--------------------------------------------------
   33              4         1        0          3
   56              1         0        0          1
   61              3         0        1          2

Detalle de Rechazos y Reparos
=============================
   33            101   DTE Rechazado
      (DTE-3-505) Firma DTE Incorrecta
Tipo DTE : 61  Folio : 7
      (REF-2-780) Referencia sin folio
`

/** The result of a book, with the states of its envelope and of the book. */
export function bookResultText (envelopeState: string, bookState: string): string {
  return `Resultado de Validacion de Envio de Libro Tributario
====================================================

Identificador de Envio      :   34288111
Rut de Empresa Emisora      : 88888888-8
Rut que Realizo el Envio    : 11111111-1
Fecha de Recepcion          : 18/09/2025 02:32:04
Estado del Envio de Libro   : ${envelopeState}
Tipo de Segmento            : TOTAL
Numero de Segmento          :   0

Situacion del Libro Tributario Asociado
=======================================

Tipo de Libro               : ESPECIAL
Tipo de Operacion           : VENTA
Periodo Tributario          : 1980-01
Estado del Libro Tributario : ${bookState}
`
}

/** The verdict on a set as the SII mails it in an attachment, or as the body. */
export const setResultText = `Resultado de Revision del Set de Prueba de Certificacion
========================================================

Rut de Empresa Emisora : 88888888-8
Identificador del Set  :     423775
Tipo de Set            : SET BASICO - Version 1
Identificador de Envio :   34287111
Estado del Set         : SOK - SET DE PRUEBA CORRECTO
`
