import type { MailReader, ReadingCaller, ReadMail } from '../../services/mail-ports.ts'
import type { CountHeld } from '../../shared/held.ts'
import { createAnsweringProcesses } from '../threads/answering-processes.ts'
import type { ReadingRequest } from './reading-child.ts'

export interface MailReaderOptions {
  /** How long one mail may take; what it costs by itself is limited to less. */
  deadlineMs?: number
  /** What one mail may cost: the memory of its process, in MiB, and seconds of a processor. */
  memoryMb?: number
  processorSeconds?: number
  /** Certificates (DER) that must have issued those of signatures; undefined if that is not checked. */
  authorities?: Uint8Array[] | undefined
  countHeld?: CountHeld
}

/** The mail costs more memory or work than it may. */
class TooLarge extends Error {}

/** Takes mails apart in processes, which start when they are needed: two at a time, and one of a tenant. */
export function createMailReader (
  { deadlineMs = 30_000, memoryMb = 384, processorSeconds = 8, authorities, countHeld }: MailReaderOptions = {}
): MailReader {
  const processes = createAnsweringProcesses<ReadingRequest, ReadMail>({
    name: 'reading-child', from: import.meta.url, execArgv: ['--max-old-space-size=160', '--max-semi-space-size=4'],
    memoryMb, processorSeconds, deadlineMs, queueLimit: 64, limit: 2, limitPerKey: 1, held: 'mail_reader', countHeld,
    tooLarge: (cause) => new TooLarge('the mail costs more memory or work than it may', { cause })
  })

  async function ask (
    load: () => Promise<Buffer> | Buffer, { at, name }: Pick<ReadingRequest, 'at' | 'name'>,
    { recipient, ...asker }: ReadingCaller
  ): Promise<ReadMail> {
    try {
      return await processes.ask(
        async () => ({ question: { raw: await load(), at, name, authorities, recipient } }), asker)
    } catch (error) {
      if (error instanceof TooLarge) return { kind: 'unreadable', cause: error.message }
      throw error
    }
  }

  return {
    read: (load, at, caller) => ask(load, { at, name: undefined }, caller),

    async readFile ({ name, bytes }, at, caller) {
      const read = await ask(() => bytes, { at, name }, caller)
      return read.kind === 'read' ? read.files : undefined
    }
  }
}
