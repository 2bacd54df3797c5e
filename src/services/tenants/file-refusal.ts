import { CafError, CertificateError } from '../../dte/signing/file-errors.ts'
import { ServiceError } from '../../shared/errors.ts'

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
  if (error instanceof CafError || error instanceof CertificateError) {
    return new ServiceError(error.code, { cause: error })
  }
  return error
}
