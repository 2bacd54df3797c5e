import { ConfigError } from './config.ts'

/** Why the program does not start, for the person who started it. */
export function startFailure (error: unknown): string {
  if (error instanceof ConfigError) return `Invalid settings:\n${error.message}\n`
  if (!(error instanceof Error)) return `${String(error)}\n`
  if (isTaken(error)) {
    return `Port ${error.port} on ${error.address} is already in use. Set PORT, METRICS_PORT or SII_SIMULATOR_PORT to another one, or to 0 for any free port.\n`
  }
  return `${error.stack ?? error.message}\n`
}

function isTaken (error: Error): error is Error & { address: string, port: number } {
  return 'code' in error && error.code === 'EADDRINUSE' && 'address' in error && 'port' in error
}
