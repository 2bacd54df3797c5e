import { registryStates } from '../../dte/registry/events.ts'
import { daysLeft } from '../../dte/registry/rules.ts'
import { answerStateText, confirmations, failuresOf, registryStateText, type StoredCheck } from '../../model/received.ts'
import { claimStateText } from '../../model/received-claims.ts'
import { type ClaimDetail, explanationOf } from '../../services/receiving/claim-rows.ts'
import { actionsFor } from '../../services/receiving/claim-rules.ts'
import type { ReceivedDetail } from '../../services/receiving/records.ts'

type Document = ReceivedDetail['document']
type Answer = ReceivedDetail['answers'][number]

const names = Object.keys(confirmations)
const values: readonly number[] = Object.values(confirmations)

/** The service keeps exact decimal texts; JSON carries numbers. */
function amountOf (text: string | null): number | null {
  return text === null ? null : Number(text)
}

/** A row of the list as it is at a moment. */
export function itemOf (document: Document, now: Date) {
  const {
    id, documentType, folio, issuer, issuerName, receiver, issueDate, dueDate, paymentMethod, state, confirmation,
    siiCode, claimBy, claimByLatest, arrivedAt, updatedAt, checks, siiReceivedAt, registryState, receiptBy
  } = document
  const runs = registryState === registryStates.Open && claimByLatest !== null && claimByLatest >= now
  return {
    id, documentType, folio, issuer, issuerName, receiver, issueDate, dueDate, netAmount: amountOf(document.netAmount),
    exemptAmount: amountOf(document.exemptAmount), vatAmount: amountOf(document.vatAmount),
    otherTaxes: amountOf(document.otherTaxes), totalAmount: Number(document.totalAmount), paymentMethod,
    failedChecks: failuresOf(checks), state, confirmation,
    confirmationText: names[values.indexOf(confirmation)] ?? '', siiCode, claimBy, claimByLatest,
    deadlineEstimated: claimBy !== null && siiReceivedAt === null, siiReceivedAt, registryState,
    registryStateText: registryState === null ? null : registryStateText(registryState),
    daysLeft: runs && claimBy ? Math.max(0, daysLeft(now, claimBy)) : null, receiptBy,
    possibleActions: actionsFor(document, now), arrivedAt, updatedAt
  }
}

/** An answer to a supplier. */
export function answerOf ({ documents: _documents, ...answer }: Answer) {
  return { ...answer, stateText: answerStateText(answer.state) }
}

export function detailOf ({ document, file, claims, answers, unreadAnswers }: ReceivedDetail, now: Date) {
  const { receiverName, environment, lines, signer, references, siiGloss, siiAskedAt, checks, timeline } = document
  const { arrivedAt: _arrivedAt, replyTo: _replyTo, messageId, sha256, ...rest } = file
  return {
    ...itemOf(document, now), receiverName, environment, lines, signer: signer || null, references, siiGloss,
    siiAskedAt, events: document.registryEvents.map(({ at, ...event }) => ({ ...event, at: new Date(at) })),
    claims: claims.map((claim) => claimOf({ claim, document })),
    checks: checks.map(checkOf), timeline: timeline.map(({ at, ...entry }) => ({ at: new Date(at), ...entry })),
    answers: answers.map(answerOf),
    unreadAnswers: unreadAnswers.map(({ at, operation, httpStatus, text: { answer } }) =>
      ({ at, operation, httpStatus, answer })),
    file: { ...rest, mailId: messageId, sha256: sha256.toString('hex'), checks: file.checks.map(checkOf) }
  }
}

/** A row of the list of claims. */
export function claimOf ({ claim, document }: ClaimDetail) {
  const {
    id, documentId, action, state, code, gloss, failure, reason, policyId, answerSupplier, createdAt, sentAt, settledAt
  } = claim
  const { documentType, folio, issuer, issuerName, totalAmount, checks, confirmation } = document
  return {
    id, documentId, documentType, folio, issuer, issuerName, totalAmount: Number(totalAmount),
    failedChecks: failuresOf(checks), confirmation, action, state, stateText: claimStateText(state), code, gloss,
    failure, explanation: explanationOf(claim), reason,
    requestedBy: personOf(claim.requestedBy, claim.requestedByName),
    decidedBy: personOf(claim.decidedBy, claim.decidedByName), policyId, answerSupplier, createdAt, sentAt, settledAt
  }
}

function personOf (id: string | null, name: string | null) {
  return id === null ? null : { id, name: name ?? '' }
}

function checkOf ({ check, outcome, detail = null }: Omit<StoredCheck, 'detail'> & { detail?: string | null | undefined }) {
  return { check, outcome, detail }
}
