import type { NotificationMessage, NotificationOutcome, NotificationSender } from '../../services/ports.ts'
import { postTo, type PostOptions } from '../addresses/post.ts'

const excerptCharacters = 200

/** Posts to addresses that tenants choose. Of the answer only its status and a short excerpt are kept. */
export function createNotificationSender (options: Omit<PostOptions, 'signal'>): NotificationSender {
  return {
    async post (message: NotificationMessage): Promise<NotificationOutcome> {
      const outcome = await postTo(message, options)
      return outcome.kind === 'failed'
        ? outcome
        : { kind: 'answered', httpStatus: outcome.httpStatus, excerpt: excerptOf(outcome.bytes) }
    }
  }
}

/** Control characters would stain whatever shows them, and PostgreSQL takes no NUL in a text. */
function excerptOf (bytes: Buffer): string {
  const text = bytes.subarray(0, excerptCharacters * 4).toString('utf8')
  return Array.from(text.replace(/[^\P{C}]+/gu, ' ').trim()).slice(0, excerptCharacters).join('')
}
