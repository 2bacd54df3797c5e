import { setTimeout as sleep } from 'node:timers/promises'
import type { Terminal } from '../terminal.ts'
import { causeOf, type Session } from '../session.ts'
import { isOver, isPending, percentOf, type Phase, progressLine, remedyFor, type Summary } from './summary.ts'
import type { BulkTexts } from './texts.ts'

const reconnectMs = 1000
const pollMs = 2000

/**
 * Shows a submission's progress until it is over and, with `wait`, until the SII has answered for every document.
 * Survives restarts of the server.
 */
export async function follow (
  session: Session, id: string,
  { wait, terminal, texts, onUnprocessed }: {
    wait: boolean, terminal: Terminal, texts: BulkTexts, onUnprocessed: () => never
  }
): Promise<Summary> {
  const show = createDisplay(terminal, texts)
  const read = (): Promise<Summary> =>
    session.persist((timbre) => timbre.get('/api/BulkInvoice/Get', { query: { id, pageSize: 1 } }))
  let latest = await read()
  if (latest.statusText === 'Created') onUnprocessed()
  show(latest, 'issuing')
  while (!isOver(latest)) {
    for await (const summary of events(session, id)) {
      latest = summary
      show(latest, 'issuing')
    }
    if (!isOver(latest)) await sleep(reconnectMs)
  }
  const goesOn = wait ? isPending : () => false
  while (goesOn(latest)) {
    await sleep(pollMs)
    latest = await read()
    show(latest, 'answering')
  }
  terminal.erase()
  return latest
}

/** A live line on a terminal; elsewhere a line for each 10 %. Says once how waiting documents can continue. */
function createDisplay (terminal: Terminal, texts: BulkTexts): (summary: Summary, phase: Phase) => void {
  let shown = ''
  let advised = ''
  return (summary, phase) => {
    const line = progressLine(summary, phase, texts)
    const causes = summary.waits.map(({ code, invoiceTypeCode }) => `${code} ${invoiceTypeCode}`).sort().join()
    const step = `${phase} ${Math.floor(percentOf(summary, phase) / 10)} ${causes}`
    if (!terminal.isInteractive && step !== shown) terminal.warn(line)
    shown = step
    if (causes !== advised) {
      for (const remedy of new Set(summary.waits.map((wait) => remedyFor(wait, texts)))) {
        if (remedy !== undefined) terminal.warn(remedy)
      }
    }
    advised = causes
    if (terminal.isInteractive) terminal.draw(line)
  }
}

/** The summaries of one stream, which ends when the submission is over, after ten minutes, or when it breaks. */
async function * events (session: Session, id: string): AsyncGenerator<Summary> {
  try {
    const stream = await session.persist((timbre) => timbre.events('/api/BulkInvoice/Get', { query: { id } }))
    for await (const { data } of stream) yield data
  } catch (error) {
    if (!isBroken(error)) throw error
  }
}

function isBroken (error: unknown): boolean {
  return error instanceof TypeError || causeOf(error).includes('terminated')
}
