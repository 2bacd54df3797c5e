import type { IncomingHttpHeaders } from 'node:http'
import type { TenantKeys } from '../services/actor.ts'

/** The headers in which a tenant's keys travel, with their descriptions for the contract. */
export const keyHeaders = {
  tenantCode: { name: 'X-Tenant-Code', description: 'Tenant code.' },
  accessKey: { name: 'X-Access-Key', description: 'Access key.' },
  secretKey: { name: 'X-Secret-Key', description: 'Secret key.' }
} as const

const longest = 200

/** The keys in the headers of a request; undefined unless there are all three. */
export function keysInHeaders (headers: IncomingHttpHeaders): TenantKeys | undefined {
  const { tenantCode, accessKey, secretKey } = keyHeaders
  const [code, access, secret] = [tenantCode, accessKey, secretKey].map(({ name }) => headers[name.toLowerCase()])
  return isOne(code) && isOne(access) && isOne(secret)
    ? { tenantCode: code, accessKey: access, secretKey: secret }
    : undefined
}

/** Whether a request speaks for itself with keys: a bearer token comes first. */
export function showsKeys (headers: IncomingHttpHeaders): boolean {
  return headers.authorization === undefined &&
    Object.values(keyHeaders).some(({ name }) => headers[name.toLowerCase()] !== undefined)
}

function isOne (value: string | string[] | undefined): value is string {
  return typeof value === 'string' && value.length >= 1 && value.length <= longest
}
