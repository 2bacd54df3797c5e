import { type Policy, readPolicies } from '../../model/receiving-rules.ts'
import { json, type Transaction } from '../postgres/transaction.ts'

export interface ReceivingRules {
  /** Above it a second person decides; null without such a limit. */
  approvalAmount: number | null
  /** Whether suppliers get an answer that their files arrived. */
  answerReception: boolean
  policies: Policy[]
}

/** By which rules a tenant acts on received documents. */
export const receivingRuleRepository = (tx: Transaction, tenantId: string) => ({
  async get (): Promise<ReceivingRules> {
    const row = await tx.receivingRules.findUnique({ where: { tenantId } })
    if (!row) return { approvalAmount: null, answerReception: true, policies: [] }
    const { approvalAmount, answerReception, policies } = row
    return {
      approvalAmount: approvalAmount && approvalAmount.toNumber(), answerReception, policies: readPolicies(policies)
    }
  },

  async set ({ policies, ...rules }: ReceivingRules, at: Date): Promise<void> {
    const data = { ...rules, policies: json(policies), updatedAt: at }
    await tx.receivingRules.upsert({ where: { tenantId }, update: data, create: { ...data, tenantId } })
  }
})
