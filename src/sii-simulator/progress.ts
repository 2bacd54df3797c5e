import type { BookRefusal, EnvelopeVerdict } from './judge/verdict.ts'
import type { Clock } from './time.ts'

/** Glosses of the SII's manual "Consulta de estado de envío". */
export const glosses = {
  REC: 'Envio Recibido',
  SOK: 'Esquema Validado',
  FOK: 'Firma de Envio Validada',
  CRT: 'Caratula OK',
  PDR: 'Envio en Proceso',
  EPR: 'Envio Procesado',
  RSC: 'Rechazado por Error en Schema',
  RFR: 'Rechazado por Error en Firma',
  RCT: 'Rechazado por Error en Caratula',
  LOK: 'Envio de Libro Aceptado - Cuadrado',
  LTC: 'Libro Cerrado - Informacion Cuadrada',
  LRS: 'Libro Rechazado por Error en Schema',
  LRF: 'Libro Rechazado por Error en Firma',
  LRC: 'Libro Rechazado por Error en Caratula',
  LRH: 'Libro Rechazado por Descuadrado',
  RPR: 'Aceptado con Reparos (250) Envio de RVD no es obligatorio desde agosto 2022',
} as const

export type State = keyof typeof glosses

export function isState (text: string): text is State {
  return text in glosses
}

const roadToEnd: State[] = ['REC', 'SOK', 'FOK', 'CRT', 'PDR', 'EPR']
const roadsOfBooks = { LTC: ['REC', 'LOK', 'LTC'], RPR: ['REC', 'RPR'] } as const satisfies Record<string, State[]>
const roadToRefusal: Record<BookRefusal, State[]> = {
  LRS: ['REC', 'LRS'],
  LRF: ['REC', 'LRF'],
  LRC: ['REC', 'LRC'],
  LRH: ['REC', 'LRH'],
  RSC: ['REC', 'RSC'],
  RFR: ['REC', 'SOK', 'RFR'],
  RCT: ['REC', 'SOK', 'FOK', 'RCT'],
}

/** Where an envelope is on its road. It only moves forward, whatever becomes of the speed. */
export interface Progress { step: number, since: number, heldAt: State | undefined }

/** Time for the envelopes: how long each state lasts, and a shift of the clock for those who cannot wait. */
export function createPace ({ clock, secondsPerState }: { clock: Clock, secondsPerState: number }) {
  let stepMs = secondsPerState * 1000
  let shiftMs = 0
  const now = () => new Date(clock().getTime() + shiftMs)

  return {
    now,
    secondsPerState: () => stepMs / 1000,
    setSecondsPerState: (seconds: number) => { stepMs = seconds * 1000 },
    advance: (seconds: number) => { shiftMs += seconds * 1000 },
    start: (receivedAt: Date, heldAt?: State): Progress => ({ step: 0, since: receivedAt.getTime(), heldAt }),
    /** Moves the envelope on by the time gone by and tells its state. Nothing is told before it is judged. */
    stateOf (progress: Progress, verdict: EnvelopeVerdict | undefined): State {
      if (!verdict) return 'REC'
      const road = roadOf(verdict)
      const last = progress.heldAt === undefined ? road.length - 1 : Math.max(road.indexOf(progress.heldAt), 0)
      const steps = stepMs === 0 ? last : Math.floor((now().getTime() - progress.since) / stepMs)
      const reached = Math.max(progress.step, Math.min(progress.step + Math.max(steps, 0), last))
      progress.since += (reached - progress.step) * stepMs
      progress.step = reached
      return road[reached] ?? 'REC'
    },
  }
}

function roadOf ({ refusal, book }: EnvelopeVerdict): readonly State[] {
  if (refusal) return roadToRefusal[refusal.state]
  return book ? roadsOfBooks[book] : roadToEnd
}

export type Pace = ReturnType<typeof createPace>
