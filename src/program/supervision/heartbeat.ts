import { url } from 'node:inspector'

const intervalMs = 5000

/** Tells the supervisor that the event loop runs; not under a debugger, which may pause the program. */
export function sendHeartbeat (): void {
  if (url() !== undefined) return
  const send = (): void => { process.send?.('alive', undefined, undefined, () => {}) }
  send()
  setInterval(send, intervalMs).unref()
}
