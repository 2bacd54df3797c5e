import { today } from '../../text/formats.ts'
import type { Payload } from './payload.ts'
import type { DryRun } from './problems.ts'
import { exports, type DocumentType } from './types.ts'

/*
 * A document of a submission may refer to another one by its key, which has no folio yet and of which the dry run knows
 * nothing. A reference to a folio that nobody has takes its place, so that the rest is checked and computed.
 */

type Reference = NonNullable<NonNullable<Payload['references']>[number]> & { documentKey?: string }

const folio = '9999999999'
const keyOf = (reference: unknown): string | undefined => (reference as Reference).documentKey

/** The payload with a stand-in for each reference by key. `types`: of the documents that they name. */
export function withStandIns (payload: Payload, types?: ReadonlyMap<string, string>): Payload {
  if (!payload.references?.some((reference) => keyOf(reference) !== undefined)) return payload
  const { documentType, issueDate } = payload.header.documentId
  const usual = exports.includes(documentType as DocumentType) ? '110' : '33'
  return {
    ...payload,
    references: payload.references.map((reference) => {
      const { documentKey, ...others } = reference as Reference
      if (documentKey === undefined) return reference
      return { ...others, documentType: types?.get(documentKey) ?? usual, folio, date: issueDate ?? today() }
    })
  }
}

/** What the dry run says, but for the stand-ins. */
export function withoutStandIns (run: DryRun, { references = [] }: Payload): DryRun {
  const isAbout = (path: string) => (references ?? []).some((reference, index) => keyOf(reference) !== undefined && path.startsWith(`payload.references[${index}]`))
  const problems = run.problems.filter(({ path }) => !isAbout(path))
  return { ...run, problems, valid: problems.length === 0, notices: run.notices.filter(({ path }) => !isAbout(path)) }
}
