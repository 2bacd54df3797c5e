import { existsSync } from 'node:fs'
import type { RequestOf } from '../../../clients/typescript/client.ts'
import { clientOfProcess } from '../../program/config/config.ts'
import { CommandError, exitCodes } from '../command.ts'
import { minuteMs } from '../../shared/durations.ts'
import { createSession } from '../session.ts'
import { isUnencrypted } from '../sign-in.ts'
import { printable, type Terminal } from '../terminal.ts'
import { download, FileError, freeResultPath } from './files.ts'
import { follow } from './follow.ts'
import { reportLeftBehind } from './left-behind.ts'
import type { Context } from './context.ts'
import { printMistakes } from './mistakes.ts'
import { createNextLine } from './next-line.ts'
import { readTask, type BulkArguments, type Task } from './options.ts'
import { readSubmission, submit, type Submitted } from './submission.ts'
import { inWords, isSuccessful, type Summary } from './summary.ts'
import { textsIn, type BulkTexts } from './texts.ts'

// A restart with migrations takes a minute; after five, a person should look.
const timeoutMs = 5 * minuteMs

type SubmitTask = Extract<Task, { kind: 'submit' }>
type OrderTask = Extract<Task, { id: string }>
type FollowTask = SubmitTask | OrderTask
type TemplateType = NonNullable<NonNullable<RequestOf<'/api/BulkInvoice/GetTemplate', 'get'>['query']>['documentType']>

/** `timbre bulk`: gives the exit code. */
export async function runBulk (given: BulkArguments, terminal: Terminal): Promise<number> {
  const settings = clientOfProcess()
  const task = readTask(given, settings)
  const { url, signIn, language } = task
  const texts = textsIn(language)
  if (isUnencrypted(url)) terminal.warn(texts.unencrypted(url.origin))
  const onOutage = (cause: string): void => { terminal.warn(texts.noAnswer(cause)) }
  const session = createSession({ url, signIn, language, timeoutMs, onOutage })
  const context = { session, terminal, texts, nextLine: createNextLine(given.values, settings) }
  if (task.kind === 'template') return writeTemplate(task, context)
  const interruption = createInterruption(terminal, texts)
  try {
    return await (task.kind === 'submit' ? submitFile(task, context, interruption) : carryOut(task, context, interruption))
  } finally {
    interruption.end()
  }
}

async function writeTemplate (
  { documentType, path, format }: Extract<Task, { kind: 'template' }>, { session, terminal, texts }: Context
): Promise<number> {
  if (existsSync(path)) throw new FileError(texts.alreadyExists(path))
  await session.greet()
  // An unknown type is refused by the server, which lists the known ones.
  const query = { documentType: documentType as TemplateType, format }
  await download(session, path, texts, (timbre) => timbre.open('get', '/api/BulkInvoice/GetTemplate', { query }))
  terminal.say(texts.template(path))
  return exitCodes.done
}

async function submitFile (task: SubmitTask, context: Context, interruption: Interruption): Promise<number> {
  const { session, terminal, texts } = context
  const submission = readSubmission(task.path, task.name, texts)
  await session.greet()
  if (terminal.isInteractive) terminal.draw(texts.checking)
  const submitted = await submit(session, submission, task)
  const { id, name, counters } = submitted.summary
  terminal.say(texts.submission(id, printable(name), checkResult(submitted.summary, texts)))
  if (submitted.isEarlier) {
    terminal.say(earlierSubmission(submitted, texts))
  } else {
    if (counters.invalid > 0) await printMistakes(session, id, { status: 'Invalid', terminal, texts })
    const code = await endBeforeProcessing(task, submitted.summary, context)
    if (code !== undefined) return code
    interruption.say(`${texts.mayHaveStarted} ${howToFollow(id, context)}`)
    await session.persist((timbre) => timbre.put('/api/BulkInvoice/Process', { body: { id } }))
  }
  interruption.say(howToFollow(id, context))
  return conclude(task, id, context)
}

/** The exit code, if the submission is not to be processed. */
async function endBeforeProcessing (task: SubmitTask, summary: Summary, context: Context): Promise<number | undefined> {
  const { id, counters: { invalid, ready } } = summary
  const stops = task.checkOnly || ready === 0 || (invalid > 0 && !task.continueWithErrors)
  if (!stops) return undefined
  if (invalid > 0) await writeResult(task, id, context)
  const isComplete = await reportLeftBehind(summary, task.path, context)
  sayNextLines(summary, task.path, context)
  if (invalid > 0) return exitCodes.problems
  return isComplete ? exitCodes.done : exitCodes.notAllIssued
}

/** What to run after nothing was issued. */
function sayNextLines (
  { id, counters: { invalid, ready } }: Summary, path: string, { terminal, texts, nextLine }: Context
): void {
  terminal.say(texts.nothingIssued)
  if (invalid > 0) {
    terminal.say(texts.toCorrect)
    terminal.say(nextLine([path, '--replaces', id]))
  }
  if (ready > 0) {
    terminal.say(invalid > 0 ? texts.toIssueRest : texts.toProcess)
    terminal.say(nextLine(['--process', id]))
  }
}

/** Follows, processes or cancels a submission that is there already. */
async function carryOut (task: OrderTask, context: Context, interruption: Interruption): Promise<number> {
  const { session, terminal, texts } = context
  const { kind, id } = task
  await session.greet()
  if (kind === 'cancel') {
    const summary = await session.persist((timbre) => timbre.put('/api/BulkInvoice/Cancel', { body: { id } }))
    terminal.say(inWords(summary, texts))
    inviteToReplace(summary, texts.FILE, context)
    return exitCodes.done
  }
  interruption.say(howToFollow(id, context))
  if (kind === 'process') await session.persist((timbre) => timbre.put('/api/BulkInvoice/Process', { body: { id } }))
  return conclude(task, id, context)
}

/** Follows the submission to its end and reports the outcome. */
async function conclude (task: FollowTask, id: string, context: Context): Promise<number> {
  const { session, terminal, texts, nextLine } = context
  const file = task.kind === 'submit' ? task.path : texts.FILE
  const onUnprocessed = (): never => {
    throw new CommandError(`${texts.notProcessed}\n${nextLine(['--process', id])}`)
  }
  const summary = await follow(session, id, { wait: task.wait, terminal, texts, onUnprocessed })
  terminal.say(inWords(summary, texts))
  const { failed, rejected, stopped } = summary.counters
  if (failed > 0) await printMistakes(session, id, { status: 'Failed', terminal, texts })
  await writeResult(task, id, context)
  const isComplete = await reportLeftBehind(summary, file, context)
  if (rejected + stopped > 0) terminal.say(texts.toRetry)
  if (isSuccessful(summary)) return isComplete ? exitCodes.done : exitCodes.notAllIssued
  inviteToReplace(summary, file, context)
  return exitCodes.notAllIssued
}

function inviteToReplace (
  { id, counters: { invalid, failed, cancelled } }: Summary, file: string, { terminal, texts, nextLine }: Context
): void {
  if (invalid + failed + cancelled === 0) return
  terminal.say(texts.toReplace)
  terminal.say(nextLine([file, '--replaces', id]))
}

async function writeResult (task: FollowTask, id: string, { session, terminal, texts }: Context): Promise<void> {
  const path = task.result ?? freeResultPath(task.resultBeside, task.resultFormat)
  const query = { id, format: task.resultFormat }
  await download(session, path, texts, (timbre) => timbre.open('get', '/api/BulkInvoice/GetResult', { query }))
  terminal.say(texts.result(path))
}

function checkResult ({ counters: { documents, invalid, ready }, skipped }: Summary, texts: BulkTexts): string {
  const { counted } = texts
  const all = texts.documents(documents)
  return (invalid > 0 ? texts.someMistakes(all, counted(invalid), counted(ready)) : texts.noMistakes(all)) +
    (skipped > 0 ? texts.skipped(counted(skipped)) : '')
}

function earlierSubmission ({ summary: { id, createdAt }, replaced }: Submitted, texts: BulkTexts): string {
  return replaced === undefined ? texts.submittedBefore(createdAt) : texts.replacedBefore(replaced.createdAt, id)
}

interface Interruption { say: (text: string) => void, end: () => void }

/** Ctrl-C ends this command and nothing else: it says what that means for the documents. */
function createInterruption (terminal: Terminal, texts: BulkTexts): Interruption {
  let latest = texts.nothingIssued
  const interrupt = (): void => {
    terminal.erase()
    terminal.warn(latest)
    process.exit(exitCodes.interrupted)
  }
  process.once('SIGINT', interrupt)
  return { say: (text) => { latest = text }, end: () => { process.off('SIGINT', interrupt) } }
}

function howToFollow (id: string, { texts, nextLine }: Context): string {
  return `${texts.serverContinues}\n${nextLine(['--follow', id])}`
}
