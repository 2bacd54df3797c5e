import { z } from 'zod'

/** What a policy does: accepts and gives the receipt, gives the receipt, does so before the month ends, or nothing. */
export const policyActions = ['accept', 'receipt', 'receiptBeforeMonthEnd', 'leave'] as const

const storedPolicies = z.array(z.object({
  id: z.string(),
  issuer: z.string().nullable(),
  documentType: z.int().nullable(),
  minAmount: z.number().nullable(),
  maxAmount: z.number().nullable(),
  action: z.enum(policyActions),
  answerSupplier: z.boolean(),
  /** Where goods are delivered, for the supplier's receipt. */
  place: z.string().nullable()
}))

export type Policy = z.output<typeof storedPolicies>[number]

/** Throws ZodError. */
export function readPolicies (stored: unknown): Policy[] {
  return storedPolicies.parse(stored)
}
