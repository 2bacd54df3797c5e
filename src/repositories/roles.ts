import type { Transaction } from './transaction.ts'

export interface NewRole { id: string, name: string, system: boolean, createdAt: Date, claims: { type: string, value: string }[] }

export const roleRepository = (tx: Transaction, tenantId: string) => ({
  async create ({ claims, ...role }: NewRole): Promise<void> {
    await tx.role.create({ data: { ...role, tenantId } })
    await tx.roleClaim.createMany({ data: claims.map((claim) => ({ tenantId, roleId: role.id, ...claim })) })
  }
})
