import { z } from 'zod'
import type { RehearsalCaf, RehearsalCertificate, SimulatorClient } from '../../services/ports.ts'
import { ServiceError } from '../../shared/errors.ts'
import { timeoutSignal } from '../../shared/timeout-signal.ts'
import { baseAddress } from './endpoints.ts'

interface CafKey { id: number, publicKey: string }

const answer = z.object({ caf: z.object({ keyId: z.int(), publicKeyPem: z.string() }) })
const timeoutMs = 10_000

/**
 * Simulator operations that are not part of the SII's protocols. Every method throws ServiceError SIMULATOR_UNAVAILABLE
 * if there is no simulator, or it does not answer.
 */
export function createSimulatorClient (simulatorUrl: string | undefined): SimulatorClient {
  const address = baseAddress({ authority: 'simulator', environment: 'certification' }, 'documents', simulatorUrl)
  let fetched: Promise<readonly CafKey[]> | undefined

  async function exchange (path: string, init: RequestInit): Promise<Response> {
    if (address === undefined) throw new ServiceError('SIMULATOR_UNAVAILABLE')
    const limit = timeoutSignal(timeoutMs)
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit
    const response = await fetch(`${address}/simulator${path}`, { ...init, signal }).catch((error: unknown) => {
      init.signal?.throwIfAborted()
      throw unavailable(error)
    })
    if (response.ok) return response
    throw unavailable(new Error(`${path}: ${response.status} ${(await response.text()).slice(0, 500)}`))
  }

  async function order (path: string, body: object, signal: AbortSignal | undefined): Promise<Buffer> {
    const response = await exchange(path, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
      ...(signal && { signal })
    })
    return Buffer.from(await response.arrayBuffer())
  }

  async function fetchKeys (): Promise<readonly CafKey[]> {
    const { caf } = answer.parse(await (await exchange('/keys', {})).json())
    return [{ id: caf.keyId, publicKey: caf.publicKeyPem }]
  }

  return {
    async cafKeys () {
      if (address === undefined) return []
      fetched ??= fetchKeys()
      try {
        return await fetched
      } catch (error) {
        fetched = undefined
        throw error
      }
    },
    certificate: ({ validFrom, validTo, ...rest }: RehearsalCertificate, signal) =>
      order('/certificates', { ...rest, validFrom: validFrom.toISOString(), validTo: validTo.toISOString() }, signal),
    caf: (wanted: RehearsalCaf, signal) => order('/cafs', wanted, signal)
  }
}

function unavailable (cause: unknown): ServiceError {
  return new ServiceError('SIMULATOR_UNAVAILABLE', { cause })
}
