import type { DirectoryKind, StoredName } from '../../shared/directory-names.ts'
import type { Transaction } from '../postgres/transaction.ts'

/** Names that are unique over all tenants. `subject` is the owner of the name: a tenant, a key or a person. */
export const directoryRepository = (tx: Transaction, stored: StoredName) => ({
  find: (kind: DirectoryKind, name: string): Promise<{ tenant: string, subject: string } | null> =>
    tx.directoryName.findUnique({
      where: { kind_name: { kind, name: stored(kind, name) } }, select: { tenant: true, subject: true }
    }),

  /** False when the name is taken already. */
  async claim (kind: DirectoryKind, name: string, owner: { tenant: string, subject: string }): Promise<boolean> {
    const { count } = await tx.directoryName.createMany({
      data: [{ kind, name: stored(kind, name), ...owner }], skipDuplicates: true
    })
    return count === 1
  },

  /** Frees a name, if this subject still has it. */
  async release (kind: DirectoryKind, name: string, subject: string): Promise<void> {
    await tx.directoryName.deleteMany({ where: { kind, name: stored(kind, name), subject } })
  }
})
