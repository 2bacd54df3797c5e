import { existsSync } from 'node:fs'
import type { RequestOf } from '../../../clients/typescript/client.ts'
import { clientOfProcess } from '../../config.ts'
import { exitCodes } from '../command.ts'
import { minuteMs } from '../../shared/durations.ts'
import { counted, documentsOf, printable, type Terminal } from '../terminal.ts'
import { download, freeResultPath } from './download.ts'
import { follow } from './follow.ts'
import { printMistakes } from './mistakes.ts'
import { readTask, type BulkArguments, type Task } from './options.ts'
import { createSession, type Session } from './session.ts'
import { FileError, readSubmission, submit } from './submission.ts'
import { inWords, isSuccessful, type Summary } from './summary.ts'

// A restart with migrations takes a minute; after five, somebody should look.
const patienceMs = 5 * minuteMs
const localHosts = ['localhost', '127.0.0.1', '[::1]']

interface Context { session: Session, terminal: Terminal }
type SubmitTask = Extract<Task, { kind: 'submit' }>
type FollowTask = Extract<Task, { result: unknown }>
type TemplateType = NonNullable<NonNullable<RequestOf<'/api/BulkInvoice/GetTemplate', 'get'>['query']>['documentType']>

/** `timbre bulk`: gives the exit code. */
export async function runBulk (given: BulkArguments, terminal: Terminal): Promise<number> {
  const task = readTask(given, clientOfProcess())
  const { url, signIn, language } = task
  if (url.protocol === 'http:' && !localHosts.includes(url.hostname)) {
    terminal.warn(`Warning: credentials are sent unencrypted to ${url.origin}.`)
  }
  const onOutage = (cause: string): void => { terminal.warn(`No answer (${cause}); trying again …`) }
  const session = createSession({ url, signIn, language, patienceMs, onOutage })
  if (task.kind === 'template') return writeTemplate(task, { session, terminal })
  const interruption = createInterruption(terminal)
  if (task.kind === 'submit') return submitFile(task, { session, terminal, interruption })
  await session.greet()
  interruption.say(howToFollow(task.id))
  return conclude(task, task.id, { session, terminal })
}

async function writeTemplate (
  { documentType, path, format }: Extract<Task, { kind: 'template' }>, { session, terminal }: Context
): Promise<number> {
  if (existsSync(path)) throw new FileError(`${path} already exists.`)
  await session.greet()
  // An unknown type is refused by the server, which lists the known ones.
  const query = { documentType: documentType as TemplateType, format }
  await download(session, path, (timbre) => timbre.open('get', '/api/BulkInvoice/GetTemplate', { query }))
  terminal.say(`Template: ${path}`)
  return exitCodes.done
}

async function submitFile (
  task: SubmitTask, { session, terminal, interruption }: Context & { interruption: Interruption }
): Promise<number> {
  const submission = readSubmission(task.path, task.name)
  await session.greet()
  interruption.say('Nothing was issued.')
  if (terminal.isInteractive) terminal.draw('Checking the documents …')
  const { summary, isEarlier } = await submit(session, submission, task)
  terminal.say(`Submission ${summary.id} "${printable(summary.name)}": ${checkResult(summary)}`)
  if (isEarlier) {
    terminal.say(
      `The same file was submitted at ${summary.createdAt}; its documents are not issued again. Use --again to submit it as a new one.`
    )
  } else {
    if (summary.counters.invalid > 0) await printMistakes(session, summary.id, { status: 'Invalid', terminal })
    const code = await endBeforeProcessing(task, summary, { session, terminal })
    if (code !== undefined) return code
    interruption.say(`Processing may have started. ${howToFollow(summary.id)}`)
    await session.persist((timbre) => timbre.put('/api/BulkInvoice/Process', { body: { id: summary.id } }))
  }
  interruption.say(howToFollow(summary.id))
  return conclude(task, summary.id, { session, terminal })
}

/** The exit code, if the submission is not to be processed. */
async function endBeforeProcessing (
  task: SubmitTask, summary: Summary, context: Context
): Promise<number | undefined> {
  const { invalid, ready } = summary.counters
  const stops = task.checkOnly || ready === 0 || (invalid > 0 && !task.goOn)
  if (!stops) return undefined
  if (invalid === 0) return exitCodes.done
  await writeResult(task, summary.id, context)
  context.terminal.say(
    ready === 0 || task.checkOnly
      ? 'Nothing was issued.'
      : 'Nothing was issued. Correct the file and submit it again, or issue the documents without mistakes with --go-on.'
  )
  return exitCodes.problems
}

/** Follows the submission to its end and reports the outcome. */
async function conclude (task: FollowTask, id: string, { session, terminal }: Context): Promise<number> {
  const summary = await follow(session, id, { wait: task.wait, terminal })
  terminal.say(inWords(summary))
  if (summary.counters.failed > 0) await printMistakes(session, id, { status: 'Failed', terminal })
  await writeResult(task, id, { session, terminal })
  if (isSuccessful(summary)) return exitCodes.done
  const { invalid, failed, cancelled } = summary.counters
  if (invalid + failed + cancelled > 0) {
    terminal.say(`To issue the rest, correct the file and submit it with --replaces ${id}`)
  }
  return exitCodes.notAllIssued
}

async function writeResult (task: FollowTask, id: string, { session, terminal }: Context): Promise<void> {
  const path = task.result ?? freeResultPath(task.resultBeside, task.resultFormat)
  const query = { id, format: task.resultFormat }
  await download(session, path, (timbre) => timbre.open('get', '/api/BulkInvoice/GetResult', { query }))
  terminal.say(`Result: ${path}`)
}

function checkResult ({ counters: { documents, invalid, ready }, skipped }: Summary): string {
  const skippedText = skipped > 0 ? `, ${counted(skipped)} skipped (already issued)` : ''
  return invalid > 0
    ? `${documentsOf(documents)}, ${counted(invalid)} with mistakes, ${counted(ready)} without${skippedText}`
    : `${documentsOf(documents)}, no mistakes${skippedText}`
}

interface Interruption { say: (text: string) => void }

/** Ctrl-C ends this command and nothing else: it says what that means for the documents. */
function createInterruption (terminal: Terminal): Interruption {
  let latest = 'Nothing was issued.'
  process.once('SIGINT', () => {
    terminal.erase()
    terminal.warn(latest)
    process.exit(exitCodes.interrupted)
  })
  return { say: (text) => { latest = text } }
}

function howToFollow (id: string): string {
  return `The server continues. To follow it again: timbre bulk --follow ${id}`
}
