import type { TenantRepositories } from '../../repositories/store.ts'
import type { Item } from './items.ts'

/** Reads a journey's items with their attempts, in the caller's transaction. */
export async function readItems ({ certification }: TenantRepositories, journeyId: string): Promise<Item[]> {
  const items = await certification.listItems(journeyId)
  const attempts = await certification.listAttempts(items.map(({ id }) => id))
  const documents = await certification.listDocuments(attempts.map(({ id }) => id))
  return items.map((item) => ({
    ...item,
    attempts: attempts.filter(({ itemId }) => itemId === item.id).map((attempt) => ({
      ...attempt, documents: documents.filter(({ attemptId }) => attemptId === attempt.id)
    }))
  }))
}
