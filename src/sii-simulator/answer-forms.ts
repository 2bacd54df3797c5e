import { createHash } from 'node:crypto'

/**
 * How well a form of an answer is known: an answer that somebody captured, a manual of the SII's, an account or a
 * program of somebody who met it, or a guess of ours.
 */
export type Evidence = 'captured' | 'manual' | 'reported' | 'guess'

interface Form {
  name: string
  evidence: Evidence
  /** Where it was seen: a public source, or the manual. */
  source: string
}

interface AnswerKind {
  /** What the manuals lead one to expect: the only form of a simulator whose answers are tidy. */
  tidy: Form
  /** What the SII was seen to send; each is as likely as another. It may hold the tidy form, too. */
  genuine: readonly [Form, ...Form[]]
}

/** The answers of the SII that come in more than one form. */
export const answerKinds = {
  /** DTEUpload without a live session. */
  uploadWithoutSession: {
    tidy: { name: 'status5', evidence: 'manual', source: 'Envío automático de DTE' },
    genuine: [{ name: 'page501', evidence: 'captured', source: 'a Python client, 2026-09; NativeCode, 2026-07' }]
  },
  /** The mail about an envelope of documents. */
  envelopeMail: {
    tidy: { name: 'tidyFile', evidence: 'manual', source: 'RespSII_v10.xsd' },
    genuine: [
      { name: 'productionFile', evidence: 'reported', source: 'a mail filter: "Produccion - Resultado de Revision Envio"' },
      { name: 'file', evidence: 'reported', source: 'LibreDTE, which looks for "Resultado de Revision Envio"' },
      { name: 'textFile', evidence: 'reported', source: 'dte-chile; DIMABE dte-service, 2026-09, in certification' },
      { name: 'text', evidence: 'captured', source: "LibreDTE's guide to certification, 2015" },
    ]
  },
  /** The line of a text that names a document, above its reasons. */
  documentNaming: {
    tidy: { name: 'columns', evidence: 'guess', source: 'none' },
    genuine: [
      { name: 'columns', evidence: 'guess', source: 'none' }, { name: 'labels', evidence: 'guess', source: 'none' },
    ]
  },
  /** The mail about a book. */
  bookMail: {
    tidy: { name: 'tidyFile', evidence: 'manual', source: 'RespSIILibros_v10.xsd' },
    genuine: [
      { name: 'textFile', evidence: 'reported', source: 'dte-chile, in certification' },
      { name: 'text', evidence: 'captured', source: "LibreDTE's guide to certification, 2015" },
    ]
  },
  /** The mail about a set of the certification. */
  setMail: {
    tidy: { name: 'tidyText', evidence: 'guess', source: 'none' },
    genuine: [
      { name: 'textFile', evidence: 'reported', source: 'dte-chile, in certification' },
      { name: 'text', evidence: 'captured', source: "LibreDTE's guide to certification, 2015" },
    ]
  },
} as const satisfies Record<string, AnswerKind>

type Kinds = typeof answerKinds
export type AnswerKindName = keyof Kinds
export type FormOf<Kind extends AnswerKindName> = Kinds[Kind]['tidy' | 'genuine'] extends infer Forms
  ? Forms extends readonly (infer One extends Form)[] ? One['name'] : Forms extends Form ? Forms['name'] : never
  : never

export interface AnswerSettings {
  /** `genuine`, the default: as the SII was seen to answer. `tidy`: as its manuals say. */
  answers?: 'genuine' | 'tidy' | undefined
  /** Of the choice among genuine forms; the same seed and the same subject give the same form. */
  seed?: number | undefined
}

/** Chooses the form of each answer. */
export function createAnswerForms ({ answers = 'genuine', seed = 1 }: AnswerSettings = {}) {
  const settings = { answers, seed }
  return {
    /** May be changed while the simulator runs. */
    settings,
    /** `subject` is what the answer is about, so that the answers about one envelope stay as they are. */
    choose<Kind extends AnswerKindName> (kind: Kind, subject: string): FormOf<Kind> {
      const { tidy, genuine }: AnswerKind = answerKinds[kind]
      if (settings.answers === 'tidy') return tidy.name as FormOf<Kind>
      const hash = createHash('sha256').update(`${settings.seed} ${kind} ${subject}`).digest()
      return (genuine[hash.readUInt32BE() % genuine.length] ?? tidy).name as FormOf<Kind>
    },
  }
}

export type AnswerForms = ReturnType<typeof createAnswerForms>
