import { problemAt, ServiceError, type Sentence } from '../../shared/errors.ts'
import { isPublicHost } from '../../shared/public-addresses.ts'

const allowedPorts = new Set(['', '443', '8443'])

/**
 * Checks an address as far as possible before its name is resolved; the rest is checked at each delivery. With
 * `allowPrivate`, for development, plain http, any port and private addresses are accepted. Throws ServiceError
 * NOTIFICATION_URL_INVALID.
 */
export function parseTargetUrl (text: string, { allowPrivate }: { allowPrivate: boolean }): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['https:', 'http:'].includes(url.protocol)) throw refusal(sentences.malformed)
  if (url.username !== '' || url.password !== '') throw refusal(sentences.userInfo)
  if (!allowPrivate) mustBePublic(url)
  url.hash = ''
  return url
}

function mustBePublic (url: URL): void {
  if (url.protocol !== 'https:') throw refusal(sentences.notHttps)
  if (!allowedPorts.has(url.port)) throw refusal(sentences.port)
  if (!isPublicHost(url.hostname)) throw refusal(sentences.address)
}

function refusal (message: Sentence): ServiceError {
  return new ServiceError('NOTIFICATION_URL_INVALID', { problems: [problemAt('url', message)] })
}

const sentences = {
  malformed: { en: 'is not an https address', es: 'no es una dirección https' },
  userInfo: { en: 'must not contain a user or a password', es: 'no debe contener usuario ni contraseña' },
  notHttps: { en: 'must begin with https://', es: 'debe comenzar con https://' },
  port: { en: 'may only use ports 443 and 8443', es: 'sólo puede usar los puertos 443 y 8443' },
  address: { en: 'is not an address on the public internet', es: 'no es una dirección de la internet pública' }
} as const satisfies Record<string, Sentence>
