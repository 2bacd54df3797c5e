import type { Actor } from '../actor.ts'
import type { BulkIntake, Submission } from './intake/index.ts'

export interface SubmitOptions<Earlier> {
  /** Called once everything is read; a value (the answer to an earlier request) means that nothing is to be stored. */
  findEarlier: () => Promise<Earlier | undefined>
  /** The submission's name, known once everything is read; without one, the time of its arrival. */
  name: () => string | undefined
}

/**
 * Receives a submission and publishes it to its tenant. Returns its id, or what `findEarlier` found. Throws what
 * `receive` and `publish` throw; then nothing is stored.
 */
export function createSubmit ({ receive, publish, discard }: BulkIntake) {
  return async function submit<Earlier> (
    actor: Actor, submission: Submission, { findEarlier, name }: SubmitOptions<Earlier>
  ): Promise<{ id: string } | { earlier: Earlier }> {
    const received = await receive(actor, submission)
    const earlier = await findEarlier().catch(async (error: unknown) => {
      await discard(actor, received)
      throw error
    })
    if (earlier !== undefined) {
      await discard(actor, received)
      return { earlier }
    }
    await publish(actor, received, name())
    return { id: received.id }
  }
}
