import { ConfigError } from '../config/config.ts'
import { OperatorError } from '../../shared/operator-error.ts'

const whereSettingsComeFrom =
  'Settings are environment variables, or lines of .env in the folder where Timbre starts; docs/configuration.md explains each.'

/**
 * Why the program does not start, in words for the person who started it.
 *
 * @param withDetails adds the stack, with its causes
 */
export function startFailure (error: unknown, { withDetails = false } = {}): string {
  const details = withDetails ? `${detailsOf(error)}\n` : ''
  if (error instanceof ConfigError) return `Invalid settings:\n${error.message}\n${whereSettingsComeFrom}\n${details}`
  if (error instanceof OperatorError) return `Timbre does not start. ${error.message}\n${details}`
  const message = error instanceof Error ? error.message : String(error)
  const hint = withDetails ? '' : ' LOG_LEVEL=debug shows where.'
  return `Timbre does not start: ${message.trim().replace(/\.$/, '')}.${hint}\n${details}`
}

function detailsOf (error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const own = error.stack ?? error.message
  return error.cause === undefined ? own : `${own}\nCaused by: ${detailsOf(error.cause)}`
}
