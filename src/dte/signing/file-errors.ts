export type CafErrorCode =
  'FOLIO_FILE_DOCTYPE' | 'FOLIO_FILE_MALFORMED' | 'FOLIO_TYPE_UNSUPPORTED' | 'FOLIO_RANGE_INVALID' |
  'FOLIO_DATE_INVALID' | 'FOLIO_SIGNATURE_INVALID' | 'FOLIO_ENVIRONMENT_MISMATCH' | 'FOLIO_KEY_MISMATCH'

/** A CAF that cannot be used. The code has its public sentence in the table of errors; the message is for the log. */
export class CafError extends Error {
  readonly code: CafErrorCode

  constructor (code: CafErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CafError'
    this.code = code
  }
}

export type CertificateErrorCode =
  'CERTIFICATE_FILE_MALFORMED' | 'CERTIFICATE_PASSWORD_WRONG' | 'CERTIFICATE_KEY_MISSING' |
  'CERTIFICATE_KEY_UNSUPPORTED' | 'CERTIFICATE_HOLDER_UNKNOWN' | 'CERTIFICATE_ENCRYPTION_UNSUPPORTED' |
  'CERTIFICATE_NOT_FOR_SIGNING'

/** A certificate that cannot be used for signing. The message never holds anything of the key or of the password. */
export class CertificateError extends Error {
  readonly code: CertificateErrorCode
  /** The name of the encryption that is not supported. */
  readonly encryption: string | undefined

  constructor (code: CertificateErrorCode, message: string, options: ErrorOptions & { encryption?: string } = {}) {
    super(message, options)
    this.name = 'CertificateError'
    this.code = code
    this.encryption = options.encryption
  }
}

export function wrongPassword (message: string, cause?: unknown): CertificateError {
  return new CertificateError('CERTIFICATE_PASSWORD_WRONG', message, { cause })
}

export function malformed (message: string, cause?: unknown): CertificateError {
  return new CertificateError('CERTIFICATE_FILE_MALFORMED', message, { cause })
}

/** `encryption` is the name of what is not supported, such as RC5-CBC. */
export function unsupportedEncryption (encryption: string): CertificateError {
  return new CertificateError('CERTIFICATE_ENCRYPTION_UNSUPPORTED', `The file is encrypted with ${encryption}`, {
    encryption
  })
}
