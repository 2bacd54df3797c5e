import type { FormOf } from '../answer-forms.ts'
import type { Reason } from '../judge/reasons.ts'
import type { DocumentVerdict, EnvelopeVerdict } from '../judge/verdict.ts'
import type { Envelope } from '../ledger.ts'
import { glosses } from '../progress.ts'
import { slashedTime } from '../time.ts'
import { escaped, headed, labelled, number, reasonText } from './result-words.ts'

interface Result { envelope: Envelope, verdict: EnvelopeVerdict }

const states = { accepted: 'DOK - DTE Recibido', objected: 'RPR - DTE Aceptado con Reparos', rejected: 'RCH - DTE Rechazado' }

/** RESULTADO_ENVIO (RespSII_v10.xsd). A tidy one writes counters of zero and no time. */
export function envelopeFile ({ envelope, verdict, isTidy }: Result & { isTidy: boolean }): string {
  const { trackId, company, sender, receivedAt } = envelope
  const received = isTidy ? '' : `<TMSTRECEPCION>${slashedTime(new Date(receivedAt))}</TMSTRECEPCION>`
  const refused = verdict.documents.filter(({ outcome }) => outcome !== 'accepted')
  return '<?xml version="1.0" encoding="ISO-8859-1"?>\n<RESULTADO_ENVIO>\n<IDENTIFICACION>' +
    `<RUTEMISOR>${company}</RUTEMISOR><RUTENVIA>${sender}</RUTENVIA><TRACKID>${trackId}</TRACKID>${received}` +
    `<ESTADO>${stateOf(verdict)}</ESTADO></IDENTIFICACION>\n` +
    `<ESTADISTICA>${countsOf(verdict.documents).map((counts) => subtotal(counts, isTidy)).join('\n')}</ESTADISTICA>\n` +
    wrapped('ERRORENVIO', verdict.refusal?.reasons.map((one) => element('DETERRENVIO', reasonText(one))) ?? []) +
    wrapped('REVISIONENVIO', refused.map(review)) + '</RESULTADO_ENVIO>\n'
}

/** The same as text. `naming`: how a document is named above its reasons. */
export function envelopeText (
  { envelope: { trackId, company, sender, receivedAt }, verdict, naming }: Result & { naming: FormOf<'documentNaming'> }
): string {
  const refused = verdict.documents.filter(({ outcome }) => outcome !== 'accepted')
  const details = [
    ...verdict.refusal?.reasons.map(indented) ?? [],
    ...refused.flatMap((document) => [namings[naming](document), ...document.reasons.map(indented)])
  ]
  return [
    ...headed('Resultado de Validacion de Envio de DTE'),
    ...labelled([
      ['Rut de Empresa Emisora', company], ['Rut que Realizo el Envio', sender], ['Identificador de Envio', number(trackId)],
      ['Fecha de Recepcion', slashedTime(new Date(receivedAt))], ['Estado del Envio', stateOf(verdict)]
    ]), '',
    ...headed('Estadisticas del Envio').slice(0, 2),
    'Tipo DTE  Informados  Rechazos  Reparos  Aceptados', '-'.repeat(50), ...countsOf(verdict.documents).map(row), '',
    ...details.length === 0 ? [] : [...headed('Detalle de Rechazos y Reparos'), ...details, '']
  ].join('\r\n')
}

/** Nobody published such a line: any of these may be. */
const namings: Record<FormOf<'documentNaming'>, (document: DocumentVerdict) => string> = {
  columns: ({ facts: { documentType, folio }, outcome }) =>
    `   ${documentType}${String(folio).padStart(15)}   ${states[outcome].slice('RCH - '.length)}`,
  labels: ({ facts: { documentType, folio }, outcome }) => `Tipo DTE : ${documentType}  Folio : ${folio}  ${states[outcome]}`
}

function indented (reason: Reason): string {
  return `      ${reasonText(reason)}`
}

function stateOf ({ refusal }: EnvelopeVerdict): string {
  const state = refusal?.state ?? 'EPR'
  return `${state} - ${glosses[state]}`
}

interface Counts { type: number, informed: number, rejected: number, objected: number, accepted: number }

function countsOf (documents: readonly DocumentVerdict[]): Counts[] {
  return [...new Set(documents.map(({ facts }) => facts.documentType))].map((type) => {
    const of = documents.filter(({ facts }) => facts.documentType === type)
    const count = (outcome: DocumentVerdict['outcome']) => of.filter((one) => one.outcome === outcome).length
    return {
      type, informed: of.length, rejected: count('rejected'), objected: count('objected'), accepted: count('accepted')
    }
  })
}

function row ({ type, informed, rejected, objected, accepted }: Counts): string {
  const widths = [5, 15, 10, 9, 11]
  return [type, informed, rejected, objected, accepted]
    .map((value, index) => String(value).padStart(widths[index] ?? 0))
    .join('')
}

function subtotal ({ type, informed, rejected, objected, accepted }: Counts, isTidy: boolean): string {
  const counter = (name: string, value: number) => value === 0 && !isTidy ? '' : `<${name}>${value}</${name}>`
  return `<SUBTOTAL><TIPODOC>${type}</TIPODOC><INFORMADO>${informed}</INFORMADO>${counter('RECHAZO', rejected)}` +
    `${counter('REPARO', objected)}${counter('ACEPTA', accepted)}</SUBTOTAL>`
}

function review ({ facts, outcome, reasons }: DocumentVerdict): string {
  return `<REVISIONDTE><FOLIO>${facts.folio}</FOLIO><TIPODTE>${facts.documentType}</TIPODTE>` +
    `<ESTADO>${states[outcome]}</ESTADO>${reasons.map((one) => element('DETALLE', reasonText(one))).join('')}</REVISIONDTE>`
}

function element (name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`
}

function wrapped (name: string, parts: readonly string[]): string {
  return parts.length === 0 ? '' : `<${name}>${parts.join('\n')}</${name}>\n`
}
