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
  'CERTIFICATE_KEY_UNSUPPORTED' | 'CERTIFICATE_HOLDER_UNKNOWN'

/** A certificate that cannot be used for signing. The message never holds anything of the key or of the password. */
export class CertificateError extends Error {
  readonly code: CertificateErrorCode

  constructor (code: CertificateErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CertificateError'
    this.code = code
  }
}
