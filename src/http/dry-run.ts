import { problemAt, ServiceError } from '../shared/errors.ts'

/**
 * What the header X-Dry-Run says. Anything but true or false is refused: a client that mistypes it must not issue a
 * legal document by accident. Throws ServiceError VALIDATION_FAILED.
 */
export function asksForDryRun (header: string | string[] | undefined): boolean {
  if (header === undefined) return false
  const said = String(header).toLowerCase()
  if (said === 'true' || said === 'false') return said === 'true'
  throw new ServiceError('VALIDATION_FAILED', {
    problems: [problemAt('X-Dry-Run', { en: 'must be true or false', es: 'debe ser true o false' })]
  })
}
