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

const acceptedPath: State[] = ['REC', 'SOK', 'FOK', 'CRT', 'PDR', 'EPR']
const bookPaths = { LTC: ['REC', 'LOK', 'LTC'], RPR: ['REC', 'RPR'] } as const satisfies Record<string, State[]>
const refusedPaths: Record<BookRefusal, State[]> = {
  LRS: ['REC', 'LRS'],
  LRF: ['REC', 'LRF'],
  LRC: ['REC', 'LRC'],
  LRH: ['REC', 'LRH'],
  RSC: ['REC', 'RSC'],
  RFR: ['REC', 'SOK', 'RFR'],
  RCT: ['REC', 'SOK', 'FOK', 'RCT'],
}

/** How far an envelope is on its path. It only advances, even if the speed changes. */
export interface Progress { step: number, since: number, heldAt: State | undefined }

/** Time for the envelopes: how long each state lasts, and an offset that tests can advance. */
export function createSimulatedClock ({ clock, secondsPerState }: { clock: Clock, secondsPerState: number }) {
  let stepMs = secondsPerState * 1000
  let shiftMs = 0
  const now = () => new Date(clock().getTime() + shiftMs)

  return {
    now,
    secondsPerState: () => stepMs / 1000,
    setSecondsPerState: (seconds: number) => { stepMs = seconds * 1000 },
    advance: (seconds: number) => { shiftMs += seconds * 1000 },
    start: (receivedAt: Date, heldAt?: State): Progress => ({ step: 0, since: receivedAt.getTime(), heldAt }),
    /** Advances the envelope by the elapsed time and gives its state: `REC` until it is judged. */
    stateOf (progress: Progress, verdict: EnvelopeVerdict | undefined): State {
      if (!verdict) return 'REC'
      const path = pathOf(verdict)
      const last = progress.heldAt === undefined ? path.length - 1 : Math.max(path.indexOf(progress.heldAt), 0)
      const steps = stepMs === 0 ? last : Math.floor((now().getTime() - progress.since) / stepMs)
      const reached = Math.max(progress.step, Math.min(progress.step + Math.max(steps, 0), last))
      progress.since += (reached - progress.step) * stepMs
      progress.step = reached
      return path[reached] ?? 'REC'
    },
  }
}

function pathOf ({ refusal, book }: EnvelopeVerdict): readonly State[] {
  if (refusal) return refusedPaths[refusal.state]
  return book ? bookPaths[book] : acceptedPath
}

export type SimulatedClock = ReturnType<typeof createSimulatedClock>
