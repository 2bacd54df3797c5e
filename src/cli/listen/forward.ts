import { signedHeaders } from '../../services/notifications/signing.ts'
import { timeoutSignal } from '../../shared/timeout-signal.ts'
import { version } from '../../shared/version.ts'
import { causeOf } from '../session.ts'

/** As long as the service itself waits. */
const timeoutMs = 5000

/** What the program answered, or why it did not. */
export type Outcome = { status: number, ms: number } | { problem: string }

/** Posts a message as the service itself does (services/notifications/deliver.ts), to an address of any kind. */
export async function forward (
  { id, body }: { id: string, body: string },
  { to, secret, signal, slow }: { to: URL, secret: Buffer, signal: AbortSignal, slow: string }
): Promise<Outcome> {
  const tooLate = timeoutSignal(timeoutMs)
  const startedAt = performance.now()
  try {
    const response = await fetch(to, {
      method: 'POST', body, redirect: 'manual', signal: AbortSignal.any([signal, tooLate]),
      headers: {
        ...signedHeaders({ id, body, at: new Date() }, [secret]),
        'content-type': 'application/json', 'user-agent': `Timbre/${version}`
      }
    })
    response.body?.cancel().catch(() => {})
    return { status: response.status, ms: Math.round(performance.now() - startedAt) }
  } catch (error) {
    signal.throwIfAborted()
    return { problem: tooLate.aborted ? slow : causeOf(error) }
  }
}

/** As for the service, only 2xx means that the program has it. */
export function isTaken (outcome: Outcome): boolean {
  return 'status' in outcome && outcome.status >= 200 && outcome.status < 300
}
