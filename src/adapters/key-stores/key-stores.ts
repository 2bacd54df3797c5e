import type { OpenedCertificate } from '../../dte/signing/certificate.ts'
import { CertificateError } from '../../dte/signing/file-errors.ts'
import type { KeyStores } from '../../services/ports.ts'
import type { CountHeld } from '../../shared/held.ts'
import { createAnsweringThreads } from '../threads/answering-threads.ts'
import type { KeyStoreAnswer, KeyStoreRequest } from './key-store-thread.ts'

export interface KeyStoresOptions {
  /** V8's heap of a thread. */
  memoryLimitMb?: number
  /**
   * How long one file may take. Its rounds are counted (`readPkcs12`), and three seconds of CPU are enough for all of
   * them: where it takes longer the machine was busy, and the file may be good.
   */
  deadlineMs?: number
  /** Files that are opened side by side: each keeps a core busy. */
  limit?: number
  /** Files that may wait, half of them of one tenant; those beyond are refused with OVERLOADED. */
  queueLimit?: number
  countHeld?: CountHeld
}

/** Opens .p12 files in a thread, which starts with the first file. */
export function createKeyStores (
  { memoryLimitMb = 64, deadlineMs = 20_000, limit, queueLimit = 20, countHeld }: KeyStoresOptions = {}
): KeyStores {
  const threads = createAnsweringThreads<KeyStoreRequest, KeyStoreAnswer>({
    name: 'key-store-thread', from: import.meta.url, memoryLimitMb, deadlineMs, limit, queueLimit,
    held: 'key_store', countHeld, tooLarge
  })

  return {
    open: async (bytes, password, caller) => openedBy(
      await threads.ask(() => {
        const copy = Uint8Array.from(bytes)
        return { question: { bytes: copy, password, at: caller.at }, transfer: [copy.buffer] }
      }, caller)
    )
  }
}

function openedBy (answer: KeyStoreAnswer): OpenedCertificate {
  if (answer.kind === 'refused') {
    const { code, message, encryption } = answer
    throw new CertificateError(code, message, encryption === undefined ? {} : { encryption })
  }
  const { privateKeyDer, certificateDer, ...facts } = answer.parts
  return {
    ...facts, privateKeyDer: Buffer.from(privateKeyDer.buffer), certificateDer: Buffer.from(certificateDer.buffer)
  }
}

function tooLarge (cause: Error): CertificateError {
  return new CertificateError('CERTIFICATE_FILE_MALFORMED', 'The file costs more memory to open than it may', { cause })
}
