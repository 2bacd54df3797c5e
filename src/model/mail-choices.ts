import { z } from 'zod'

/** The mails that each user of a tenant chooses: the column `mail_choices`, null before a choice. */
const mailChoices = z.object({
  foliosLow: z.boolean(),
  certificateExpiring: z.boolean(),
  mailboxOff: z.boolean(),
  rejected: z.boolean(),
  claimed: z.boolean(),
  deadlines: z.boolean(),
  weekly: z.boolean()
})

export type MailChoices = z.output<typeof mailChoices>
export type MailChoice = keyof MailChoices

/** Warnings go to administrators, until they choose otherwise, and to all users who choose them. */
export function choicesOf (stored: unknown, { isAdministrator }: { isAdministrator: boolean }): MailChoices {
  const defaults = {
    foliosLow: isAdministrator, certificateExpiring: isAdministrator, mailboxOff: isAdministrator,
    rejected: isAdministrator, claimed: isAdministrator, deadlines: isAdministrator, weekly: false
  }
  return mailChoices.parse({ ...defaults, ...stored as Partial<MailChoices> | null })
}
