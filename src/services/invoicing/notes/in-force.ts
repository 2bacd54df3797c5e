import { type Status, statuses } from '../../../model/document-states.ts'
import { ServiceError } from '../../../shared/errors.ts'

/**
 * Throws ServiceError DOCUMENT_NOT_ISSUED or DOCUMENT_NOT_IN_FORCE for a document that must not go to anybody, and has
 * nothing to annul or correct.
 */
export function mustBeInForce ({ status }: { status: Status }): void {
  if (status === statuses.Waiting) throw new ServiceError('DOCUMENT_NOT_ISSUED')
  if (!isInForce({ status })) throw new ServiceError('DOCUMENT_NOT_IN_FORCE')
}

/** Whether a document that was issued is valid as far as is known. */
export function isInForce ({ status }: { status: Status }): boolean {
  return status !== statuses.Rejected && status !== statuses.Failed
}

/** Whether the SII accepted it, with or without objections. */
export function wasAccepted ({ status }: { status: Status }): boolean {
  return status === statuses.Accepted || status === statuses.AcceptedWithObjections
}
