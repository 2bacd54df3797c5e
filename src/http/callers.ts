import type { Socket } from 'node:net'
import { callerNetwork } from '../shared/ip-ranges.ts'
import type { Goer } from '../shared/turns.ts'

// A tenant's id never begins so.
const mark = 'at '

// Callers who are neither: work above tenants that somebody waits for, as a sign-in, and tasks of the worker.
const aboveTenants = 'above tenants'
const taskMark = 'task of '

/** The caller in whose turn work goes on after a wait of its own. */
export function callerGoingOn ({ tenantId, isTask }: Goer): string {
  return isTask ? `${taskMark}${tenantId ?? ''}` : tenantId ?? aboveTenants
}

export type CallerGroup = 'tenants' | 'strangers' | 'above' | 'tasks'

/** Groups share the time equally, whoever and how many they are of. */
export function groupOf (caller: string): CallerGroup {
  if (isStranger(caller)) return 'strangers'
  if (caller === aboveTenants) return 'above'
  return caller.startsWith(taskMark) ? 'tasks' : 'tenants'
}

// The tenant that a connection proved to be of; undefined once it was of several.
const tenants = new WeakMap<Socket, string | undefined>()

/** The caller in whose turn work is done that no tenant is known for. */
export function strangerAt (address: string): string {
  return `${mark}${callerNetwork(address)}`
}

export function isStranger (caller: string): boolean {
  return caller.startsWith(mark)
}

/**
 * Notes that a request of the connection proved to be of a tenant: those after it begin in the tenant's turn, so that
 * its clients have one turn together, from however many addresses they come. A connection that carries the requests of
 * several tenants, as a proxy's does, belongs to none of them for good: none should wait behind another's, or have it
 * wait.
 */
export function noteTenant (socket: Socket, tenantId: string): void {
  tenants.set(socket, !tenants.has(socket) || tenants.get(socket) === tenantId ? tenantId : undefined)
}

/**
 * Notes that a request of the connection failed to prove its tenant. The tenant no longer answers for it: its key may
 * be revoked.
 */
export function noteRefused (socket: Socket): void {
  if (tenants.get(socket) !== undefined) tenants.delete(socket)
}

/** Who a connection is known to be; its network while that is no tenant. */
export function callerAt (socket: Socket): string {
  return tenants.get(socket) ?? strangerAt(socket.remoteAddress ?? '')
}
