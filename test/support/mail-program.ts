import type { PdfRenderer } from '../../src/services/ports.ts'
import { readMail, startMailCatcher } from './mail-catcher.ts'
import { startProgram } from './program.ts'
import { defined, first } from './expecting.ts'

export type MailProgram = Awaited<ReturnType<typeof startMailProgram>>

export const publicUrl = 'https://facturas.example/timbre'

/** The whole program with a mail server that catches what it sends. */
export async function startMailProgram (settings: Record<string, string> = {}, renderer?: PdfRenderer) {
  const catcher = await startMailCatcher()
  const program = await startProgram({
    settings: {
      SMTP_URL: catcher.url, MAIL_FROM: 'Timbre <no-reply@timbre.example>', PUBLIC_URL: publicUrl, LOG_LEVEL: 'trace',
      ...settings
    },
    renderer
  })

  /** The mails to an address once there are so many of them. */
  async function mailsTo (address: string, count: number) {
    await program.until(`${count} mails to ${address}`, async () => catcher.to(address).length >= count)
    return catcher.to(address).map(({ source }) => readMail(source))
  }

  /** Asks for a reset and gives the token that comes by mail. */
  async function resetToken (email: string, earlier: number): Promise<string> {
    await program.call('POST', '/Auth/ForgotPassword', { body: { email }, address: `127.9.9.${earlier + 1}` })
    const resets = (await mailsTo(email, earlier + 1)).flatMap(({ texts }) => tokensIn(first(texts).text))
    return defined(resets.at(-1))
  }

  return {
    ...program,
    catcher,
    mailsTo,
    resetToken,
    close: async () => {
      await program.close()
      await catcher.close()
    }
  }
}

export function tokensIn (text: string): string[] {
  return Array.from(text.matchAll(/[#&]token=([\w-]+)/g), ([, token]) => defined(token))
}
