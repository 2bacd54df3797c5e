/**
 * The thread that opens .p12 files, one after another. A file says itself how many rounds of hashing its password
 * takes, so it is opened apart from the thread that answers, which ends this one when it takes too long.
 */
import { parentPort } from 'node:worker_threads'
import { type OpenedCertificate, openPkcs12 } from '../../dte/signing/certificate.ts'
import { CertificateError, type CertificateErrorCode } from '../../dte/signing/file-errors.ts'

export interface KeyStoreRequest { bytes: Uint8Array<ArrayBuffer>, password: string, at: Date | undefined }

/** What a file holds, its bytes in memory of their own. */
export type OpenedParts =
  & Omit<OpenedCertificate, 'privateKeyDer' | 'certificateDer'>
  & Record<'privateKeyDer' | 'certificateDer', Uint8Array<ArrayBuffer>>

export type KeyStoreAnswer =
  | { kind: 'opened', parts: OpenedParts }
  | { kind: 'refused', code: CertificateErrorCode, message: string, encryption: string | undefined }

function open ({ bytes, password, at }: KeyStoreRequest): OpenedParts {
  const { privateKeyDer, certificateDer, ...facts } = openPkcs12(Buffer.from(bytes.buffer), password, at)
  const parts = {
    ...facts, privateKeyDer: Uint8Array.from(privateKeyDer), certificateDer: Uint8Array.from(certificateDer)
  }
  privateKeyDer.fill(0)
  return parts
}

function answer (answer: KeyStoreAnswer, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(answer, transfer)
}

parentPort?.on('message', (request: KeyStoreRequest) => {
  try {
    const parts = open(request)
    // Handed over, not copied: nothing of the key stays here but what the collector has yet to take.
    answer({ kind: 'opened', parts }, [parts.privateKeyDer.buffer, parts.certificateDer.buffer])
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error
    const { code, message, encryption } = error
    answer({ kind: 'refused', code, message, encryption })
  }
})
