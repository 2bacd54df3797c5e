import { readDocuments } from '../judge/facts.ts'
import { child, parseXml } from '../judge/xml.ts'
import { type Review, reviewSet } from './review.ts'
import { makeSets, type SetVariants, type TestSet } from './sets.ts'
import { verdictMail } from './verdict-mail.ts'

export interface SetOrder { taxNumber: string, seed: number, attentionNumber: number, variants: SetVariants }

/** A row of the page on which a company declares what it sent for a set. */
export interface Declaration { taxNumber: string, attentionNumber: number, trackId: string, date: string }

/** What is known of an upload when it is declared. */
export interface DeclaredUpload { company: string, date: string, isAccepted: boolean, bytes: Buffer }

export type Outcome = 'POR REALIZAR' | 'REVISADO CONFORME' | 'ENVIO CON ERRORES O REPAROS'

interface SetState { set: TestSet, outcome: Outcome, mail?: { subject: string, text: string } }

/** Why a declaration is not taken, as the page says it. */
export class DeclarationRefused extends Error {}

/** The sets of companies in certification, and what came of them. They end with the process. */
export function createCertificationDesk () {
  const companies = new Map<string, Map<number, SetState>>()

  function stateOf ({ taxNumber, attentionNumber }: Declaration): SetState {
    const state = companies.get(taxNumber)?.get(attentionNumber)
    if (!state) throw new DeclarationRefused('Numero de Atencion no corresponde a la empresa')
    return state
  }

  return {
    /** Makes the sets of a company and gives their file; others that it had are void. */
    order ({ taxNumber, ...making }: SetOrder): Buffer {
      const { sets, file } = makeSets(making)
      companies.set(taxNumber, new Map(sets.map((set) => [set.attentionNumber, { set, outcome: 'POR REALIZAR' }])))
      return file
    },

    /** Reviews what was sent for a set, and gives the mail that the SII sends. Throws DeclarationRefused. */
    declare (declaration: Declaration, upload: DeclaredUpload | undefined) {
      const state = stateOf(declaration)
      mustBeDeclarable(declaration, upload)
      const review = reviewOf(state.set, upload.bytes)
      state.outcome = review.state === 'SOK' ? 'REVISADO CONFORME' : 'ENVIO CON ERRORES O REPAROS'
      const { taxNumber: company, ...declared } = declaration
      state.mail = verdictMail({ company, ...declared }, review)
      return { ...review, mail: state.mail }
    },

    /** The rows of the page that shows how far a company is; undefined if it has no sets. */
    progress: (taxNumber: string) => {
      const sets = companies.get(taxNumber)
      return sets && [...sets.values()].map(({ set: { name, attentionNumber }, outcome, mail }) =>
        ({ name, attentionNumber, outcome, ...(mail && { mail }) }))
    }
  }
}

export type CertificationDesk = ReturnType<typeof createCertificationDesk>

function mustBeDeclarable (
  { taxNumber, trackId, date }: Declaration, upload: DeclaredUpload | undefined
): asserts upload is DeclaredUpload {
  if (trackId.startsWith('0')) throw new DeclarationRefused('El Identificador de Envio va sin ceros a la izquierda')
  if (upload?.company !== taxNumber) throw new DeclarationRefused('Envio no registrado para la empresa')
  if (upload.date !== date) throw new DeclarationRefused('La fecha no corresponde al envio')
  if (!upload.isAccepted) throw new DeclarationRefused('El envio tiene errores o reparos')
}

function reviewOf (set: TestSet, bytes: Buffer): Review {
  const parsed = parseXml(bytes)
  try {
    const envelope = child(parsed.root, 'SetDTE')
    return reviewSet(set, envelope ? (readDocuments(envelope, bytes) ?? []).map(({ body }) => body) : [])
  } finally {
    parsed.dispose()
  }
}
