import type { MailFile, MailReader, ReadMail } from '../../services/mail-ports.ts'
import { ServiceError } from '../../shared/errors.ts'
import { createGate } from '../../shared/gate.ts'
import { type CountHeld, uncounted } from '../../shared/held.ts'
import { createIdleThreads } from '../threads/idle-threads.ts'
import { startWatchedThread } from '../threads/watched-thread.ts'
import type { ReadingAnswer, ReadingRequest } from './thread-messages.ts'

export interface MailReaderOptions {
  /** V8's heap of a thread. */
  memoryLimitMb?: number
  /** How long one mail may take. */
  deadlineMs?: number
  waitingMax?: number
  /** A thread without work ends after this time. */
  idleMs?: number
  /** Certificates (DER) that must have issued those of signatures; undefined if that is not checked. */
  authorities?: Uint8Array[] | undefined
  countHeld?: CountHeld
}

/** The mail costs more memory than it may. */
class TooLarge extends Error {}

const overloaded = (): ServiceError => new ServiceError('OVERLOADED', { retryAfterSeconds: 5 })

/** Takes mails apart in a thread, which starts with the first one; one at a time. */
export function createMailReader (
  {
    memoryLimitMb = 192, deadlineMs = 20_000, waitingMax = 64, idleMs = 10_000, authorities, countHeld = uncounted
  }: MailReaderOptions = {}
): MailReader {
  const gate = createGate({
    atOnce: 1, waitingMax, waitingMaxEach: Math.ceil(waitingMax / 2),
    refusal: overloaded
  })
  const threads = createIdleThreads({ start, idleMs })
  countHeld('mail_reader', gate.held)

  function start () {
    return startWatchedThread<ReadingRequest, ReadingAnswer>({
      name: 'reading-thread', from: import.meta.url, memoryLimitMb,
      tooLarge: (cause) => new TooLarge('the mail costs more memory than it may', { cause }), tooLate: overloaded
    })
  }

  async function answerTo (request: ReadingRequest, signal: AbortSignal | undefined): Promise<ReadingAnswer> {
    signal?.throwIfAborted()
    const thread = threads.take()
    const onAbort = (): void => { thread.end(signal?.reason as Error) }
    signal?.addEventListener('abort', onAbort)
    try {
      return await thread.ask(request, { withinMs: deadlineMs, transfer: [request.raw.buffer] })
    } finally {
      signal?.removeEventListener('abort', onAbort)
      threads.release(thread)
    }
  }

  return {
    read: (raw, at, { tenantId, signal }) => gate.run(tenantId, async () => {
      try {
        return readable(await answerTo({ raw: Uint8Array.from(raw), at, authorities }, signal))
      } catch (error) {
        if (error instanceof TooLarge) return { kind: 'unreadable', cause: error.message }
        throw error
      }
    }, signal)
  }
}

type Answer = NonNullable<MailFile['answer']>

/** Buffers pass between threads as plain arrays of bytes. */
function readable (mail: ReadingAnswer): ReadMail {
  if (mail.kind === 'unreadable') return mail
  const files = mail.files.map(({ bytes, answer, ...file }) => ({
    ...file, ...bytes && { bytes: Buffer.from(bytes) }, ...answer && { answer: withBuffers(answer) }
  }))
  return { ...mail, files }
}

function withBuffers (answer: Answer): Answer {
  if ('problem' in answer) return answer
  const documents = answer.documents.map(({ receipt, ...document }) => ({
    ...document, ...receipt && { receipt: Buffer.from(receipt) }
  }))
  return { ...answer, documents }
}
