import { ConfigError } from './config.ts'

/** Why the program does not start, in words for whoever started it. */
export function startFailure (error: unknown): string {
  if (error instanceof ConfigError) return `The settings are wrong:\n${error.message}\n`
  if (!(error instanceof Error)) return `${String(error)}\n`
  if (isTaken(error)) {
    return `Another program listens on ${error.address}:${error.port} already. Choose another port with PORT, METRICS_PORT or SII_SIMULATOR_PORT; 0 takes a free one.\n`
  }
  return `${error.stack ?? error.message}\n`
}

function isTaken (error: Error): error is Error & { address: string, port: number } {
  return 'code' in error && error.code === 'EADDRINUSE' && 'address' in error && 'port' in error
}
