import { fork } from 'node:child_process'
import { once } from 'node:events'

export interface Keys { tenantCode: string, accessKey: string, secretKey: string }

export interface Load {
  /** Connections are spread over them. */
  urls: string[]
  tenants: Keys[]
  lines: number
  seconds: number
  /** Connections. */
  inFlight: number
  /** Documents a second, sent when they are due; without it each connection posts as soon as it is answered. */
  perSecond?: number | undefined
  /** Tenants take turns; the first one decides whose turn it is. */
  firstTurn: number
  keepAnswers: boolean
}

/** What an answer promised. */
export interface Acknowledgement {
  /** The index of the tenant in the load. */
  tenant: number
  variant: number
  correlationId: string
  folio: number
  total: number
}

export interface Outcome {
  documents: number
  seconds: number
  /** Milliseconds. */
  p50: number
  p99: number
  slowest: number
  /** Seconds. */
  clientCpu: number
  /** By status and code. */
  errors: Record<string, number>
  acknowledgements: Acknowledgement[]
  nextTurn: number
}

export type LoadClient = ReturnType<typeof startLoadClient>

/** The load client in a process of its own, which stays the same for all loads. */
export function startLoadClient () {
  const child = fork('bench/save/load-client.ts', { execArgv: ['--import', 'tsx'] })
  const died = once(child, 'exit').then(() => { throw new Error('the load client ended') })
  died.catch(() => {})
  return {
    async run (load: Load): Promise<Outcome> {
      const answered = once(child, 'message') as Promise<[{ outcome?: Outcome, failure?: string }]>
      child.send(load)
      const [{ outcome, failure }] = await Promise.race([answered, died])
      if (!outcome) throw new Error(failure)
      return outcome
    },
    stop: (): void => { child.disconnect() }
  }
}
