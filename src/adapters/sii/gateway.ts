import type { Clock, SiiGateway } from '../../services/ports.ts'
import { createClient, type SiiCall, type SiiTimeouts } from './client.ts'
import { createDocumentStatus } from './document-status.ts'
import { createEnvelopeStatus } from './envelope-status.ts'
import { createRegistry, type RegistryTokenOrigin } from './registry.ts'
import { createReasonsRequest } from './reasons-request.ts'
import { createSessions } from './session.ts'
import { createTokens, type SignSeed } from './token.ts'
import { createUpload } from './upload.ts'

export interface SiiGatewaySettings {
  clock: Clock
  signSeed: SignSeed
  timeouts: SiiTimeouts
  /** Base address of the simulator, where one is set up. */
  simulatorUrl?: string | undefined
  /** Which environment gives the token for the registry's certification host: production by default. */
  registryToken?: RegistryTokenOrigin | undefined
  /** Called after every call, for the metrics. */
  onCall?: ((call: SiiCall) => void) | undefined
}

/** The SII over its real wire: SOAP and DTEUpload for documents, REST for boletas; the simulator speaks the same. */
export function createSiiGateway (
  { clock, signSeed, timeouts, simulatorUrl, registryToken, onCall }: SiiGatewaySettings
): SiiGateway {
  const client = createClient({ simulatorUrl, timeouts, onCall })
  const sessions = createSessions(createTokens({ client, clock, signSeed }))
  return {
    upload: createUpload({ client, sessions }),
    envelopeStatus: createEnvelopeStatus({ client, sessions }),
    documentStatus: createDocumentStatus({ client, sessions }),
    requestReasons: createReasonsRequest({ client, sessions }),
    registry: createRegistry({ client, sessions, tokenOrigin: registryToken })
  }
}
