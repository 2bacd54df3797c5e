import type { ClientRequest } from 'node:http'

const mostInformational = 2

/**
 * Ends a request whose server sends a third informational answer (1xx) instead of its own: any number may come before
 * it [RFC 9110, 15.2], and each costs as much to parse. Node limits the size of a head by itself.
 */
export function limitHead (request: ClientRequest): void {
  let informational = 0
  request.on('information', () => {
    informational += 1
    if (informational > mostInformational) request.destroy(new Error('informational answers without end'))
  })
}
