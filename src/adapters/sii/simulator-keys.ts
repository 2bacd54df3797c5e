import { z } from 'zod'

const answer = z.object({ caf: z.object({ keyId: z.int(), publicKeyPem: z.string() }) })

/** The public key that signs the simulator's CAFs, fetched once; none where there is no simulator. */
export function createSimulatorKeys (simulatorUrl: string | undefined) {
  let fetched: Promise<{ id: number, publicKey: string }[]> | undefined

  async function fetchKeys (baseUrl: string): Promise<{ id: number, publicKey: string }[]> {
    const response = await fetch(`${baseUrl}/simulator/keys`, { signal: AbortSignal.timeout(5000) })
    const { caf } = answer.parse(await response.json())
    return [{ id: caf.keyId, publicKey: caf.publicKeyPem }]
  }

  return async (): Promise<readonly { id: number, publicKey: string }[]> => {
    if (simulatorUrl === undefined) return []
    fetched ??= fetchKeys(simulatorUrl)
    try {
      return await fetched
    } catch (error) {
      fetched = undefined
      throw error
    }
  }
}
