import { ok } from '../../http/envelope.ts'
import type { Operation } from '../../http/operation.ts'
import { pageOf } from '../../http/paging.ts'
import type { ReceivedClaims } from '../../services/receiving/claims.ts'
import type { ReceivingPolicies } from '../../services/receiving/policies.ts'
import type { ReceivedRecords } from '../../services/receiving/records.ts'
import { idsLimit } from './answer-schemas.ts'
import * as schemas from './claim-schemas.ts'
import { claimOf } from './shapes.ts'

interface ClaimOperationDependencies {
  receivedRecords: Pick<ReceivedRecords, 'summary'>
  receivedClaims: ReceivedClaims
  receivingPolicies: ReceivingPolicies
}

// Two hundred policies, every character of their texts written as \uXXXX.
const policiesLimit = 512 * 1024

/** What is told to the SII's registry of received documents, by persons and by policies. */
export function claimOperations (
  operation: Operation, { receivedRecords, receivedClaims, receivingPolicies }: ClaimOperationDependencies
): void {
  operation({
    method: 'GET',
    path: '/Summary',
    rule: { permission: 'Received.Read' },
    summary: 'Count the received documents of which something has to be done',
    answer: schemas.summary,
    handler: async ({ actor }) => ok(await receivedRecords.summary(actor))
  })

  operation({
    method: 'POST',
    path: '/Claim',
    rule: { permission: 'Received.Claim' },
    summary: "Accept, receipt or claim documents in the SII's registry",
    description:
      'A legal act (Ley 19.983): what the registry has taken cannot be taken back. Each document is answered by itself: `queued` is sent to the SII at once and again until the SII answers or the days end; `awaitingApproval` waits for a second person, since the document is above `approvalAmount`; `refused` says why, and which claim is in the way. It is judged again when it is approved and when it is sent, and an acceptance or a receipt of what the SII has not confirmed asks the SII first.',
    body: schemas.claimBody,
    bodyLimit: idsLimit,
    answer: schemas.claimResults,
    handler: async ({ actor, body: { ids, action, reason = null, answerSupplier } }) =>
      ok({ results: await receivedClaims.claim(actor, ids, { action, reason, answerSupplier }) })
  })

  operation({
    method: 'POST',
    path: '/DecideClaim',
    rule: { permission: 'Received.Claim' },
    summary: 'Approve or withdraw what was asked for',
    description:
      'Another person than the one who asked approves, if it could still be asked for now. Anybody with the claim can withdraw what was not sent to the SII yet, also the one who asked.',
    body: schemas.decisionBody,
    answer: schemas.oneClaim,
    alsoFails: [404, 409, 422],
    handler: async ({ actor, body: { claimId, approve, reason = null } }) =>
      ok(claimOf(await receivedClaims.decide(actor, { claimId, approve, reason })))
  })

  operation({
    method: 'GET',
    path: '/Claims',
    rule: { permission: 'Received.Read' },
    summary: 'List what was asked for, newest first',
    query: schemas.claimsQuery,
    answer: schemas.claims,
    handler: async ({ actor, query: { page, pageSize, ...filter } }) => {
      const { data, ...found } = await receivedClaims.paginate(actor, filter, { page, pageSize })
      return ok(pageOf({ page, pageSize }, { ...found, data: data.map(claimOf) }))
    }
  })

  operation({
    method: 'GET',
    path: '/GetPolicies',
    rule: { permission: 'Received.Read' },
    summary: 'Get the policies for received documents',
    answer: schemas.policies,
    handler: async ({ actor }) => ok(await receivingPolicies.get(actor))
  })

  operation({
    method: 'PUT',
    path: '/SetPolicies',
    // Who could change the amount could claim alone.
    rule: { permission: 'Tenant.Manage' },
    summary: 'Set the policies for received documents',
    description:
      'All of them at once, in the order in which they apply. A policy acts on documents that the SII confirmed with the same data and its date of reception, of which no check failed, up to `approvalAmount`.',
    body: schemas.policiesBody,
    bodyLimit: policiesLimit,
    answer: schemas.policies,
    handler: async ({ actor, body }) => ok(await receivingPolicies.set(actor, body))
  })
}
