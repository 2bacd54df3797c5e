/**
 * The process of IMAP sessions, one at a time. What a server sends is parsed here and not in the service:
 * session-process.ts ends the process when it exceeds its time, memory or processor time.
 */
import { volunteerForTheKernel } from '../threads/process-vitals.ts'
import { exitCodes, type FromSession, type SessionOrder, type ToSession } from './session-messages.ts'
import { runSession } from './session.ts'

let kept: (() => void) | undefined
let timeIsUp = new AbortController()

function say (message: FromSession): void {
  process.send?.(message)
}

async function perform (order: SessionOrder): Promise<void> {
  timeIsUp = new AbortController()
  const result = await runSession(order, {
    timeIsUp: timeIsUp.signal,
    exceeded: (limit) => { process.exit(exitCodes[limit]) },
    keep: (mail) => new Promise((resolve) => {
      kept = resolve
      say({ kind: 'mail', mail })
    })
  })
  say({ kind: 'over', result })
}

volunteerForTheKernel()
process.on('disconnect', () => { process.exit() })
process.on('message', (message: ToSession) => {
  if (message.kind === 'kept') kept?.()
  else if (message.kind === 'timeIsUp') timeIsUp.abort()
  else perform(message).catch((error: unknown) => { say({ kind: 'failed', message: String(error) }) })
})
say({ kind: 'ready' })
