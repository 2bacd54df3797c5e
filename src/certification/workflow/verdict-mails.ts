import { isMailReason } from '../../model/mail-states.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { ProcessVerdict } from '../../services/mail-ports.ts'
import type { Verdicts } from './verdicts.ts'

/** Records what the SII mails about a set, or says why not. */
export function createVerdictMails ({ recordVerdict }: Pick<Verdicts, 'recordVerdict'>): ProcessVerdict {
  return async (actor, mail) => {
    try {
      await recordVerdict(actor, { text: mail.toString() })
      return null
    } catch (error) {
      if (error instanceof ServiceError && isMailReason(error.code)) return error.code
      throw error
    }
  }
}
