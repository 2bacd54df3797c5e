import { z } from 'zod'
import { enveloped, envelopedPage, timestamp } from '../../http/envelope.ts'
import { numbered, paging, queryInteger } from '../../http/paging.ts'
import { line } from '../../http/texts.ts'
import { parseRut } from '../../dte/values/rut.ts'
import { isClaim, registryActions } from '../../dte/registry/events.ts'
import { isClaimable } from '../../dte/registry/deadline.ts'
import { confirmations } from '../../model/received.ts'
import { claimedActions, claimStates } from '../../model/received-claims.ts'
import { policyActions } from '../../model/receiving-rules.ts'
import { numberWithoutNoise } from '../../shared/numerals.ts'
import { said } from '../../shared/schema-problems.ts'
import { ids } from './answer-schemas.ts'

const action = z.enum(registryActions).meta({
  description:
    '`ACD` accepts the content, `ERM` gives the receipt of goods or services; `RCD` claims the content, `RFP` and `RFT` a partial and a total lack of goods or services.',
  examples: ['ERM']
})
const reason = line({ max: 500 }).min(3)
const reasonMissing = said({ en: 'is required to claim', es: 'es obligatorio para reclamar' })
const answerSupplier = z.boolean().meta({
  description: 'Whether the supplier gets an answer by mail when the registry has it.', examples: [false]
})
const answersLater = answerSupplier.default(false)

export const claimBody = z.strictObject({
  ids,
  action,
  reason: reason.nullish().meta({ description: 'Why; required for RCD, RFP and RFT.', examples: ['Faltó la mitad de la mercadería'] }),
  answerSupplier: answersLater
}).check(({ value, issues }) => {
  if (!isClaim(value.action) || typeof value.reason === 'string') return
  issues.push({ code: 'custom', path: ['reason'], input: value.reason, message: reasonMissing })
})

const sentence = z.object({ en: z.string(), es: z.string() })

/** Of a result, why it was refused. */
export const refusalMembers = {
  reason: z.string().nullable().meta({ description: 'Why it was refused: an error code.', examples: [null] }),
  explanation: sentence.nullable().meta({ description: 'The same in words.', examples: [null] }),
  blockedBy: z.uuid().nullable().meta({
    description: 'Id of the claim in the way (CLAIM_BLOCKED, CLAIM_UNDER_WAY): DecideClaim withdraws it if it was not sent yet.', examples: [null]
  })
}

export const claimResults = enveloped('ReceivedClaimResults', z.object({
  results: z.array(z.object({
    id: z.uuid().meta({ description: 'Id of the document.' }),
    outcome: z.enum(['queued', 'awaitingApproval', 'refused']).meta({ description: 'What became of it.', examples: ['queued'] }),
    claimId: z.uuid().nullable().meta({ description: 'Id of the claim; null if it was refused.' }),
    ...refusalMembers
  })).meta({ description: 'One for each document, in the order of the ids.' })
}))

export const receiptResults = enveloped('ReceiptResults', z.object({
  results: z.array(z.object({
    id: z.uuid().meta({ description: 'Id of the document.' }),
    outcome: z.enum(['queued', 'awaitingApproval', 'refused']).meta({ description: 'What became of it.', examples: ['queued'] }),
    answerId: z.uuid().nullable().meta({ description: 'Id of the answer to the supplier, if it goes out at once.' }),
    claimId: z.uuid().nullable().meta({
      description: 'Id of the claim (`receipt`) that waits for a second person, or for the SII to confirm the document.', examples: [null]
    }),
    ...refusalMembers
  })).meta({ description: 'One for each document, in the order of the ids.' })
}))

/** What the checks and the SII say of a document. */
export const checkedMembers = {
  failedChecks: z.array(z.string()).meta({ description: 'The checks that failed.', examples: [[]] }),
  confirmation: z.union(Object.values(confirmations).map((value) => z.literal(value))).meta({
    id: 'EnumReceivedConfirmation',
    description: 'What the SII says of a received document.',
    'x-enum-varnames': Object.keys(confirmations),
    examples: [2]
  })
}

const person = z.object({
  id: z.uuid().meta({ description: 'Id of the user.' }),
  name: z.string().meta({ description: 'Its name.', examples: ['admin@andes.example'] })
}).nullable()

const claim = z.object({
  id: z.uuid().meta({ description: 'Id of the claim.' }),
  documentId: z.uuid().meta({ description: 'Id of the received document.' }),
  documentType: z.int().meta({ description: 'Code of its type.', examples: [33] }),
  folio: z.int().meta({ description: 'Its folio.', examples: [1001] }),
  issuer: z.string().meta({ description: 'RUT of its issuer.', examples: ['99999999-9'] }),
  issuerName: z.string().meta({ description: 'Name of its issuer.', examples: ['COMERCIAL LOS ÑIRES SPA'] }),
  totalAmount: z.number().meta({ description: 'MntTotal.', examples: [119_000] }),
  ...checkedMembers,
  action: z.enum(claimedActions).meta({
    description: 'What was asked for: an action of the registry as in Claim, or `receipt`, the signed receipt of GiveReceipt.', examples: ['ERM']
  }),
  state: z.union(Object.values(claimStates).map((value) => z.literal(value))).meta({
    id: 'EnumClaimState', description: 'What became of what was asked for.', 'x-enum-varnames': Object.keys(claimStates), examples: [3]
  }),
  stateText: z.string().meta({ description: 'The state by its name.', examples: ['Registered'] }),
  code: z.int().nullable().meta({ description: "The registry's code; null before an answer.", examples: [0] }),
  gloss: z.string().nullable().meta({ description: "The registry's words.", examples: ['Acción Completada OK'] }),
  failure: z.string().nullable().meta({
    description: 'Why it was not sent, or cannot be for now: an error code, or what the SII answered.', examples: [null]
  }),
  explanation: sentence.nullable().meta({
    description: 'What the code or the failure means.', examples: [{ en: 'The registry has it.', es: 'Quedó registrado.' }]
  }),
  reason: z.string().nullable().meta({ description: 'Why it was asked for.', examples: [null] }),
  requestedBy: person.meta({ description: 'Who asked for it; null for what a policy did.' }),
  decidedBy: person.meta({ description: 'Who approved or withdrew it.', examples: [null] }),
  policyId: z.uuid().nullable().meta({ description: 'Id of the policy that did it.', examples: [null] }),
  answerSupplier,
  createdAt: timestamp.meta({ description: 'When it was asked for.' }),
  sentAt: timestamp.nullable().meta({ description: 'When it was first sent: from then on the registry may have it.' }),
  settledAt: timestamp.nullable().meta({ description: 'When its last state began.' })
}).meta({ id: 'ReceivedClaim' })

export { claim as receivedClaim }
export const claims = envelopedPage('ReceivedClaim', claim)
export const oneClaim = enveloped('ReceivedClaim', claim)

export const claimsQuery = z.object({
  ...paging,
  documentId: z.uuid().toLowerCase().optional().describe('Those of one document.'),
  state: queryInteger({ min: 1, max: 6 }).optional().describe(numbered(claimStates))
})

export const decisionBody = z.strictObject({
  claimId: z.uuid().toLowerCase().meta({ description: 'Id of the claim.' }),
  approve: z.boolean().meta({ description: '`false` withdraws it.', examples: [true] }),
  reason: reason.nullish().meta({ description: 'Why; kept in the audit log.', examples: ['Revisado con bodega'] })
})

export const summary = enveloped('ReceivedSummary', z.object({
  open: z.int().meta({ description: 'Documents that can still be claimed and of which nothing was said.', examples: [12] }),
  dueToday: z.int().meta({ description: 'Those whose days end today.', examples: [1] }),
  dueIn3Days: z.int().meta({ description: 'Those whose days end today or within three days.', examples: [3] }),
  creditAtRisk: z.int().meta({
    description: 'Documents whose tax credit falls to the next month unless the receipt is given in this one.', examples: [2]
  }),
  awaitingApproval: z.int().meta({ description: 'Documents of which something waits for a second person.', examples: [0] }),
  failedChecks: z.int().meta({ description: 'Open documents with a check that failed.', examples: [0] }),
  failedClaims: z.int().meta({
    description: 'Documents of which something was refused or not sent in the last 30 days, or cannot be sent for now, and was not asked for again.', examples: [0]
  }),
  refusedClaims: z.int().meta({ description: 'What the registry refused in the last 30 days.', examples: [0] })
}))

const rut = z.string().max(40).meta({ examples: ['99999999-9'] }).transform((text, context) => {
  const read = parseRut(text)
  if (read !== undefined) return read
  context.issues.push({ code: 'custom', input: text, message: said({ en: 'must be a RUT', es: 'debe ser un RUT' }) })
  return z.NEVER
})
const amount = z.number().min(0).max(999_999_999_999_999).overwrite(numberWithoutNoise(4))
const claimableType = z.int().refine(isClaimable, said({ en: 'must be 33, 34 or 43', es: 'debe ser 33, 34 o 43' }))
const turned = said({ en: 'must not be less than minAmount', es: 'no debe ser menor que minAmount' })
const approvalAmount = amount.nullable().meta({
  description: 'Above this total, a second person approves what a person asks for, and policies do nothing; null for no limit.', examples: [5_000_000]
})
const answerReception = z.boolean().meta({
  description: 'Whether suppliers get an answer that their files arrived (RecepcionEnvio).', examples: [false]
})
const policyAction = z.enum(policyActions).meta({
  description:
    '`accept` accepts the content and gives the receipt, `receipt` gives the receipt, `receiptBeforeMonthEnd` does so three days before the month ends where the tax credit would fall to the next one, `leave` leaves it to a person.',
  examples: ['receiptBeforeMonthEnd']
})
const places = { max: 80, description: 'Where goods are delivered, for the receipt that the supplier gets.' }

const policy = z.object({
  id: z.uuid().meta({ description: 'Id of the policy.' }),
  issuer: z.string().nullable().meta({ description: 'RUT of the issuer; null for all.', examples: ['99999999-9'] }),
  documentType: z.int().nullable().meta({ description: 'Code of the type; null for all.', examples: [33] }),
  minAmount: z.number().nullable().meta({ description: 'The least total.', examples: [null] }),
  maxAmount: z.number().nullable().meta({ description: 'The largest total.', examples: [500_000] }),
  action: policyAction,
  answerSupplier,
  place: z.string().nullable().meta({ description: places.description, examples: ['Bodega central'] })
})

export const policies = enveloped('ReceivingPolicies', z.object({
  approvalAmount, answerReception,
  policies: z.array(policy).meta({ description: 'The first that matches a document applies.' })
}))

export const policiesBody = z.strictObject({
  approvalAmount: approvalAmount.default(null),
  answerReception: answerReception.default(true),
  policies: z.array(z.strictObject({
    id: z.uuid().toLowerCase().optional().meta({ description: 'Of one that exists; left out for a new one.' }),
    issuer: rut.nullable().default(null).meta({ description: 'RUT of the issuer; null for all.', examples: ['99999999-9'] }),
    documentType: claimableType.nullable().default(null).meta({ description: '33, 34 or 43; null for all.', examples: [33] }),
    minAmount: amount.nullable().default(null).meta({ description: 'The least total.', examples: [null] }),
    maxAmount: amount.nullable().default(null).meta({ description: 'The largest total.', examples: [500_000] }),
    action: policyAction,
    answerSupplier: answersLater,
    place: line({ max: places.max }).meta({ examples: ['Bodega central'] }).nullable().default(null).meta({
      description: places.description, examples: ['Bodega central']
    })
  }).check(({ value: { minAmount, maxAmount }, issues }) => {
    if (minAmount === null || maxAmount === null || minAmount <= maxAmount) return
    issues.push({ code: 'custom', path: ['maxAmount'], input: maxAmount, message: turned })
  })).max(200).meta({ description: 'The first that matches a document applies; they replace those before.' })
})
