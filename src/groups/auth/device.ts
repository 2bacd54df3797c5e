import type { FastifyRequest } from 'fastify'
import type { Device } from '../../services/access/user-sessions.ts'

/** Where a request comes from, as the list of sessions shows it. */
export function deviceOf ({ ip, headers }: FastifyRequest): Device {
  return { address: ip, userAgent: headers['user-agent'] }
}
