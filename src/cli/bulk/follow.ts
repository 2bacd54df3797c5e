import { setTimeout as sleep } from 'node:timers/promises'
import type { Terminal } from '../terminal.ts'
import { Refused, reasonOf, type Server } from './server.ts'
import { type Detail, isOpen, isOver, type Phase, progressLine, progressOf, type Summary } from './summary.ts'

// The server says something every 15 seconds at least: one that says nothing is gone, whatever the connection looks
// like.
const longestSilenceMs = 45_000
const reconnectMs = 1000
const verdictsMs = 2000

/**
 * Shows a submission until nothing more will be issued of it and, if wanted, until the last verdict. Survives the
 * server's restarts.
 */
export async function follow (
  server: Server, id: string, { wait, terminal }: { wait: boolean, terminal: Terminal }
): Promise<Summary> {
  const show = createDisplay(terminal)
  let last = await server.ask<Detail>('/BulkInvoice/Get', { query: { id, pageSize: '1' } })
  show(last, 'issuing')
  if (last.statusText === 'Created') throw new Refused(409, 'NOT_PROCESSED', ['The submission is not being processed.'])
  while (!isOver(last)) {
    for await (const summary of events(server, id)) {
      last = { ...last, ...summary }
      show(last, 'issuing')
    }
    if (!isOver(last)) await sleep(reconnectMs)
  }
  const wanted = wait ? isOpen : () => false
  while (wanted(last)) {
    await sleep(verdictsMs)
    last = await server.ask<Detail>('/BulkInvoice/Get', { query: { id, pageSize: '1' } })
    show(last, 'judging')
  }
  terminal.erase()
  return last
}

/** A line that is drawn again and again; where nobody looks on, a line of its own for each tenth of the way. */
function createDisplay (terminal: Terminal): (summary: Summary, phase: Phase) => void {
  let told = ''
  return (summary, phase) => {
    const line = progressLine(summary, phase)
    if (terminal.isWatched) {
      terminal.draw(line)
      return
    }
    const step = `${phase} ${Math.floor(progressOf(summary, phase).percent / 10)} ${summary.waitingFor.join()}`
    if (step === told) return
    told = step
    terminal.warn(line)
  }
}

/**
 * The summaries that one stream tells; it ends when the submission is over, after ten minutes, or when the connection
 * breaks.
 */
async function * events (server: Server, id: string): AsyncGenerator<Summary> {
  const silence = new AbortController()
  const gone = (): void => { silence.abort() }
  let timer: NodeJS.Timeout | undefined
  try {
    const response = await server.open('/BulkInvoice/Get', {
      query: { id }, headers: { accept: 'text/event-stream' }, signal: silence.signal
    })
    timer = setTimeout(gone, longestSilenceMs)
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      clearTimeout(timer)
      timer = setTimeout(gone, longestSilenceMs)
      text += decoder.decode(chunk as Uint8Array, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      yield * blocks.flatMap(summaryIn)
    }
  } catch (error) {
    if (!isBroken(error, silence.signal)) throw error
  } finally {
    clearTimeout(timer)
  }
}

function summaryIn (block: string): Summary[] {
  const data = /^data: (.+)$/m.exec(block)?.[1]
  return data === undefined ? [] : [JSON.parse(data) as Summary]
}

function isBroken (error: unknown, silence: AbortSignal): boolean {
  return silence.aborted || error instanceof TypeError || reasonOf(error).includes('terminated')
}
