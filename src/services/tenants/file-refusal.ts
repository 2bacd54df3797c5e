import { CafError, CertificateError } from '../../dte/signing/file-errors.ts'
import { type Problem, problemAt, ServiceError } from '../../shared/errors.ts'

/** Does the work, and turns the refusal of a CAF or a certificate into the public error of the same code. */
export function refusingFiles<T> (work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw publicRefusal(error)
  }
}

/** The public error of the same code, for the refusal of a CAF or a certificate; any other error as it is. */
export function publicRefusal (error: unknown): unknown {
  if (error instanceof CafError) return new ServiceError(error.code, { cause: error })
  if (error instanceof CertificateError) {
    return new ServiceError(error.code, { problems: encryptionProblems(error), cause: error })
  }
  return error
}

// OpenSSL's legacy provider opens nearly every file; what it writes by default is AES-256.
const exportAgain =
  'openssl pkcs12 -legacy -in certificado.p12 -nodes -out certificado.pem && ' +
  'openssl pkcs12 -export -in certificado.pem -out certificado-aes.p12'

/** The name of an encryption that is not supported, and what to do. */
function encryptionProblems ({ encryption }: CertificateError): Problem[] {
  if (encryption === undefined) return []
  return [problemAt('File', {
    en: `is encrypted with ${encryption}, which is not supported. Export it again with AES-256: ${exportAgain}`,
    es: `está cifrado con ${encryption}, que no se admite. Expórtelo de nuevo con AES-256: ${exportAgain}`
  })]
}
