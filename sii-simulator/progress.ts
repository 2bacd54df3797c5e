import type { AnswerForms } from './answer-forms.ts'
import type { BookRefusal, EnvelopeVerdict } from './judge/verdict.ts'
import type { Clock } from './time.ts'

/** Glosses of the SII's manual "Consulta de estado de envío"; of books, those of transcripts of 2014. */
export const glosses = {
  REC: 'Envio Recibido',
  SDK: 'Envio en Proceso',
  PEN: 'Envio Pendiente',
  SOK: 'Esquema Validado',
  FOK: 'Firma de Envio Validada',
  CRT: 'Caratula OK',
  PDR: 'Envio en Proceso',
  EPR: 'Envio Procesado',
  RSC: 'Rechazado por Error en Schema',
  RFR: 'Rechazado por Error en Firma',
  RCT: 'Rechazado por Error en Caratula',
  LSO: 'Schema de Envio de Libro Correcto',
  LOK: 'Envio de Libro Aceptado - Cuadrado',
  LTC: 'Libro Cerrado - Informacion Cuadrada',
  LRS: 'Envio de Libro Rechazado por Schema',
  LRE: 'Envio de Libro Rechazado por Error',
  LRF: 'Envio de Libro Rechazado por Firma',
  LRC: 'Caratula de Envio de Libro Invalida',
  LNC: 'Tipo de Envio de Libro No Corresponde',
  LRH: 'Envio de Libro Rechazado - Descuadrado',
  RPR: 'Aceptado con Reparos (250) Envio de RVD no es obligatorio desde agosto 2022',
} as const

export type State = keyof typeof glosses

export function isState (text: string): text is State {
  return text in glosses
}

const acceptedPaths = {
  asInManual: ['REC', 'SOK', 'FOK', 'CRT', 'PDR', 'EPR'],
  throughSdk: ['REC', 'SDK', 'FOK', 'CRT', 'PDR', 'EPR'],
  throughPen: ['PEN', 'SOK', 'FOK', 'CRT', 'PDR', 'EPR']
} as const
const bookPaths = {
  LTC: { withoutLso: ['REC', 'LOK', 'LTC'], throughLso: ['REC', 'LSO', 'LOK', 'LTC'] },
  RPR: { withoutLso: ['REC', 'RPR'], throughLso: ['REC', 'RPR'] }
} as const
const refusedPaths: Record<BookRefusal, State[]> = {
  LRS: ['REC', 'LRS'],
  LRF: ['REC', 'LRF'],
  LRC: ['REC', 'LRC'],
  LNC: ['REC', 'LNC'],
  LRH: ['REC', 'LRH'],
  RSC: ['REC', 'RSC'],
  RFR: ['REC', 'SOK', 'RFR'],
  RCT: ['REC', 'SOK', 'FOK', 'RCT'],
}

/** How far an envelope is on its path. It only advances, even if the speed changes. */
export interface Progress { trackId: string, step: number, since: number, heldAt: State | undefined }

/** Time for the envelopes: how long each state lasts, and an offset that tests can advance. */
export function createSimulatedClock (
  { clock, secondsPerState, answerForms }: { clock: Clock, secondsPerState: number, answerForms: AnswerForms }
) {
  let stepMs = secondsPerState * 1000
  let shiftMs = 0
  const now = () => new Date(clock().getTime() + shiftMs)

  return {
    now,
    secondsPerState: () => stepMs / 1000,
    setSecondsPerState: (seconds: number) => { stepMs = seconds * 1000 },
    advance: (seconds: number) => { shiftMs += seconds * 1000 },
    start: (trackId: string, receivedAt: Date, heldAt?: State): Progress =>
      ({ trackId, step: 0, since: receivedAt.getTime(), heldAt }),
    /** Whether the last state is not older than a state lasts. */
    hasJustEnded: ({ since }: Progress): boolean => now().getTime() - since < stepMs,
    /** Advances the envelope by the elapsed time and gives its state: `REC` until it is judged. */
    stateOf (progress: Progress, verdict: EnvelopeVerdict | undefined): State {
      if (!verdict) return 'REC'
      const path = pathOf(verdict, progress.trackId, answerForms)
      const last = progress.heldAt === undefined ? path.length - 1 : Math.max(path.indexOf(progress.heldAt), 0)
      const steps = stepMs === 0 ? last : Math.floor((now().getTime() - progress.since) / stepMs)
      const reached = Math.max(progress.step, Math.min(progress.step + Math.max(steps, 0), last))
      progress.since += (reached - progress.step) * stepMs
      progress.step = reached
      return path[reached] ?? 'REC'
    },
  }
}

function pathOf (
  { refusal, book, documents }: EnvelopeVerdict, trackId: string, { choose }: AnswerForms
): readonly State[] {
  if (refusal?.state === 'LRS' && choose('bookSchemaRefused', trackId) === 'lre') return ['REC', 'LRE']
  if (refusal) return refusedPaths[refusal.state]
  if (book) return bookPaths[book][choose('bookStates', trackId)]
  const isOfBoletas = documents.some(({ facts }) => facts.documentType === 39 || facts.documentType === 41)
  return acceptedPaths[isOfBoletas ? 'asInManual' : choose('statesBeforeEnd', trackId)]
}

export type SimulatedClock = ReturnType<typeof createSimulatedClock>
