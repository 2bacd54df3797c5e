import { join, resolve } from 'node:path'
import type { SiiCall } from '../../adapters/sii/client.ts'
import { createSiiGateway } from '../../adapters/sii/gateway.ts'
import type { Config } from '../config/config.ts'
import { signSeed } from '../../dte/signing/seed.ts'
import type { Clock, SiiGateway } from '../../services/ports.ts'
import type { Simulator } from '../../../sii-simulator/index.ts'

/** The SII with the settings of the server. */
export function siiGatewayOf (
  config: Config,
  { clock, simulatorUrl, onCall }: {
    clock: Clock, simulatorUrl: string | undefined, onCall?: ((call: SiiCall) => void) | undefined
  }
): SiiGateway {
  return createSiiGateway({
    clock,
    onCall,
    signSeed,
    simulatorUrl,
    registryToken: config.SII_REGISTRY_TOKEN,
    timeouts: { uploadMs: config.SII_UPLOAD_TIMEOUT_SECONDS * 1000, queryMs: config.SII_TIMEOUT_SECONDS * 1000 }
  })
}

/**
 * The simulator of the settings, or that of an embedded database, which runs until `close`. It is another program:
 * its code is loaded only where it runs.
 */
export async function simulatorOf (
  config: Config, listen = (simulator: Simulator): Promise<string> => simulator.listen()
): Promise<{ url: string | undefined, close: () => Promise<void> }> {
  if (config.SII_SIMULATOR_URL !== undefined || !config.embedded) {
    return { url: config.SII_SIMULATOR_URL, close: async () => {} }
  }
  const { createSimulator } = await import('../../../sii-simulator/index.ts')
  const simulator = await createSimulator({ dataDir: join(resolve(config.DATA_DIR), 'sii-simulator') })
  try {
    return { url: await listen(simulator), close: () => simulator.close() }
  } catch (error) {
    await simulator.close()
    throw error
  }
}
