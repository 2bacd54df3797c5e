import type { NotificationSender } from '../../services/ports.ts'
import { outgoingAddresses } from '../addresses/outgoing.ts'
import { createNotificationSender } from './sender.ts'

const limits = { timeoutMs: 5000, maxAnswerBytes: 64 * 1024 }

/**
 * Posts notifications to the public internet; with `allowPrivate`, for development, to this machine and its network as
 * well.
 */
export function createNotificationPost (
  { allowPrivate, timeoutMs = limits.timeoutMs }: { allowPrivate: boolean, timeoutMs?: number | undefined }
): NotificationSender {
  return createNotificationSender({ ...limits, timeoutMs, ...outgoingAddresses({ allowPrivate }) })
}
