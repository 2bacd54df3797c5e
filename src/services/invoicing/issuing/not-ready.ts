import type { TaxDocument } from '../../../dte/document.ts'
import { errorTable, ServiceError, type Sentence } from '../../../shared/errors.ts'
import { withSource } from '../../../shared/sources.ts'
import type { Unsigned } from './signer.ts'

/** Why a document that breaks no rule is not issued now. */
export type NotReadyCode = Unsigned | 'REFERENCE_PENDING'

/** The same in words; `source` is the SII's code, and empty without one. */
export interface NotReady { code: NotReadyCode, path: string, message: Sentence, source: string }

export function notReady (code: NotReadyCode, { issueDate }: Pick<TaxDocument, 'issueDate'>): NotReady {
  const { en, es } = errorTable[code]
  if (code === 'REFERENCE_PENDING') return { code, path: '', message: { en, es }, source: 'REF-3-750' }
  if (code !== 'ISSUE_DATE_BEFORE_FOLIOS') return { code, path: '', message: { en, es }, source: '' }
  return {
    code,
    path: 'payload.header.documentId.issueDate',
    message: {
      en: `${issueDate} is before the authorisation of the folios`,
      es: `${issueDate} es anterior a la autorización de los folios`
    },
    source: 'HED-3-305'
  }
}

/** The refusal of a document for that reason. */
export function refusalFor (code: NotReadyCode, document: Pick<TaxDocument, 'issueDate'>): ServiceError {
  const { path, message: { en, es }, source } = notReady(code, document)
  return new ServiceError(code, {
    problems: [{ path, message: { en: withSource(en, source), es: withSource(es, source) } }]
  })
}

/** A wrong date will not become valid, and a tenant can choose that no document waits. */
export function canWait (code: NotReadyCode, { refuseWhenNotReady }: { refuseWhenNotReady: boolean }): boolean {
  return !refuseWhenNotReady && code !== 'ISSUE_DATE_BEFORE_FOLIOS'
}
