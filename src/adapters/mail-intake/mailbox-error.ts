import type { MailboxProblem } from '../../services/mail-ports.ts'

/** Why a mailbox cannot be used. */
export class MailboxError extends Error {
  readonly problem: MailboxProblem

  constructor (problem: MailboxProblem, options?: ErrorOptions) {
    super(`The mailbox cannot be used: ${problem}`, options)
    this.problem = problem
  }
}
