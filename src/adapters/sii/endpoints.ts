import type { Environment } from '../../model/tax-authorities.ts'
import type { SiiTarget } from '../../services/ports.ts'

/** The SII's three endpoints: documents, boletas, and boleta uploads (on a separate host). */
export type SiiEndpoint = 'documents' | 'boletas' | 'boletaUploads'

const hosts = {
  certification: {
    documents: 'https://maullin.sii.cl', boletas: 'https://apicert.sii.cl', boletaUploads: 'https://pangal.sii.cl'
  },
  production: {
    documents: 'https://palena.sii.cl', boletas: 'https://api.sii.cl', boletaUploads: 'https://rahue.sii.cl'
  }
} as const satisfies Record<Environment, Record<SiiEndpoint, string>>

/** The base address of an endpoint; undefined for the simulator without an address, which serves all three at one. */
export function baseAddress (
  target: Pick<SiiTarget, 'authority' | 'environment'>, endpoint: SiiEndpoint, simulatorUrl: string | undefined
): string | undefined {
  if (target.authority === 'simulator') return simulatorUrl?.replace(/\/+$/, '')
  return hosts[target.environment][endpoint]
}

/**
 * Namespace of a .jws service: the address of its certification or production host, regardless of who answers (WSDL,
 * targetNamespace).
 */
export function serviceNamespace (environment: Environment, path: string): string {
  return hosts[environment].documents + path
}
