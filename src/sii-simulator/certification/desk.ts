import { readDocuments } from '../judge/facts.ts'
import { child, type Element, parseXml, textAt } from '../judge/xml.ts'
import { type Review, reviewSet } from './review.ts'
import { makeSets, type SetVariants, type TestSet } from './sets.ts'
import { reviewSimulation } from './simulation-review.ts'
import { verdictMail } from './verdict-mail.ts'

export interface SetOrder { taxNumber: string, seed: number, attentionNumber: number, variants: SetVariants }

/** A row of the page on which a company declares what it sent for a set. */
export interface Declaration { taxNumber: string, attentionNumber: number, trackId: string, date: string }

/** What is known of an upload when it is declared. */
export interface DeclaredUpload { company: string, date: string, isAccepted: boolean, bytes: Buffer }

export type Outcome = 'POR REALIZAR' | 'REVISADO CONFORME' | 'ENVIO CON ERRORES O REPAROS'

/** Sets are reviewed first; the simulation, and what follows it, wants the steps before. */
export type Stage = 'sets' | 'simulation' | 'exchange' | 'authorised'

interface Row {
  name: string
  attentionNumber: number
  outcome: Outcome
  mail?: { subject: string, text: string }
  review: (bodies: readonly Element[]) => Review
}

interface Certifying { stage: Stage, sets: TestSet[], rows: Map<number, Row>, setFolios: Set<string> }

/** Why a declaration, or a step, is not taken, as the page says it. */
export class DeclarationRefused extends Error {}

/** Companies in certification, their sets, and what came of them. They end with the process. */
export function createCertificationDesk ({ today }: { today: () => string }) {
  const companies = new Map<string, Certifying>()

  function companyOf (taxNumber: string): Certifying {
    const company = companies.get(taxNumber)
    if (!company) throw new DeclarationRefused('La empresa no tiene sets de prueba')
    return company
  }

  function rowOf ({ taxNumber, attentionNumber }: Declaration): Row {
    const row = companies.get(taxNumber)?.rows.get(attentionNumber)
    if (!row) throw new DeclarationRefused('Numero de Atencion no corresponde a la empresa')
    return row
  }

  /** The row of the simulation, which comes after those of the sets. */
  function openSimulation (company: Certifying): void {
    const attentionNumber = Math.max(...company.rows.keys()) + 1
    const documentTypes = new Set(company.sets.flatMap((set) => set.documents.map((one) => one.documentType)))
    company.rows.set(attentionNumber, {
      name: 'simulation', attentionNumber, outcome: 'POR REALIZAR',
      review: (bodies) => reviewSimulation(bodies, { documentTypes, setFolios: company.setFolios, today: today() })
    })
  }

  return {
    /** Makes the sets of a company and gives their file; others that it had are void. */
    order ({ taxNumber, ...making }: SetOrder): Buffer {
      const { sets, file } = makeSets(making)
      const options = { distinctReceivers: making.variants.distinctReceivers === true }
      companies.set(taxNumber, {
        stage: 'sets', sets, setFolios: new Set(),
        rows: new Map(sets.map((set) => [set.attentionNumber, {
          name: set.name, attentionNumber: set.attentionNumber, outcome: 'POR REALIZAR',
          review: (bodies) => reviewSet(set, bodies, options)
        }]))
      })
      return file
    },

    /** Reviews what was sent for a set, and gives the mail that the SII sends. Throws DeclarationRefused. */
    declare (declaration: Declaration, upload: DeclaredUpload | undefined) {
      const row = rowOf(declaration)
      mustBeDeclarable(declaration, upload)
      const review = withDocuments(upload.bytes, (bodies) => {
        const { setFolios } = companyOf(declaration.taxNumber)
        if (row.name !== 'simulation') for (const body of bodies) setFolios.add(folioOf(body))
        return row.review(bodies)
      })
      row.outcome = review.state === 'SOK' ? 'REVISADO CONFORME' : 'ENVIO CON ERRORES O REPAROS'
      const { taxNumber: company, ...declared } = declaration
      row.mail = verdictMail({ company, ...declared }, review)
      return { ...review, mail: row.mail }
    },

    /** "Avanzar siguiente paso". Throws DeclarationRefused while a row does not conform. */
    advance (taxNumber: string): Stage {
      const company = companyOf(taxNumber)
      const open = [...company.rows.values()].filter(({ outcome }) => outcome !== 'REVISADO CONFORME')
      if (open.length > 0) {
        throw new DeclarationRefused(`Aun no estan conformes: ${open.map(({ attentionNumber }) => attentionNumber).join(', ')}`)
      }
      if (company.stage === 'sets') openSimulation(company)
      company.stage = company.stage === 'sets' ? 'simulation' : 'exchange'
      return company.stage
    },

    /** The rows of the page that shows how far a company is; undefined if it has no sets. */
    progress: (taxNumber: string) => {
      const company = companies.get(taxNumber)
      return company && {
        stage: company.stage,
        sets: [...company.rows.values()].map(({ name, attentionNumber, outcome, mail }) =>
          ({ name, attentionNumber, outcome, ...(mail && { mail }) }))
      }
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

function withDocuments<Result> (bytes: Buffer, work: (bodies: readonly Element[]) => Result): Result {
  const parsed = parseXml(bytes)
  try {
    const envelope = child(parsed.root, 'SetDTE')
    return work(envelope ? (readDocuments(envelope, bytes) ?? []).map(({ body }) => body) : [])
  } finally {
    parsed.dispose()
  }
}

function folioOf (body: Element): string {
  return ['TipoDTE', 'Folio'].map((name) => textAt(body, `Encabezado/IdDoc/${name}`)?.trim()).join(' ')
}
