import type { InvoicePayload } from '../../dte/fields/payload.ts'
import { santiagoDate } from '../../dte/values/calendar.ts'
import { isBoleta, isDocumentType } from '../../dte/values/document-types.ts'
import { type BulkDocument, isBlank, referredKeys, withReferences } from '../../model/bulk-document.ts'
import type { JourneyRow } from '../../repositories/tenants/certification.ts'
import { type Problem, problemAt, type Sentence, ServiceError } from '../../shared/errors.ts'
import type { Actor } from '../../services/actor.ts'
import type { Assigned } from '../../services/invoicing/issuing/signer.ts'
import type { Clock } from '../../services/ports.ts'
import { type AttemptPlan, type Attempts, type IssuedSet, itemNamed } from './attempts.ts'
import { pageNameOf } from './items.ts'

const [fewest, most] = [20, 100]

/** Issues documents of the company's own business, in one envelope. */
export function createSimulation ({ attempts, clock }: { attempts: Attempts, clock: Clock }) {
  return {
    /**
     * Issues the simulation. Throws what an attempt throws, and SIMULATION_INVALID for another number of documents than
     * 20 to 100, for a type that is missing, a reference to a set, a date before the month before this one, and a
     * reference to a document that does not stand before it.
     */
    issue: (
      actor: Actor, { documents, dryRun }: { documents: readonly BulkDocument[], dryRun: boolean }
    ): Promise<IssuedSet> => attempts.run(actor, {
      dryRun,
      findItem: (repositories) => itemNamed(repositories, 'DTE', pageNameOf({ kind: 'simulation', content: null })),
      plan: ({ journey }) => {
        const today = santiagoDate(clock())
        const problems = [...problemsOfWhole(documents, journey), ...documents.flatMap((document, index) =>
          problemsOf(document, index, { documents, today }))]
        if (problems.length > 0) throw new ServiceError('SIMULATION_INVALID', { problems })
        return planOf(documents, today)
      }
    })
  }
}

function problemsOfWhole (documents: readonly BulkDocument[], { documentTypes }: JourneyRow): Problem[] {
  const lacking = documentTypes.filter((type) => !documents.some((document) => typeOf(document) === type))
  return [
    ...documents.length >= fewest && documents.length <= most
      ? []
      : [problemAt('documents', {
          en: `must be ${fewest} to ${most}, not ${documents.length}`,
          es: `deben ser de ${fewest} a ${most}, no ${documents.length}`
        })],
    ...lacking.map((type) => problemAt('documents', {
      en: `none is of type ${type}, which is to be certified`, es: `ninguno es del tipo ${type}, que se certifica`
    }))
  ]
}

function problemsOf (
  document: BulkDocument, index: number, { documents, today }: { documents: readonly BulkDocument[], today: string }
): Problem[] {
  const at = `documents[${index}]`
  const type = typeOf(document)
  const date = document.header.documentId.issueDate ?? today
  const known = new Set(documents.slice(0, index).map(keyOf))
  const problem = (applies: boolean, path: string, message: Sentence): Problem[] =>
    applies ? [problemAt(`${at}.${path}`, message)] : []
  return [
    ...problem(!isDocumentType(type) || isBoleta(type), 'header.documentId.documentType', {
      en: 'is no type of this journey', es: 'no es un tipo de este proceso'
    }),
    ...problem(date < startOfMonthBefore(today) || date > today, 'header.documentId.issueDate', {
      en: 'must be in this month or in the one before', es: 'debe ser de este mes o del anterior'
    }),
    ...problem((document.references ?? []).some(isSetReference), 'references', {
      en: 'name a set of test cases', es: 'nombran un set de pruebas'
    }),
    ...problem(referredKeys(document).some((key) => !known.has(key)), 'references', {
      en: 'name a document that does not stand before this one', es: 'nombran un documento que no está antes de éste'
    })
  ]
}

type Reference = Pick<NonNullable<BulkDocument['references']>[number], 'documentType' | 'code'>

function isSetReference ({ documentType, code }: Reference): boolean {
  return [documentType, code].some((text) => text?.trim().toUpperCase() === 'SET')
}

function typeOf ({ header }: BulkDocument): number {
  return Number(header.documentId.documentType)
}

function keyOf ({ key }: BulkDocument, index: number): string {
  return isBlank(key) ? String(index + 1) : key.trim()
}

function startOfMonthBefore (today: string): string {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 10)
}

function planOf (documents: readonly BulkDocument[], today: string): AttemptPlan {
  const drafts = documents.map((document) => ({
    documentType: typeOf(document), issueDate: document.header.documentId.issueDate ?? today
  }))
  const places = new Map(documents.map((document, index) => [keyOf(document, index), index]))
  const referred = (document: BulkDocument, taken: readonly Assigned[]) => (nth: number) => {
    const place = places.get(referredKeys(document)[nth] ?? '') ?? -1
    const { documentType = 0, issueDate = '' } = drafts[place] ?? {}
    return { documentType: String(documentType), folio: String(taken[place]?.folio), date: issueDate }
  }
  return {
    kind: 'DTE', judged: true, drafts,
    payloads: (taken) => documents.map((document) => withReferences(document, referred(document, taken))),
    purchaseNotes: purchaseNotesAmong
  }
}

const purchases = ['45', '46']

/** Purchases and the notes about them, as "61 1042": a note that refers to one withholds VAT as well. */
function purchaseNotesAmong (taken: readonly Assigned[], payloads: readonly InvoicePayload[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const [index, { header, references }] of payloads.entries()) {
    const isAboutPurchase = (references ?? []).some(({ documentType, folio }) =>
      purchases.includes(documentType ?? '') || names.has(`${documentType} ${folio}`))
    const type = header.documentId.documentType
    if (isAboutPurchase || type === '46') names.add(`${type} ${taken[index]?.folio}`)
  }
  return names
}
