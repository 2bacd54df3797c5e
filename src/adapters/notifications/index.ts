import { isPublicAddress } from '../../shared/public-addresses.ts'
import type { NotificationSender } from '../../services/ports.ts'
import { resolveByMachine, resolveByNameServers } from './resolve.ts'
import { createNotificationSender } from './sender.ts'

const limits = { timeoutMs: 5000, maxAnswerBytes: 64 * 1024 }

/**
 * Posts notifications to the public internet; with `allowPrivate`, for development, to this machine and its network as
 * well.
 */
export function createNotificationPost ({ allowPrivate }: { allowPrivate: boolean }): NotificationSender {
  return allowPrivate
    ? createNotificationSender({ ...limits, resolve: resolveByMachine, isAllowed: () => true })
    : createNotificationSender({ ...limits, resolve: resolveByNameServers, isAllowed: isPublicAddress })
}
