import type { AnswerForms } from '../answer-forms.ts'
import { readDocuments } from '../judge/facts.ts'
import { child, type Element, parseXml } from '../judge/xml.ts'
import { boletaSet } from './boleta-set.ts'
import { reviewGuideBook, reviewPurchaseBook, reviewSalesBook, summaryReasons } from './book-review.ts'
import { factsOf, type IssuedFacts } from './document-facts.ts'
import { type Review, reviewSet } from './review.ts'
import { makeSets, type SetMaking, type SetVariants } from './sets.ts'
import { reviewSimulation } from './simulation-review.ts'
import type { SetName, TestSet } from './test-set.ts'
import { type SetMail, verdictMail } from './verdict-mail.ts'

export interface SetOrder extends SetMaking { taxNumber: string, variants: SetVariants }

/** A row of the page on which a company declares what it sent for a set. */
export interface Declaration { taxNumber: string, attentionNumber: number, trackId: string, date: string }

/** What is known of an upload when it is declared. `summary`: the last daily summary of boletas that was taken. */
export interface DeclaredUpload {
  company: string
  date: string
  isAccepted: boolean
  bytes: Buffer
  summary?: Buffer | undefined
}

export type Outcome = 'POR REALIZAR' | 'REVISADO CONFORME' | 'ENVIO CON ERRORES O REPAROS'

/** Sets are reviewed first; the simulation, and each later step, requires the earlier ones. */
export type Stage = 'sets' | 'simulation' | 'exchange' | 'authorised'

export interface Row {
  name: SetName | 'simulation'
  attentionNumber: number
  outcome: Outcome
  /** The documents that were approved. */
  documents: readonly IssuedFacts[]
  mail?: SetMail
  /** Throws DeclarationRefused when another set must be approved first. */
  review: (sent: Sent) => Review
}

/** An upload as the review reads it: the root, the documents of an envelope, a book, the daily summary. */
interface Sent { bodies: readonly Element[], book: Element | undefined, summary: Element | undefined }

export interface Certifying {
  stage: Stage
  rows: Map<number, Row>
  setFolios: Set<string>
  /** The boletas have a journey of their own. */
  boletas?: { row: Row, orderedAt: Date }
}

/** Why a declaration or a step is refused, in the words of the SII's page. */
export class DeclarationRefused extends Error {}

const boletaAttention = 5_038_181
const boletaHours = 24

/** Companies in certification with their sets and outcomes, kept in memory. */
export function createCertificationService (
  { answerForms, now, today }: { answerForms: AnswerForms, now: () => Date, today: () => string }
) {
  const companies = new Map<string, Certifying>()

  function companyOf (taxNumber: string): Certifying {
    const company = companies.get(taxNumber)
    if (!company || company.rows.size === 0) throw new DeclarationRefused('La empresa no tiene sets de prueba')
    return company
  }

  function certifying (taxNumber: string): Certifying {
    const company = companies.get(taxNumber) ?? { stage: 'sets', rows: new Map(), setFolios: new Set() }
    companies.set(taxNumber, company)
    return company
  }

  function rowOf ({ taxNumber, attentionNumber }: Declaration): Row {
    const company = companies.get(taxNumber)
    const { boletas } = company ?? {}
    if (boletas?.row.attentionNumber === attentionNumber) {
      const isLate = now().getTime() - boletas.orderedAt.getTime() > boletaHours * 3_600_000
      if (isLate) throw new DeclarationRefused('Plazo de 24 horas vencido: descargue el set y los folios de nuevo')
      return boletas.row
    }
    const row = company?.rows.get(attentionNumber)
    if (!row) throw new DeclarationRefused('Numero de Atencion no corresponde a la empresa')
    return row
  }

  /** The row of the simulation, which comes after those of the sets. */
  function openSimulation ({ rows, setFolios }: Certifying, documentTypes: ReadonlySet<number>): void {
    const attentionNumber = Math.max(...rows.keys()) + 1
    rows.set(attentionNumber, {
      name: 'simulation', attentionNumber, outcome: 'POR REALIZAR', documents: [],
      review: ({ bodies }) => reviewSimulation(bodies, { documentTypes, setFolios, today: today() })
    })
  }

  return {
    /** What the other pages of the certification work with. Throws DeclarationRefused for a company without sets. */
    companyOf,

    /** Makes the sets of a company and gives their file. Earlier sets become void. */
    order ({ taxNumber, ...making }: SetOrder): Buffer {
      const { sets, file } = makeSets(making)
      const company = certifying(taxNumber)
      const options = { distinctReceivers: making.variants.distinctReceivers === true }
      company.stage = 'sets'
      company.setFolios = new Set()
      company.rows = new Map(sets.map((set) => [set.attentionNumber, {
        name: set.name, attentionNumber: set.attentionNumber, outcome: 'POR REALIZAR', documents: [],
        review: reviewerOf(set, company, options)
      }]))
      return file
    },

    /** The set of five boletas, which must be reviewed within a day. */
    orderBoletas (taxNumber: string): Buffer {
      const { set, file } = boletaSet(boletaAttention)
      const row: Row = {
        name: 'boletas', attentionNumber: boletaAttention, outcome: 'POR REALIZAR', documents: [],
        review: ({ bodies, summary }) => {
          const { reasons } = reviewSet(set, bodies)
          const all = [...reasons, ...summaryReasons(summary, bodies.map(factsOf))]
          return { state: all.length === 0 ? 'SOK' : 'SRH', reasons: all }
        }
      }
      certifying(taxNumber).boletas = { row, orderedAt: now() }
      return file
    },

    /** Reviews what was sent for a set, and gives the mail that the SII sends. Throws DeclarationRefused. */
    declare (declaration: Declaration, upload: DeclaredUpload | undefined) {
      const row = rowOf(declaration)
      mustBeDeclarable(declaration, upload)
      const { taxNumber: company, ...declared } = declaration
      const review = withSent(upload, (sent) => {
        const found = row.review(sent)
        const documents = sent.bodies.map(factsOf)
        if (row.name !== 'simulation') addFolios(companies.get(company), documents)
        if (found.state === 'SOK') row.documents = documents
        return found
      })
      row.outcome = review.state === 'SOK' ? 'REVISADO CONFORME' : 'ENVIO CON ERRORES O REPAROS'
      const form = answerForms.choose('setMail', String(row.attentionNumber))
      row.mail = verdictMail({ company, setName: namesOnPage[row.name], ...declared }, review, form)
      return { ...review, mail: row.mail }
    },

    /** "Avanzar siguiente paso". Throws DeclarationRefused while a row does not conform. */
    advance (taxNumber: string): Stage {
      const company = companyOf(taxNumber)
      const rows = [...company.rows.values()]
      const open = rows.filter(({ outcome }) => outcome !== 'REVISADO CONFORME')
      if (open.length > 0) {
        const numbers = open.map(({ attentionNumber }) => attentionNumber)
        throw new DeclarationRefused(`Aun no estan conformes: ${numbers.join(', ')}`)
      }
      if (company.stage === 'authorised') throw new DeclarationRefused('La empresa ya esta autorizada')
      if (company.stage === 'sets') {
        const documents = rows.flatMap((row) => row.documents)
        openSimulation(company, new Set(documents.map(({ documentType }) => documentType)))
      }
      company.stage = company.stage === 'sets' ? 'simulation' : 'exchange'
      return company.stage
    },

    /** The declaration of compliance, or that of boletas. Throws DeclarationRefused before everything is approved. */
    comply (taxNumber: string, kind: 'DTE' | 'BOLETA'): void {
      if (kind === 'BOLETA') {
        const { boletas } = companies.get(taxNumber) ?? {}
        if (boletas?.row.outcome !== 'REVISADO CONFORME') throw new DeclarationRefused('El set de boletas no esta conforme')
        return
      }
      const company = companyOf(taxNumber)
      if (company.stage !== 'exchange') throw new DeclarationRefused('La simulacion no esta conforme')
      company.stage = 'authorised'
    },

    /** The mail about the last review of a set; undefined before one. */
    mailAbout (taxNumber: string, attentionNumber: number): SetMail | undefined {
      const { rows, boletas } = companies.get(taxNumber) ?? {}
      return [...rows?.values() ?? [], ...boletas ? [boletas.row] : []]
        .find((row) => row.attentionNumber === attentionNumber)?.mail
    },

    /** The rows of the page that shows how far a company is; undefined if it has no sets. */
    progress: (taxNumber: string) => {
      const company = companies.get(taxNumber)
      if (!company) return undefined
      const shown = ({ name, attentionNumber, outcome, mail }: Row) =>
        ({ name, attentionNumber, outcome, ...(mail && { mail }) })
      return {
        stage: company.stage, sets: [...company.rows.values()].map(shown),
        ...(company.boletas && { boletas: shown(company.boletas.row) })
      }
    }
  }
}

export type CertificationService = ReturnType<typeof createCertificationService>

/** How the upload for a set is reviewed: books against the approved documents of the company. */
function reviewerOf (set: TestSet, company: Certifying, options: { distinctReceivers: boolean }): Row['review'] {
  const { attentionNumber } = set
  const approved = (...names: SetName[]): readonly IssuedFacts[] => {
    const rows = [...company.rows.values()].filter(({ documents }) => documents.length > 0)
    const documents = rows.find(({ name }) => names.some((wanted) => wanted === name))?.documents
    if (!documents) throw new DeclarationRefused(`No Tiene un ${names[0] === undefined ? 'SET' : namesOnPage[names[0]]} Aprobado`)
    return documents
  }
  const reviewers: Partial<Record<SetName, (part: Element) => Review>> = {
    sales: (part) => reviewSalesBook({ part, attentionNumber, documents: approved('basic', 'exempt') }),
    purchases: (part) => reviewPurchaseBook({ part, attentionNumber, documents: [] }, set.purchases ?? []),
    guideBook: (part) => reviewGuideBook({ part, attentionNumber, documents: approved('guides') })
  }
  const reviewBook = reviewers[set.name]
  if (!reviewBook) return ({ bodies }) => reviewSet(set, bodies, options)
  return ({ book }) => book
    ? reviewBook(book)
    : { state: 'SRH', reasons: [{ case: 0, documentType: 0, folio: '', text: 'El Libro no esta en el envio' }] }
}

const namesOnPage: Record<Row['name'], string> = {
  basic: 'SET BASICO', sales: 'SET LIBRO DE VENTAS', purchases: 'SET LIBRO DE COMPRAS', guides: 'SET GUia de Despacho',
  guideBook: 'SET LIBRO DE GUIAS', exempt: 'SET FACTURA EXENTA', exports1: 'SET BASICO DOCUMENTOS DE EXPORTACION (1)',
  exports2: 'SET BASICO DOCUMENTOS DE EXPORTACION (2)', settlements: 'SET BASICO LIQUIDACIONES',
  selfBilled: 'SET BASICO CASO GENERAL DE EMISOR DE FACTURA DE COMPRA', boletas: 'SET BOLETA ELECTRONICA',
  simulation: 'SIMULACION'
}

function addFolios (company: Certifying | undefined, documents: readonly IssuedFacts[]): void {
  for (const { documentType, folio } of documents) company?.setFolios.add(`${documentType} ${folio}`)
}

function mustBeDeclarable (
  { taxNumber, trackId, date }: Declaration, upload: DeclaredUpload | undefined
): asserts upload is DeclaredUpload {
  if (trackId.startsWith('0')) throw new DeclarationRefused('El Identificador de Envio va sin ceros a la izquierda')
  if (upload?.company !== taxNumber) throw new DeclarationRefused('Envio no registrado para la empresa')
  if (upload.date !== date) throw new DeclarationRefused('La fecha no corresponde al envio')
  if (!upload.isAccepted) throw new DeclarationRefused('El envio tiene errores o reparos')
}

function withSent<Result> ({ bytes, summary }: DeclaredUpload, work: (sent: Sent) => Result): Result {
  return withRoot(bytes, (root) => withRoot(summary, (summaryRoot) => {
    const envelope = child(root, 'SetDTE')
    return work({
      bodies: envelope ? (readDocuments(envelope, bytes) ?? []).map(({ body }) => body) : [],
      book: child(root, 'EnvioLibro'), summary: child(summaryRoot, 'DocumentoConsumoFolios')
    })
  }))
}

function withRoot<Result> (bytes: Buffer | undefined, work: (root: Element | undefined) => Result): Result {
  if (!bytes) return work(undefined)
  const parsed = parseXml(bytes)
  try {
    return work(parsed.root)
  } finally {
    parsed.dispose()
  }
}
