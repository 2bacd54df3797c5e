import { existsSync } from 'node:fs'
import type { ClientSettings } from '../../config.ts'
import { minuteMs } from '../../shared/durations.ts'
import { counted, documentsOf, printable, type Terminal } from '../terminal.ts'
import { download, freeResultPath } from './download.ts'
import { follow } from './follow.ts'
import { tellMistakes } from './mistakes.ts'
import { exitCodes, type Order, readOrder, usageOfBulk, UsageError } from './options.ts'
import { createServer, Refused, type Server, Unreachable } from './server.ts'
import { FileError, readSubmission, submit } from './submission.ts'
import { inWords, isWell, type Summary } from './summary.ts'

// A restart with migrations takes a minute; after this somebody should look.
const patienceMs = 5 * minuteMs
const localHosts = ['localhost', '127.0.0.1', '[::1]']

type Reach = { server: Server, terminal: Terminal }
type Submitting = Extract<Order, { kind: 'submit' }>
type Following = Extract<Order, { result: unknown }>

/** `timbre bulk`: gives the exit code. */
export async function runBulk (
  args: string[], { settings, terminal }: { settings: ClientSettings, terminal: Terminal }
): Promise<number> {
  try {
    const order = readOrder(args, settings)
    if (order.kind === 'help') {
      terminal.say(usageOfBulk)
      return exitCodes.done
    }
    return await carryOut(order, terminal)
  } catch (error) {
    terminal.erase()
    if (!isForeseen(error)) throw error
    terminal.warn(error.message)
    return error instanceof UsageError ? exitCodes.usage : exitCodes.impossible
  }
}

/** What a person can do something about; the rest is a mistake of ours, and tells where. */
function isForeseen (error: unknown): error is Error {
  return [UsageError, FileError, Refused, Unreachable].some((kind) => error instanceof kind) ||
    (error instanceof Error && 'syscall' in error)
}

async function carryOut (order: Exclude<Order, { kind: 'help' }>, terminal: Terminal): Promise<number> {
  const { url, signIn, language } = order
  if (url.protocol === 'http:' && !localHosts.includes(url.hostname)) {
    terminal.warn(`The password travels unencrypted to ${url.origin}.`)
  }
  const server = createServer({
    url,
    signIn,
    language,
    patienceMs,
    onTrouble: (why) => {
      terminal.warn(`No answer (${why}); trying again …`)
    }
  })
  if (order.kind === 'template') return writeTemplate(order, { server, terminal })
  const interruption = createInterruption(terminal)
  if (order.kind === 'submit') return submitFile(order, { server, terminal, interruption })
  await server.greet()
  interruption.say(goesOn(order.id))
  return conclude(order, order.id, { server, terminal })
}

async function writeTemplate (
  { documentType, path, format }: Extract<Order, { kind: 'template' }>, { server, terminal }: Reach
): Promise<number> {
  if (existsSync(path)) throw new FileError(`${path} is there already.`)
  await server.greet()
  await download(server, '/BulkInvoice/GetTemplate', { query: { documentType, format } }, path)
  terminal.say(`Template: ${path}`)
  return exitCodes.done
}

async function submitFile (
  order: Submitting, { server, terminal, interruption }: Reach & { interruption: Interruption }
): Promise<number> {
  const submission = readSubmission(order.path, order.name)
  await server.greet()
  interruption.say('Nothing was issued.')
  if (terminal.isWatched) terminal.draw('Checking the documents …')
  const { summary, isEarlier } = await submit(server, submission, order)
  terminal.say(`Submission ${summary.id} "${printable(summary.name)}": ${checked(summary)}`)
  if (isEarlier) {
    terminal.say(
      `The same file was submitted before, at ${summary.createdAt}. It is not issued again; --again submits it as a new one.`
    )
  } else {
    if (summary.counters.invalid > 0) await tellMistakes(server, summary.id, { status: 'Invalid', terminal })
    const end = await endBeforeProcessing(order, summary, { server, terminal })
    if (end !== undefined) return end
    interruption.say(`It may be processed already. ${goesOn(summary.id)}`)
    await server.ask('/BulkInvoice/Process', { method: 'PUT', body: { id: summary.id } })
  }
  interruption.say(goesOn(summary.id))
  return conclude(order, summary.id, { server, terminal })
}

/** The exit code when the file is not to be processed. */
async function endBeforeProcessing (
  order: Submitting, summary: Summary, { server, terminal }: Reach
): Promise<number | undefined> {
  const { invalid, ready } = summary.counters
  const stops = order.checkOnly || ready === 0 || (invalid > 0 && !order.goOn)
  if (!stops) return undefined
  if (invalid === 0) return exitCodes.done
  await writeResult(order, summary.id, { server, terminal })
  terminal.say(
    ready === 0 || order.checkOnly
      ? 'Nothing was issued.'
      : 'Nothing was issued. Mend the file and submit it again, or issue the others with --go-on.'
  )
  return exitCodes.mistakes
}

/** Follows to the end and tells what became of it. */
async function conclude (order: Following, id: string, { server, terminal }: Reach): Promise<number> {
  const summary = await follow(server, id, { wait: order.wait, terminal })
  terminal.say(inWords(summary))
  if (summary.counters.failed > 0) await tellMistakes(server, id, { status: 'Failed', terminal })
  await writeResult(order, id, { server, terminal })
  if (isWell(summary)) return exitCodes.done
  const { invalid, failed, cancelled } = summary.counters
  if (invalid + failed + cancelled > 0) {
    terminal.say(`To issue the rest, mend the file and submit it with --replaces ${id}`)
  }
  return exitCodes.notAllIssued
}

async function writeResult (order: Following, id: string, { server, terminal }: Reach): Promise<void> {
  const path = order.result ?? freeResultPath(order.resultBeside, order.resultFormat)
  await download(server, '/BulkInvoice/GetResult', { query: { id, format: order.resultFormat } }, path)
  terminal.say(`Result: ${path}`)
}

function checked ({ counters: { documents, invalid, ready }, skipped }: Summary): string {
  const left = skipped > 0 ? `, ${counted(skipped)} left alone, for they came to something before` : ''
  return invalid > 0
    ? `${documentsOf(documents)}, ${counted(invalid)} with mistakes, ${counted(ready)} without${left}`
    : `${documentsOf(documents)}, no mistakes${left}`
}

interface Interruption { say: (what: string) => void }

/** Ctrl-C ends this command and nothing else: it tells where that leaves the documents. */
function createInterruption (terminal: Terminal): Interruption {
  let said = 'Nothing was issued.'
  process.once('SIGINT', () => {
    terminal.erase()
    terminal.warn(said)
    process.exit(exitCodes.interrupted)
  })
  return { say: (what) => { said = what } }
}

function goesOn (id: string): string {
  return `The server goes on. To follow it again: timbre bulk --follow ${id}`
}
