import type { Environment } from '../../model/tax-authorities.ts'
import type { SiiTarget } from '../../services/ports.ts'

/** The three doors of the SII: documents, boletas, and the upload of boletas, which has a host of its own. */
export type SiiEndpoint = 'documents' | 'boletas' | 'boletaUploads'

const hosts = {
  certification: {
    documents: 'https://maullin.sii.cl', boletas: 'https://apicert.sii.cl', boletaUploads: 'https://pangal.sii.cl'
  },
  production: {
    documents: 'https://palena.sii.cl', boletas: 'https://api.sii.cl', boletaUploads: 'https://rahue.sii.cl'
  }
} as const satisfies Record<Environment, Record<SiiEndpoint, string>>

/**
 * Base address of a door; undefined when the target is the simulator and none is set up. The simulator serves all doors
 * at one address.
 */
export function baseAddress (
  target: Pick<SiiTarget, 'authority' | 'environment'>, door: SiiEndpoint, simulatorUrl: string | undefined
): string | undefined {
  if (target.authority === 'simulator') return simulatorUrl?.replace(/\/+$/, '')
  return hosts[target.environment][door]
}

/**
 * Namespace of a .jws service: the address of its certification or production host, regardless of who answers (WSDL,
 * targetNamespace).
 */
export function serviceNamespace (environment: Environment, path: string): string {
  return hosts[environment].documents + path
}
