import { deadlineOf } from '../../../dte/registry/deadline.ts'
import { type RegistryEvent, registryStateOf } from '../../../dte/registry/events.ts'
import { type CustomerState, customerStateOf, customerStates } from '../../../model/customer-states.ts'
import { isAccepted } from '../../../model/document-states.ts'
import { environment } from '../../../model/tax-authorities.ts'
import type { CustomerPositionRow } from '../../../repositories/invoicing/documents/customer-positions.ts'
import type { InvoiceRow } from '../../../repositories/invoicing/documents/invoices.ts'
import type { Store, TenantRepositories } from '../../../repositories/store.ts'
import { hourSeconds } from '../../../shared/durations.ts'
import type { RegistryDocument, SiiGateway, SiiTarget } from '../../ports.ts'
import { backoffSeconds, finishTask, LeaseLost, rescheduleTask } from '../../tasks/task-lease.ts'
import type { LeasedTask } from '../../tasks/task-list.ts'
import { tellOfClaim } from './claim-mails.ts'
import { askHistory } from './history.ts'
import { type ExchangeNotes, exchangeNotes } from '../exchange-notes.ts'
import { isFinal, nextMoment } from './schedule.ts'
import { type TargetDependencies, targetWith } from '../target.ts'

export interface RegistryQuestionDependencies extends TargetDependencies {
  store: Store
  gateway: Pick<SiiGateway, 'registry'>
}

/** A document that the SII accepted and that its customer can claim, or could. */
export type ClaimableInvoice = InvoiceRow & { folio: bigint, customerState: CustomerState }

/** What is known of a document when the registry is asked. */
interface Question { invoice: ClaimableInvoice, known: CustomerPositionRow | undefined }

interface Answer extends Pick<CustomerPositionRow, 'receivedAt' | 'events' | 'assignableCode' | 'assignableText'> {
  state: CustomerState
}

/** The registry gave no answer, or one that says nothing; the message is why. */
class NoAnswer extends Error {}

/** A question out of turn has a task of its own: its subject ends so. */
export const outOfTurn = '/now'

const retry = { first: 600, longest: 6 * hourSeconds }
const mostAttempts = { inTurn: 20, outOfTurn: 3 }

const unknown = { assignableCode: null, assignableText: null }
// It can be assigned: nobody claimed it in its days.
const assignableInSilence = 25

/** Schedules the first question about those of these documents that customers can claim. */
export async function askRegistryLater (
  { customerPositions, tasks }: Pick<TenantRepositories, 'customerPositions' | 'tasks'>, ids: string[]
): Promise<void> {
  const open = ids.length > 0 ? await customerPositions.listOpen(ids) : []
  if (open.length > 0) await tasks.schedule('askRegistry', open, hourSeconds)
}

export function isClaimableInvoice (invoice: InvoiceRow): invoice is ClaimableInvoice {
  const { status, folio, customerState } = invoice
  return isAccepted(status) && folio !== null && customerState !== null &&
    customerState !== customerStates.NotClaimable
}

/** Asks the SII's registry what customers did about issued documents. */
export function createRegistryQuestions (
  { store, gateway: { registry }, certificateOf, clock }: RegistryQuestionDependencies
) {
  /** Notes what is said to the registry with the envelope of the document; undefined without a certificate. */
  async function notesFor (tenantId: string, invoice: InvoiceRow): Promise<ExchangeNotes | undefined> {
    const certificate = await certificateOf(tenantId, clock())
    if (!certificate) return undefined
    const { taxAuthority } = await store.asTenant(tenantId, ({ tenant }) => tenant.get())
    const target = targetWith(certificate, { taxAuthority, environment: environment.parse(invoice.environment) })
    return exchangeNotes(target, invoice.envelopeId ?? invoice.id, clock)
  }

  async function answerTo (
    task: LeasedTask, { invoice, known }: Question, target: SiiTarget | undefined
  ): Promise<Answer> {
    if (!target) throw new NoAnswer('CERTIFICATE_MISSING')
    const document = documentOf(invoice)
    const history = await askHistory(registry, target, { document, knownReceivedAt: known?.receivedAt ?? null })
    if (!history.events) throw new NoAnswer(history.cause)
    const { receivedAt, events } = history
    const state = stateOf(events, receivedAt, invoice)
    const isLast = isFinal(state, events) || nextMoment(invoice, receivedAt, clock()) === undefined
    const { assignableCode, assignableText } = known ?? unknown
    const answer = { receivedAt, events, state, assignableCode, assignableText }
    return isLast || isOutOfTurn(task) ? withAssignability(answer, target, document) : answer
  }

  /** Whether it can be assigned is asked last, or out of turn: it follows from the events. */
  async function withAssignability (answer: Answer, target: SiiTarget, document: RegistryDocument): Promise<Answer> {
    const reply = await registry.assignability(target, document)
    if (reply.kind === 'unavailable') throw new NoAnswer(reply.cause)
    const { code, gloss } = reply
    const isSilent = answer.state === customerStates.Pending && code === assignableInSilence
    return {
      ...answer, assignableCode: code, assignableText: gloss, state: isSilent ? customerStates.Tacit : answer.state
    }
  }

  function stateOf (
    events: RegistryEvent[], receivedAt: Date | null, { customerState }: ClaimableInvoice
  ): CustomerState {
    const deadline = receivedAt ? deadlineOf(receivedAt) : undefined
    return customerStateOf(registryStateOf(events, { now: clock(), deadline }), customerState)
  }

  async function settle (
    task: LeasedTask, invoice: ClaimableInvoice, { state, ...answer }: Answer, notes: ExchangeNotes | undefined
  ): Promise<void> {
    const at = clock()
    const { receivedAt, events } = answer
    const next = isOutOfTurn(task) || isFinal(state, events) ? undefined : nextMoment(invoice, receivedAt, at)
    await store.asTenant(task.tenantId, async (repositories) => {
      await notes?.store(repositories, task.attempts)
      await repositories.customerPositions.store({ ...answer, invoiceId: invoice.id, askedAt: at })
      const hasChanged = await repositories.customerPositions.changeState(invoice.id, state, { at })
      if (hasChanged && state === customerStates.Claimed) await tellOfClaim(repositories, invoice, { events, at })
      await (next ? again(repositories, task, next.getTime() - at.getTime()) : finishTask(repositories, task))
    })
  }

  function askLater (task: LeasedTask, cause: string, notes: ExchangeNotes | undefined): Promise<void> {
    const most = isOutOfTurn(task) ? mostAttempts.outOfTurn : mostAttempts.inTurn
    return store.asTenant(task.tenantId, async (repositories) => {
      await notes?.store(repositories, task.attempts)
      await (task.attempts >= most
        ? finishTask(repositories, task)
        : rescheduleTask(repositories, task, backoffSeconds(task.attempts, retry), cause))
    })
  }

  return {
    /** Handles an `askRegistry` task. */
    async ask (task: LeasedTask): Promise<void> {
      const { tenantId, subject } = task
      const [invoiceId = ''] = subject.split('/')
      const { invoice, known } = await store.asTenant(tenantId, async ({ invoices, customerPositions }) => ({
        invoice: await invoices.find(invoiceId), known: (await customerPositions.list([invoiceId]))[0]
      }))
      if (!invoice || !isClaimableInvoice(invoice)) {
        return store.asTenant(tenantId, (repositories) => finishTask(repositories, task))
      }
      const notes = await notesFor(tenantId, invoice)
      const answer = await answerTo(task, { invoice, known }, notes?.target(invoice.id)).catch((error: unknown) => {
        if (error instanceof NoAnswer) return error
        throw error
      })
      return answer instanceof NoAnswer
        ? askLater(task, answer.message, notes)
        : settle(task, invoice, answer, notes)
    }
  }
}

function isOutOfTurn ({ subject }: LeasedTask): boolean {
  return subject.endsWith(outOfTurn)
}

function documentOf ({ issuerTaxNumber, documentType, folio }: ClaimableInvoice): RegistryDocument {
  return { issuerTaxNumber, documentType, folio: Number(folio) }
}

/** Not because of a failure: the count of attempts begins again. */
async function again (repositories: TenantRepositories, task: LeasedTask, ms: number): Promise<void> {
  if (!await repositories.tasks.reschedule(task, ms / 1000, null)) throw new LeaseLost(task)
}
