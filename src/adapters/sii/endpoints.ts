import type { Environment } from '../../model/tax-authorities.ts'
import type { SiiTarget } from '../../services/ports.ts'

/** The SII's hosts: documents, boletas, boleta uploads, and the registry of acceptance and claims. */
export type SiiEndpoint = 'documents' | 'boletas' | 'boletaUploads' | 'registry'

const hosts = {
  certification: {
    documents: 'https://maullin.sii.cl', boletas: 'https://apicert.sii.cl', boletaUploads: 'https://pangal.sii.cl',
    registry: 'https://ws2.sii.cl'
  },
  production: {
    documents: 'https://palena.sii.cl', boletas: 'https://api.sii.cl', boletaUploads: 'https://rahue.sii.cl',
    registry: 'https://ws1.sii.cl'
  }
} as const satisfies Record<Environment, Record<SiiEndpoint, string>>

/** The base address of an endpoint; undefined for the simulator without an address, which serves all at one. */
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
