import { sectionFacts, type SectionName, type TestSection } from '../sets/test-set.ts'
import type { EnvelopeState } from '../../model/envelopes.ts'
import type { ItemKind } from '../../model/certification.ts'
import type { AttemptDocument, AttemptRow, ItemRow, NewItem } from '../../repositories/tenants/certification.ts'
import { statuses } from '../../model/document-states.ts'
import { newId } from '../../shared/ids.ts'
import { boletaSetPage, type ReadSets } from './set-preview.ts'

/**
 * Incomplete: something is missing · Ready: may be issued · Issued: signed and stored · Uploaded: has a track id ·
 * Processed: the SII took all of it · Objected, Refused: it did not, and a new attempt is due · Declared: its review is
 * asked for · Approved, NotApproved: the outcome. Worked out from the latest attempt, never stored.
 */
export const itemStates = [
  'Incomplete', 'Ready', 'Issued', 'Uploaded', 'Processed', 'Objected', 'Refused', 'Declared', 'Approved', 'NotApproved'
] as const
export type ItemState = typeof itemStates[number]

/** An item with the attempts at it, in their order. */
export interface Item extends ItemRow { attempts: Attempt[] }
export interface Attempt extends AttemptRow { documents: AttemptDocument[] }

/** Attempts after which a new one is due. */
export const spoiled: ReadonlySet<ItemState> = new Set(['Objected', 'Refused', 'NotApproved'])

const byEnvelope: Record<Exclude<EnvelopeState, 'processed'>, ItemState> = {
  ready: 'Issued', unknown: 'Issued', sent: 'Uploaded', refused: 'Refused', failed: 'Refused'
}

export function attemptState ({ outcome, declaredAt, envelopeState, documents }: Attempt): ItemState {
  if (outcome !== null) return outcome === 'approved' ? 'Approved' : 'NotApproved'
  if (declaredAt !== null) return 'Declared'
  if (envelopeState === null) return 'Issued'
  if (envelopeState !== 'processed') return byEnvelope[envelopeState]
  return documents.every(({ status }) => status === statuses.Accepted) ? 'Processed' : 'Objected'
}

/** `isComplete`: nothing is missing for the next attempt. */
export function itemState (item: Item, items: readonly Item[], isComplete: boolean): ItemState {
  const latest = item.attempts.at(-1)
  if (latest && !isOutdated(item, items)) return attemptState(latest)
  return isComplete ? 'Ready' : 'Incomplete'
}

export function isApproved ({ attempts }: Item): boolean {
  return attempts.some(({ outcome }) => outcome === 'approved')
}

/** The attempt that counts for samples. */
export function approvedAttempt ({ attempts }: Item): Attempt | undefined {
  return attempts.findLast(({ outcome }) => outcome === 'approved')
}

// The order that works: books come after the sets that they are about.
const sectionOrder: readonly SectionName[] = [
  'basic', 'exempt', 'guides', 'exports1', 'exports2', 'selfBilled', 'settlements', 'guideBook', 'sales', 'purchases'
]
/** The attempt at the set of boletas whose folios are to be reported: the latest that the SII received. */
export function uploadedBoletas (items: readonly Item[]): Attempt | undefined {
  return items.find(({ kind }) => kind === 'documents')?.attempts.findLast(({ trackId }) => trackId !== null)
}

/** A report of folios is outdated once other boletas are uploaded. */
export function isOutdated ({ kind, attempts }: Item, items: readonly Item[]): boolean {
  const latest = attempts.at(-1)
  return kind === 'folioConsumption' && latest !== undefined &&
    (latest.details as { boletas?: number }).boletas !== uploadedBoletas(items)?.number
}

const afterSets: readonly ItemKind[] = ['simulation', 'exchange', 'samples', 'declaration']

/** The items of a journey after its file was read. */
export function itemsOf (read: ReadSets, journeyId: string, createdAt: Date): NewItem[] {
  const parts: Omit<NewItem, 'id' | 'journeyId' | 'createdAt' | 'position'>[] = read.kind === 'BOLETA'
    ? [
        { kind: 'documents', name: '', attentionNumber: null, content: read.boletas },
        ...(['folioConsumption', 'declaration'] as const).map(withoutFile)
      ]
    : [
        ...read.sections.toSorted((left, right) => placeOf(left) - placeOf(right)).map((content) => ({
          kind: content.kind, name: content.name, attentionNumber: content.attentionNumber, content
        })),
        ...afterSets.map(withoutFile)
      ]
  return parts.map((part, index) => ({ ...part, id: newId(), journeyId, createdAt, position: index + 1 }))
}

function withoutFile (kind: ItemKind) {
  return { kind, name: '', attentionNumber: null, content: null }
}

function placeOf ({ name }: TestSection): number {
  return sectionOrder.indexOf(name)
}

const pages: Record<ItemKind, string> = {
  documents: boletaSetPage, guideBook: 'LIBRO DE GUIAS', salesBook: 'LIBRO DE VENTAS',
  purchaseBook: 'LIBRO DE COMPRAS', folioConsumption: 'RCOF', simulation: 'SET DE SIMULACION',
  exchange: 'INTERCAMBIO DE INFORMACION', samples: 'MUESTRAS IMPRESAS', declaration: 'DECLARACION DE CUMPLIMIENTO'
}

/** The name of an item on the SII's pages. */
export function pageNameOf ({ kind, content }: Pick<ItemRow, 'kind' | 'content'>): string {
  return content && 'name' in content ? sectionFacts(content.name).page : pages[kind]
}
