import { isReviewMail } from '../sets/review-mail.ts'
import { rootNameOf, textOf } from '../../dte/xml/received.ts'
import { isMailSource } from '../../shared/mail-source.ts'
import type { Actor } from '../../services/actor.ts'
import { claimMissing } from '../../services/access/permissions.ts'
import type { TakenResult, UploadResults } from '../../services/invoicing/delivery/upload-results.ts'
import type { MailReader } from '../../services/mail-ports.ts'
import type { Clock } from '../../services/ports.ts'
import type { Verdicts } from './verdicts.ts'

export interface ResultFileDependencies {
  uploadResults: Pick<UploadResults, 'take'>
  verdicts: Pick<Verdicts, 'recordVerdict'>
  reader: MailReader
  clock: Clock
}

/** The review of a set, where the file was the mail about one. */
export interface TakenVerdict { item: string, attempt: number, outcome: 'Approved' | 'NotApproved', reasons: number }

/** What a file did: to the documents of an envelope, or to a set of the certification. */
export interface TakenFileOfSii extends TakenResult { verdict: TakenVerdict | null }

const permission = 'Certification.Manage'

/** Takes what the SII mails from the hands of a person: the attached file, the text of the mail, or the mail itself. */
export function createResultFiles ({ uploadResults, verdicts, reader, clock }: ResultFileDependencies) {
  /** The file that a mail brings; the mail itself if it brings none. */
  async function broughtBy ({ tenantId, signal }: Actor, mail: Buffer): Promise<Buffer> {
    const read = await reader.read(() => Buffer.from(mail), clock(), { tenantId, signal })
    const files = read.kind === 'read' ? read.files : []
    return files.find(({ kind }) => kind === 'siiResult' || kind === 'certificationVerdict')?.bytes ?? mail
  }

  async function record (actor: Actor, text: string): Promise<TakenFileOfSii> {
    if (!actor.permissions.has(permission)) throw claimMissing(permission)
    const { item, attempt } = await verdicts.recordVerdict(actor, { text })
    const { number, trackId, documents, reasons, state } = attempt
    return {
      trackId: trackId ?? '', documents: documents.length, updated: 0, unchanged: documents.length, pending: 0,
      contradicted: 0, unknown: 0,
      verdict: { item, attempt: number, outcome: state === 'Approved' ? state : 'NotApproved', reasons: reasons.length }
    }
  }

  return {
    /**
     * Stores the reasons of a result (RESULTADO_ENVIO), or records the verdict of a mail about a set (SETMAIL). Throws
     * the ServiceErrors of both, RESULT_FILE_MALFORMED for anything else, and CLAIM_MISSING for a verdict without the
     * claim of certifications.
     */
    async take (actor: Actor, file: Buffer): Promise<TakenFileOfSii> {
      const bytes = isMailSource(file) ? await broughtBy(actor, file) : file
      const text = rootNameOf(bytes) === undefined ? textOf(bytes) : ''
      if (isReviewMail(text)) return record(actor, text)
      return { ...await uploadResults.take(actor, bytes), verdict: null }
    }
  }
}

export type ResultFiles = ReturnType<typeof createResultFiles>
