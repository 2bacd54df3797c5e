import { element } from '../xml/canonical.ts'
import { digestOf, type Signer, signWholeDocument } from './signature.ts'

/**
 * The answer to a seed of the SII: getToken with an enveloped signature over the whole of it, ready to be exchanged
 * for a token by GetTokenFromSeed and by boleta.electronica.token [S7], [S13].
 */
export function signSeed (seed: string, credential: Signer): string {
  const content = `<getToken><item>${element('Semilla', seed)}</item>`
  const { xml } = signWholeDocument(digestOf(`${content}</getToken>`), credential)
  return `<?xml version="1.0"?>\n${content}${xml}</getToken>`
}
