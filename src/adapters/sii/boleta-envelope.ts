import { z } from 'zod'
import type { DocumentReason } from '../../model/reasons.ts'
import type { DocumentVerdict, EnvelopeStatus, SubtotalVerdict } from '../../services/ports.ts'
import { envelopeStatusOf, unavailable } from './envelope-states.ts'
import type { HttpOutcome } from './http.ts'
import { readJsonAnswer } from './json-answer.ts'
import type { Attempt } from './session.ts'

// Numbers come as JSON numbers or as text, absent lists as null.
const count = z.union([z.int().nonnegative(), z.string().regex(/^\d{1,10}$/).transform(Number)])
// One that is null, empty or absent is still to come, and must not pass for zero.
const counter = count.nullish().catch(null)
const words = z.union([z.string(), z.number()]).nullish().transform((value) =>
  value === null || value === undefined ? '' : String(value).trim()
)

const errorShape = z.object({
  seccion: words, linea: words, nivel: words, codigo: words, descripcion: words, detalle: words
})
// What is wrong with the envelope as a whole comes in the same list, without type and folio.
const documentShape = z.object({
  tipo: count.nullish(),
  folio: count.nullish(),
  estado: words,
  descripcion: words,
  error: z.array(errorShape).nullish()
})
const envelopeShape = z.object({
  estado: z.string(),
  estadistica: z.array(
    z.object({
      tipo: count, informados: counter, aceptados: counter, rechazados: counter, reparos: counter
    })
  ).nullish(),
  detalle_rep_rech: z.array(documentShape).nullish()
})

type BoletaError = z.infer<typeof errorShape>
type BoletaDocument = z.infer<typeof documentShape>
type BoletaCounters = NonNullable<z.infer<typeof envelopeShape>['estadistica']>[number]

/** Reads the JSON about an envelope of boletas, with the reasons of each boleta refused or objected to [S13]. */
export function readBoletaEnvelope (outcome: HttpOutcome): Attempt<EnvelopeStatus> {
  const { result, tokenRefused } = readJsonAnswer(outcome, envelopeShape)
  if (result.kind === 'none') return { result: unavailable(result.cause), tokenRefused }
  const { estado, estadistica, detalle_rep_rech: detail } = result.content
  const report = {
    state: estado.trim(),
    gloss: '',
    subtotals: readSubtotals(estadistica ?? []),
    documents: (detail ?? []).flatMap(readVerdict),
    reasons: (detail ?? []).flatMap(readReasons),
    wholeState: (detail ?? []).find(isAboutWhole)?.estado
  }
  return { result: envelopeStatusOf(report), tokenRefused }
}

/** Undefined while a counter is still to come. */
function readSubtotals (lines: BoletaCounters[]): SubtotalVerdict[] | undefined {
  const subtotals = lines.map(readSubtotal)
  return subtotals.every((each) => each !== undefined) ? subtotals : undefined
}

function readSubtotal (
  { tipo, informados, aceptados, rechazados, reparos }: BoletaCounters
): SubtotalVerdict | undefined {
  if (!isCount(informados) || !isCount(aceptados) || !isCount(rechazados) || !isCount(reparos)) return undefined
  return {
    documentType: tipo, informed: informados, accepted: aceptados, rejected: rechazados, objected: reparos
  }
}

function isCount (value: number | null | undefined): value is number {
  return typeof value === 'number'
}

/** What is said about the envelope, and not about one of its boletas. */
function isAboutWhole ({ tipo, folio }: BoletaDocument): boolean {
  return typeof tipo !== 'number' && typeof folio !== 'number'
}

function readVerdict (document: BoletaDocument): DocumentVerdict[] {
  const { tipo, folio, estado } = document
  const isNamed = typeof tipo === 'number' && typeof folio === 'number'
  return isNamed ? [{ documentType: tipo, folio, state: estado, reasons: readReasons(document) }] : []
}

function readReasons ({ estado, descripcion, error }: BoletaDocument): DocumentReason[] {
  const reasons = (error ?? []).map(readReason)
  const fallback = descripcion === '' ? [] : [{ code: estado, description: descripcion }]
  return reasons.length > 0 ? reasons : fallback
}

/** Section, level and number make the code the SII prints elsewhere in one piece: DTE, 3, 505 → DTE-3-505. */
function readReason ({ seccion, linea, nivel, codigo, descripcion, detalle }: BoletaError): DocumentReason {
  const isWhole = seccion === '' || codigo.includes('-')
  const line = linea === '' || linea === '0' ? '' : `línea ${linea}`
  return {
    code: isWhole ? codigo : [seccion, nivel, codigo].filter((part) => part !== '').join('-'),
    description: [descripcion, detalle, line].filter((part) => part !== '').join('; ')
  }
}
