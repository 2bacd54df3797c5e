import type { EnvelopeVerdict } from '../judge/verdict.ts'
import { child, parseXml, textAt } from '../judge/xml.ts'
import type { Envelope } from '../ledger.ts'
import { glosses } from '../progress.ts'
import { slashedTime } from '../time.ts'
import { escaped, headed, labelled, number, reasonText } from './result-words.ts'

/** What a book says of itself; null where it says nothing. */
export type BookCover = Record<'kind' | 'operation' | 'period' | 'segment', string | null>

interface Result { envelope: Envelope, verdict: EnvelopeVerdict, cover: BookCover }

export function bookCover (book: Buffer): BookCover {
  const parsed = parseXml(book)
  try {
    const part = child(parsed.root, 'EnvioLibro')
    const at = (name: string) => textAt(part, `Caratula/${name}`)?.trim() ?? null
    return {
      kind: at('TipoLibro'), operation: at('TipoOperacion'), period: at('PeriodoTributario'), segment: at('TipoEnvio')
    }
  } finally {
    parsed.dispose()
  }
}

/** The result of a book as text: the state of what was sent and, if that is taken, of the book. */
export function bookText ({ envelope: { trackId, company, sender, receivedAt }, verdict, cover }: Result): string {
  const { refusal } = verdict
  const labels = labelled([
    ['Identificador de Envio', number(trackId)], ['Rut de Empresa Emisora', company], ['Rut que Realizo el Envio', sender],
    ['Fecha de Recepcion', slashedTime(new Date(receivedAt))], ['Estado del Envio de Libro', stateOf(verdict)],
    ['Tipo de Segmento', cover.segment ?? ''], ['Numero de Segmento', number('0', 3)]
  ])
  const rest = refusal
    ? [...headed('Detalle de Rechazos y Reparos'), ...refusal.reasons.map((one) => `      ${reasonText(one)}`)]
    : [...headed('Situacion del Libro Tributario Asociado'), ...labelled([
        ['Tipo de Libro', cover.kind ?? ''], ['Tipo de Operacion', cover.operation ?? ''],
        ['Periodo Tributario', cover.period ?? ''], ['Estado del Libro Tributario', `LTC - ${glosses.LTC}`]
      ])]
  return [...headed('Resultado de Validacion de Envio de Libro Tributario'), ...labels, '', ...rest, ''].join('\r\n')
}

/** ResultadoEnvioLibro (RespSIILibros_v10.xsd). */
export function bookFile ({ envelope: { trackId, company }, verdict, cover }: Result): string {
  const errors = verdict.refusal?.reasons.map((one) => `<DetErrEnvio>${escaped(reasonText(one))}</DetErrEnvio>`) ?? []
  return '<?xml version="1.0" encoding="ISO-8859-1"?>\n<ResultadoEnvioLibro>\n<Identificacion>' +
    `<RutEmisor>${company}</RutEmisor><PeriodoTributario>${cover.period ?? ''}</PeriodoTributario>` +
    `<TrackId>${trackId}</TrackId><EstadoEnvio>${stateOf(verdict)}</EstadoEnvio></Identificacion>\n` +
    `${errors.length === 0 ? '' : `<ErrorEnvioLibro>${errors.join('\n')}</ErrorEnvioLibro>\n`}</ResultadoEnvioLibro>\n`
}

function stateOf ({ refusal }: EnvelopeVerdict): string {
  const state = refusal?.state ?? 'LOK'
  return `${state} - ${glosses[state]}`
}
