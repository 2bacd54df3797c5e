import { createKeyStores } from '../../adapters/key-stores/key-stores.ts'
import { checkHosts, type CheckSettings, checkSessions } from '../../adapters/sii/check/connection-check.ts'
import type { SiiCall } from '../../adapters/sii/client.ts'
import type { Config } from '../config/config.ts'
import { type Environment, simulatorAuthority } from '../../model/tax-authorities.ts'
import { targetWith } from '../../services/invoicing/target.ts'
import type { SiiConnectionFinding } from '../../services/ports.ts'
import { createSealing } from '../../services/secrets/sealing.ts'
import { createCertificates } from '../../services/tenants/certificates.ts'
import { tenantOf } from '../../services/tenants/operator.ts'
import { type OperatorPlace, onDatabase } from './operator.ts'
import { siiGatewayOf, simulatorOf } from './sii-gateway.ts'

/** Without a tenant, only the hosts of the environment; without an environment, that of the tenant. */
export interface SiiCheckOrder { tenantCode: string | undefined, environment: Environment | undefined }

/** Checks the connection to the SII, and changes nothing. Throws OperatorError. */
export async function checkSii (
  config: Config, { tenantCode, environment }: SiiCheckOrder
): Promise<SiiConnectionFinding[]> {
  if (tenantCode === undefined) {
    const place = { authority: 'sii', environment: environment ?? 'certification' } as const
    return await checkHosts(place, settingsOf(config, undefined))
  }
  return await onDatabase(config, async (place) => {
    const simulator = await simulatorOf(config)
    try {
      return await checkTenant(config, place, { tenantCode, environment, simulatorUrl: simulator.url })
    } finally {
      await simulator.close()
    }
  })
}

async function checkTenant (
  config: Config, { store, clock }: OperatorPlace,
  { tenantCode, environment, simulatorUrl }: SiiCheckOrder & { tenantCode: string, simulatorUrl: string | undefined }
): Promise<SiiConnectionFinding[]> {
  const tenantId = await store.asPlatform((platform) => tenantOf(platform, tenantCode))
  const found = await store.asTenant(tenantId, ({ tenant }) => tenant.get())
  const { certificateOf } = createCertificates({
    store, sealing: createSealing({ masterKeys: config.MASTER_KEY }), keyStores: createKeyStores(), clock,
    onWork: () => {}
  })
  const place = { taxAuthority: found.taxAuthority, environment: environment ?? found.environment }
  const hosts = checkHosts(
    { authority: place.taxAuthority === simulatorAuthority ? 'simulator' : 'sii', environment: place.environment },
    settingsOf(config, simulatorUrl)
  )
  const certificate = await certificateOf(tenantId, clock())
  if (!certificate) return [...await hosts, noCertificate]
  const calls: SiiCall[] = []
  const gateway = siiGatewayOf(config, { clock, simulatorUrl, onCall: (call) => { calls.push(call) } })
  const sessions = checkSessions({ gateway, calls, target: targetWith(certificate, place), taxNumber: found.taxNumber })
  return [...await hosts, ...await sessions]
}

const noCertificate: SiiConnectionFinding = {
  check: 'certificate', level: 'problem', detail: 'the tenant has none that is valid today',
  remedy: 'Upload the certificate of a person authorised for the company (docs/folios-and-certificate.md).'
}

function settingsOf (
  { SII_REGISTRY_TOKEN, SII_TIMEOUT_SECONDS }: Config, simulatorUrl: string | undefined
): CheckSettings {
  return { simulatorUrl, registryToken: SII_REGISTRY_TOKEN, timeoutMs: SII_TIMEOUT_SECONDS * 1000 }
}
