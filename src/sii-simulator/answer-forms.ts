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
