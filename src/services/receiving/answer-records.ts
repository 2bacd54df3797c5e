import type { SupplierAnswerFilter, SupplierAnswerRow } from '../../repositories/receiving/supplier-answers.ts'
import { answerStates } from '../../model/received.ts'
import type { Store } from '../../repositories/store.ts'
import { type ErrorCode, errorTable, invalidAt, type Sentence, ServiceError } from '../../shared/errors.ts'
import type { Actor } from '../actor.ts'
import { audited } from '../audit/audit-actor.ts'
import { answerFileName } from '../mail/answer-letter.ts'
import { isEmail } from '../../dte/values/email.ts'
import type { Clock } from '../ports.ts'
import { type Answering, giveAnswers } from './answers.ts'

/** What became of an answer that was asked for; `explanation`: the reason in words. */
export interface AskedAnswer {
  id: string
  outcome: 'queued' | 'refused'
  answerId: string | null
  reason: ErrorCode | null
  explanation: Sentence | null
}

/** Answers to suppliers as people give them and lists show them. */
export function createAnswerRecords ({ store, clock, onWork }: { store: Store, clock: Clock, onWork: () => void }) {
  return {
    /** Queues what can be answered; says of each of the others why not. */
    async give (actor: Actor, ids: readonly string[], answering: Answering): Promise<AskedAnswer[]> {
      const outcomes = await store.asTenant(actor.tenantId, (repositories) =>
        giveAnswers(repositories, ids, answering, { actor: audited(actor), at: clock() }))
      onWork()
      return outcomes.map((one) => one.outcome === 'queued'
        ? { ...one, reason: null, explanation: null }
        : { ...one, answerId: null, explanation: sentenceOf(one.reason) })
    },

    paginate: (
      { tenantId }: Actor, filter: Omit<SupplierAnswerFilter, 'fileId'>,
      { page, pageSize }: { page: number, pageSize: number }
    ): Promise<{ data: SupplierAnswerRow[], totalRecords: number, totalIsEstimate: boolean }> =>
      store.asTenant(tenantId, async ({ supplierAnswers, receivedDocuments }) => {
        const { documentId } = filter
        const document = documentId === undefined ? undefined : await receivedDocuments.find(documentId)
        if (documentId !== undefined && !document) return { data: [], totalRecords: 0, totalIsEstimate: false }
        const wanted = { ...filter, fileId: document?.fileId }
        const { rows, ...total } = await supplierAnswers.paginate(wanted, page, pageSize)
        return { ...total, data: rows }
      }),

    /** The signed file. Throws ServiceError ANSWER_NOT_FOUND, ANSWER_PENDING. */
    getXml: ({ tenantId }: Actor, id: string): Promise<{ bytes: Buffer, fileName: string }> =>
      store.asTenant(tenantId, async ({ supplierAnswers }) => {
        const answer = await supplierAnswers.find(id)
        if (!answer) throw new ServiceError('ANSWER_NOT_FOUND')
        const bytes = await supplierAnswers.findContent(id)
        if (!bytes) throw new ServiceError('ANSWER_PENDING')
        return { bytes, fileName: answerFileName(answer) }
      }),

    /**
     * Mails the same file again, to the address given or else to the supplier's. Throws ServiceError ANSWER_NOT_FOUND,
     * ANSWER_PENDING, VALIDATION_FAILED.
     */
    async resend (
      actor: Actor, { id, address = null }: { id: string, address?: string | null | undefined }
    ): Promise<SupplierAnswerRow> {
      if (address !== null && !isEmail(address)) throw invalidAt('address', noMailAddress)
      const answer = await store.asTenant(actor.tenantId, async ({ supplierAnswers, tasks, auditLog }) => {
        await supplierAnswers.lock()
        const found = await supplierAnswers.find(id)
        if (!found) throw new ServiceError('ANSWER_NOT_FOUND')
        if (found.state === answerStates.Queued) throw new ServiceError('ANSWER_PENDING')
        await supplierAnswers.queue(id, address)
        await tasks.schedule('sendAnswer', [id])
        auditLog.add([{
          actor: audited(actor), action: 'received.resendAnswer', entity: 'supplierAnswer', entityId: id, details: { address }
        }], clock())
        return { ...found, address, state: answerStates.Queued, failure: null, sentAt: null }
      })
      onWork()
      return answer
    }
  }
}

export type AnswerRecords = ReturnType<typeof createAnswerRecords>

const noMailAddress = { en: 'is not an email address', es: 'no es una dirección de correo' }

function sentenceOf (code: ErrorCode): Sentence {
  const { en, es } = errorTable[code]
  return { en, es }
}
