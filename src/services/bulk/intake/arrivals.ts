import type { YieldToEventLoop } from '../../../shared/yielding.ts'
import type { ReferenceTarget } from '../check.ts'
import type { Refusal, ReferringDocument } from '../references.ts'

/** A submission that is being received. */
export interface Intake {
  tenantId: string
  id: string
  /** YYYY-MM-DD in Chile. */
  today: string
  /** The submission that it corrects and every correction of that one, the latest first. */
  related: string[]
  yieldToEventLoop: YieldToEventLoop
}

/** A received document, as the references of others need it. */
export interface Arrival extends ReferringDocument {
  documentType: number
  /** YYYY-MM-DD */
  issueDate: string
  /** What its references by key were assumed to point to when it was checked. */
  assumed: (ReferenceTarget | undefined)[]
  weight: number
}

/** Every document of a submission, checked by itself and stored. */
export interface Arrivals {
  /** The first document of each key. */
  byKey: ReadonlyMap<string, Arrival>
  /** Ids of the documents with mistakes. */
  invalid: ReadonlySet<string>
  /** Mistakes that were found in documents after they were stored. */
  refusals: Refusal[]
  /** Rows of related submissions that this one replaces. */
  replacedRowIds: string[]
  stored: number
  /** Documents that are left out because a related submission has issued them, or will. */
  skipped: number
}
