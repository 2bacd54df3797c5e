import type { SendMailOptions } from 'nodemailer'
import type { MailMessage } from '../../services/ports.ts'

/** A mail as nodemailer takes it. Addresses go in as parts, so that no text of theirs can begin a header of its own. */
export function contentOf (mail: MailMessage, from: string): SendMailOptions {
  const { name, address } = partsOf(from)
  return {
    messageId: `<${mail.id}@${address.split('@')[1] ?? 'localhost'}>`,
    date: mail.date,
    from: { name: mail.fromName ?? name, address },
    to: mail.to.split(', ').map((address) => ({ name: '', address })),
    ...(mail.replyTo === undefined ? {} : { replyTo: { name: '', address: mail.replyTo } }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: mail.attachments.map(({ fileName, mediaType, bytes, contentId }) => ({
      filename: fileName, contentType: mediaType, content: bytes,
      ...contentId === undefined ? {} : { cid: contentId, contentDisposition: 'inline' as const }
    })),
    // RFC 3834: suppress automatic replies such as out-of-office messages.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true
  }
}

function partsOf (from: string): { name: string, address: string } {
  const [, name = '', address = from] = /^\s*"?(.*?)"?\s*<([^<>\s]+)>\s*$/.exec(from) ?? []
  return { name, address }
}
