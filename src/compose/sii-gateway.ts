import { join, resolve } from 'node:path'
import type { SiiCall } from '../adapters/sii/client.ts'
import { createSiiGateway } from '../adapters/sii/gateway.ts'
import type { Config } from '../config/config.ts'
import { signSeed } from '../dte/signing/seed.ts'
import type { Clock, SiiGateway } from '../services/ports.ts'
import { createSimulator } from '../sii-simulator/simulator.ts'

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

/** For a command: the simulator of the settings, or that of an embedded database, which runs until `close`. */
export async function simulatorOf (config: Config): Promise<{ url: string | undefined, close: () => Promise<void> }> {
  if (config.SII_SIMULATOR_URL !== undefined || !config.embedded) {
    return { url: config.SII_SIMULATOR_URL, close: async () => {} }
  }
  const simulator = await createSimulator({ dataDir: join(resolve(config.DATA_DIR), 'sii-simulator') })
  return { url: await simulator.listen(), close: () => simulator.close() }
}
