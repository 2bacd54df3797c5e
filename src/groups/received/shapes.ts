import { confirmations, type StoredCheck } from '../../model/received.ts'
import type { ReceivedDetail } from '../../services/receiving/records.ts'

type Document = ReceivedDetail['document']

const names = Object.keys(confirmations)
const values: readonly number[] = Object.values(confirmations)

/** The service keeps exact decimal texts; JSON carries numbers. */
function amountOf (text: string | null): number | null {
  return text === null ? null : Number(text)
}

/** A row of the list. */
export function itemOf (document: Document) {
  const {
    id, documentType, folio, issuer, issuerName, receiver, issueDate, dueDate, paymentMethod, state, confirmation,
    siiCode, claimBy, claimByLatest, arrivedAt, updatedAt, checks
  } = document
  return {
    id, documentType, folio, issuer, issuerName, receiver, issueDate, dueDate, netAmount: amountOf(document.netAmount),
    exemptAmount: amountOf(document.exemptAmount), vatAmount: amountOf(document.vatAmount),
    otherTaxes: amountOf(document.otherTaxes), totalAmount: Number(document.totalAmount), paymentMethod,
    failedChecks: checks.filter(({ outcome }) => outcome === 'failed').map(({ check }) => check), state, confirmation,
    confirmationText: names[values.indexOf(confirmation)] ?? '', siiCode, claimBy, claimByLatest,
    // The SII's date of reception is not asked for yet.
    deadlineEstimated: claimBy !== null, arrivedAt, updatedAt
  }
}

export function detailOf ({ document, file }: ReceivedDetail) {
  const { receiverName, environment, lines, signer, references, siiGloss, siiAskedAt, checks, timeline } = document
  const { arrivedAt: _arrivedAt, messageId, sha256, ...rest } = file
  return {
    ...itemOf(document), receiverName, environment, lines, signer: signer || null, references, siiGloss, siiAskedAt,
    checks: checks.map(checkOf), timeline: timeline.map(({ at, ...entry }) => ({ at: new Date(at), ...entry })),
    file: { ...rest, mailId: messageId, sha256: sha256.toString('hex'), checks: file.checks.map(checkOf) }
  }
}

function checkOf ({ check, outcome, detail = null }: Omit<StoredCheck, 'detail'> & { detail?: string | null | undefined }) {
  return { check, outcome, detail }
}
