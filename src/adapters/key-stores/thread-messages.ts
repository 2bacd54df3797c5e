import type { OpenedCertificate } from '../../dte/signing/certificate.ts'
import type { CertificateErrorCode } from '../../dte/signing/file-errors.ts'

export interface KeyStoreRequest { bytes: Uint8Array<ArrayBuffer>, password: string, at: Date | undefined }

/** What a file holds, its bytes in memory of their own. */
export type OpenedParts =
  & Omit<OpenedCertificate, 'privateKeyDer' | 'certificateDer'>
  & Record<'privateKeyDer' | 'certificateDer', Uint8Array<ArrayBuffer>>

export type KeyStoreAnswer =
  | { kind: 'opened', parts: OpenedParts }
  | { kind: 'refused', code: CertificateErrorCode, message: string, encryption: string | undefined }
