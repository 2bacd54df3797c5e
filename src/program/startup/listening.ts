import { OperatorError } from '../../shared/operator-error.ts'

/** The setting that names the port, and what it is set to. */
export interface ListenAddress { setting: 'PORT' | 'METRICS_PORT' | 'SII_SIMULATOR_PORT', port: number, host: string }

/** Opens a listening socket. Throws OperatorError for a port or a host that cannot be used. */
export async function listening<T> (place: ListenAddress, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen()
  } catch (error) {
    const sentence = sentenceOf((error as NodeJS.ErrnoException).code, place)
    throw sentence === undefined ? error : new OperatorError(sentence, { cause: error })
  }
}

function sentenceOf (code: string | undefined, { setting, port, host }: ListenAddress): string | undefined {
  switch (code ?? '') {
    case 'EADDRINUSE':
      return `${setting}: another program listens on ${host}:${port} already; is Timbre running? Stop it, or set ${setting} to another port (0 takes a free one).`
    case 'EACCES':
      return `${setting}: this account may not listen on port ${port}. Set ${setting} to 1024 or higher.`
    case 'EADDRNOTAVAIL':
    case 'EINVAL':
      return `HOST: this machine does not have the address ${host}. Use 127.0.0.1, 0.0.0.0 for all IPv4 addresses, or one of its own.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST: there is no host "${host}". Use an address of this machine, 127.0.0.1 or 0.0.0.0.`
    default:
      return undefined
  }
}
