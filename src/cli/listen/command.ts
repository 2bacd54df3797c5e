import { TimbreError } from '../../../clients/typescript/client.ts'
import { clientOfProcess } from '../../program/config/config.ts'
import { CommandError, exitCodes } from '../command.ts'
import { createSession, type Session } from '../session.ts'
import { isUnencrypted } from '../sign-in.ts'
import { printable, type Terminal } from '../terminal.ts'
import { forward, isTaken, type Outcome } from './forward.ts'
import { messages, type Message } from './messages.ts'
import { readListening, type Listening, type ListenValues } from './options.ts'
import { textsIn, type ListenTexts } from './texts.ts'

interface Context { session: Session, terminal: Terminal, texts: ListenTexts, signal: AbortSignal }

/** `timbre listen`: gives the exit code. */
export async function runListen (values: ListenValues, terminal: Terminal): Promise<number> {
  const listening = readListening(values, clientOfProcess())
  const { url, language } = listening
  const texts = textsIn(language)
  if (isUnencrypted(url)) terminal.warn(texts.unencrypted(url.origin))
  const session = createSession({
    ...listening, timeoutMs: Infinity, onOutage: (cause) => { terminal.warn(texts.noAnswer(printable(cause))) }
  })
  const interruption = new AbortController()
  const interrupt = (): void => { interruption.abort() }
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  try {
    await session.greet()
    await listen(listening, { session, terminal, texts, signal: interruption.signal })
  } catch (error) {
    if (!interruption.signal.aborted) throw error
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  }
  return exitCodes.done
}

/** Forwards until it is aborted: ends with an error. */
async function listen (
  { url, forward: to, secret, madeSecret, since }: Listening, { session, terminal, texts, signal }: Context
): Promise<void> {
  await checkSettings({ session, terminal, texts, signal })
  const onStart = (): void => {
    if (madeSecret !== undefined) terminal.warn(texts.madeSecret(madeSecret))
    terminal.warn(texts.listening(url.origin, to.href))
  }
  const counts = { taken: 0, failed: 0 }
  try {
    for await (const message of messages(session, { since, signal, onStart })) {
      const body = await bodyOf(message, session, signal)
      if (body === undefined) continue
      const outcome = await forward({ id: message.id, body }, { to, secret, signal, slow: texts.slow })
      counts[isTaken(outcome) ? 'taken' : 'failed']++
      terminal.say(lineOf(message, outcome))
    }
  } finally {
    terminal.warn(texts.ended(counts.taken, counts.failed))
  }
}

/** Messages are stored for tenants with an address alone. Throws CommandError. */
async function checkSettings ({ session, terminal, texts, signal }: Context): Promise<void> {
  const { url, enabled } = await session.persist((timbre) => timbre.get('/api/Notification/GetSettings', { signal }), signal)
  if (url === null) throw new CommandError(texts.noAddress)
  if (!enabled) terminal.warn(texts.disabled)
}

/** The bytes that the service posts; undefined for a message that was deleted meanwhile. */
async function bodyOf ({ id }: Message, session: Session, signal: AbortSignal): Promise<string | undefined> {
  try {
    const query = { id }
    const { body } = await session.persist((timbre) => timbre.get('/api/Notification/GetDelivery', { query, signal }), signal)
    return body
  } catch (error) {
    if (error instanceof TimbreError && error.code === 'NOTIFICATION_NOT_FOUND') return undefined
    throw error
  }
}

function lineOf ({ at, type, id }: Message, outcome: Outcome): string {
  const answer = 'status' in outcome ? `${outcome.status} (${outcome.ms} ms)` : printable(outcome.problem)
  return `${at}  ${type}  ${id}  ${answer}`
}
