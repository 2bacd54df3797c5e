import type { OpenedCertificate } from '../../dte/signing/certificate.ts'
import { CertificateError } from '../../dte/signing/file-errors.ts'
import type { KeyStores } from '../../services/ports.ts'
import { ServiceError } from '../../shared/errors.ts'
import { createGate } from '../../shared/gate.ts'
import { type CountHeld, uncounted } from '../../shared/held.ts'
import { createIdleThreads } from '../threads/idle-threads.ts'
import { startWatchedThread } from '../threads/watched-thread.ts'
import type { KeyStoreAnswer, KeyStoreRequest } from './thread-messages.ts'

export interface KeyStoresOptions {
  /** V8's heap of a thread. */
  memoryLimitMb?: number
  /** How long one file may take. */
  deadlineMs?: number
  /** Files that are opened side by side: each keeps a core busy. */
  atOnce?: number
  /** Files that may wait, half of them of one tenant; those beyond are refused with OVERLOADED. */
  waitingMax?: number
  /** A thread without work ends after this time. */
  idleMs?: number
  countHeld?: CountHeld
}

/** Opens .p12 files in a thread, which starts with the first file. */
export function createKeyStores (
  { memoryLimitMb = 64, deadlineMs = 10_000, atOnce = 1, waitingMax = 20, idleMs = 10_000, countHeld = uncounted }:
  KeyStoresOptions = {}
): KeyStores {
  const gate = createGate({
    atOnce, waitingMax, waitingMaxEach: Math.ceil(waitingMax / 2),
    refusal: overloaded
  })
  const threads = createIdleThreads({ start, idleMs })
  countHeld('key_store', gate.held)

  function start () {
    return startWatchedThread<KeyStoreRequest, KeyStoreAnswer>({
      name: 'key-store-thread', from: import.meta.url, memoryLimitMb, tooLarge, tooLate: overloaded
    })
  }

  async function answerTo (request: KeyStoreRequest, signal: AbortSignal | undefined): Promise<KeyStoreAnswer> {
    signal?.throwIfAborted()
    const thread = threads.take()
    const onAbort = (): void => { thread.end(signal?.reason as Error) }
    signal?.addEventListener('abort', onAbort)
    try {
      return await thread.ask(request, { withinMs: deadlineMs, transfer: [request.bytes.buffer] })
    } finally {
      signal?.removeEventListener('abort', onAbort)
      threads.release(thread)
    }
  }

  return {
    open: (bytes, password, { tenantId, signal }) => gate.run(tenantId, async () =>
      openedBy(await answerTo({ bytes: Uint8Array.from(bytes), password }, signal)), signal)
  }
}

function openedBy (answer: KeyStoreAnswer): OpenedCertificate {
  if (answer.kind === 'refused') throw new CertificateError(answer.code, answer.message)
  const { privateKeyDer, certificateDer, ...facts } = answer.parts
  return {
    ...facts, privateKeyDer: Buffer.from(privateKeyDer.buffer), certificateDer: Buffer.from(certificateDer.buffer)
  }
}

function tooLarge (cause: Error): CertificateError {
  return new CertificateError('CERTIFICATE_FILE_MALFORMED', 'The file costs more memory to open than it may', { cause })
}

/**
 * Also the answer to a file that was not open in time. Its rounds are counted (`readPkcs12`), and half a second of CPU
 * is enough for all of them: it is the machine that was busy, and the file may be good.
 */
function overloaded (): ServiceError {
  return new ServiceError('OVERLOADED', { retryAfterSeconds: 5 })
}
