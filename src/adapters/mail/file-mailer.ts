import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Mailer } from '../../services/ports.ts'
import { contentOf } from './content.ts'

/** Keeps every mail as `<id>.eml` in a folder that only its owner can read, where any mail program opens it. */
export function createFileMailer ({ folder, from }: { folder: string, from: string }): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    available: true,
    reachesPeople: false,

    async send (mail) {
      try {
        const { message } = await transport.sendMail(contentOf(mail, from))
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeFile(join(folder, `${mail.id}.eml`), message, { mode: 0o600 })
        return { kind: 'sent' }
      } catch (error) {
        return {
          kind: 'notSent',
          cause: error instanceof Error && 'code' in error ? String(error.code) : 'the file could not be written'
        }
      }
    },

    close: () => {}
  }
}
