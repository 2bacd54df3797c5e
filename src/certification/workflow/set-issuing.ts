import { boletaPayloads, type BoletaSet } from '../sets/boleta-set.ts'
import type { CaseOptions } from '../sets/case-content.ts'
import { casePayloads } from '../sets/case-payloads.ts'
import type { DocumentSet } from '../sets/test-set.ts'
import { santiagoDate } from '../../dte/values/calendar.ts'
import type { JourneyKind, JourneyOptions } from '../../model/certification.ts'
import { hourMs } from '../../shared/durations.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { Actor } from '../../services/actor.ts'
import type { Assigned } from '../../services/invoicing/issuing/signer.ts'
import type { Clock } from '../../services/ports.ts'
import { type AttemptPlan, type Attempts, type IssuedSet, itemNamed } from './attempts.ts'
import type { Item } from './items.ts'
import { boletaFolios, typesOf } from './missing-requirements.ts'
import { purchaseNotesOf } from './set-preview.ts'

export interface IssueSetRequest {
  kind: JourneyKind
  /** As the SII's pages name it. */
  name: string
  /** Issues boletas although more than 24 hours have passed since their folios were uploaded. */
  confirm: boolean
  /** Shows the documents as they would be issued: nothing is stored, no folio taken. */
  dryRun: boolean
}

const boletaHours = 24

/** Issues the sets of the file. */
export function createSetIssuing ({ attempts, clock }: { attempts: Attempts, clock: Clock }) {
  return {
    /**
     * Issues a set. Throws what an attempt throws, and for boletas BOLETA_FOLIOS_MISMATCH unless their CAF has exactly
     * five folios, BOLETA_DAY_OVER after 24 hours without `confirm`.
     */
    issue: (actor: Actor, { kind, name, confirm, dryRun }: IssueSetRequest): Promise<IssuedSet> => attempts.run(actor, {
      dryRun,
      findItem: (repositories) => itemNamed(repositories, kind, name),
      plan: ({ item, journey }) => planOf(item, journey.options, santiagoDate(clock())),
      check: async (repositories, taken) => {
        const [first] = taken
        const block = first && await repositories.folioBlocks.find(first.blockId)
        if (block?.documentType !== boleta) return
        if (Number(block.rangeTo - block.rangeFrom) + 1 !== boletaFolios) throw new ServiceError('BOLETA_FOLIOS_MISMATCH')
        const isOver = clock().getTime() - block.uploadedAt.getTime() > boletaHours * hourMs
        if (isOver && !confirm) throw new ServiceError('BOLETA_DAY_OVER')
      }
    })
  }
}

const boleta = 39

function planOf (item: Item, options: JourneyOptions, issueDate: string): AttemptPlan {
  const { content } = item
  if (item.kind !== 'documents' || content === null) throw new ServiceError('CERTIFICATION_ITEM_NOT_FOUND')
  const drafts = typesOf(item).map((documentType) => ({ documentType, issueDate }))
  return 'kind' in content
    ? { drafts, ...planOfSet(content as DocumentSet, options, issueDate) }
    : { drafts, ...planOfBoletas(content, issueDate) }
}

function planOfSet (set: DocumentSet, options: JourneyOptions, issueDate: string): Omit<AttemptPlan, 'drafts'> {
  const foliosOf = (taken: readonly Assigned[]) => taken.map(({ folio }) => folio)
  return {
    kind: 'DTE', judged: false,
    payloads: (taken) => casePayloads(set, caseOptions(set, options, { issueDate, folios: foliosOf(taken) })),
    purchaseNotes: (taken) => purchaseNotesOf(set, foliosOf(taken))
  }
}

function planOfBoletas (set: BoletaSet, issueDate: string): Omit<AttemptPlan, 'drafts'> {
  return { kind: 'BOLETA', judged: false, payloads: () => boletaPayloads(set, issueDate), purchaseNotes: () => new Set() }
}

function caseOptions (
  { name }: DocumentSet, { receivers = [], supplier, principal, transport, abroad }: JourneyOptions,
  taken: Pick<CaseOptions, 'issueDate' | 'folios'>
): CaseOptions {
  const special = name === 'selfBilled' ? supplier : name === 'settlements' ? principal : undefined
  return {
    ...taken, receivers: special ? [special] : receivers,
    ...(transport && { transport: { ...transport, departureDate: transport.departureDate ?? taken.issueDate } }),
    ...(abroad && { abroad })
  }
}
