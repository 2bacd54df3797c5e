import { z } from 'zod'
import type { CaseOptions } from '../certification/sets/case-content.ts'
import type { TestSection } from '../certification/sets/test-set.ts'
import type { BoletaSet } from '../certification/sets/boleta-set.ts'

/** Two journeys: one for all types but boletas, one for boletas. */
export const journeyKind = z.enum(['DTE', 'BOLETA'])
export type JourneyKind = z.output<typeof journeyKind>

/** What the SII asks for, in the order in which it is done. */
export const itemKinds = [
  'documents', 'guideBook', 'salesBook', 'purchaseBook', 'folioConsumption', 'simulation', 'exchange', 'samples',
  'declaration'
] as const
export const itemKind = z.enum(itemKinds)
export type ItemKind = z.output<typeof itemKind>

export const attemptOutcome = z.enum(['approved', 'notApproved'])
export type AttemptOutcome = z.output<typeof attemptOutcome>

/** What the SII's review says of an attempt: of one of its cases, or of the whole. */
export const reviewReasons = z.array(z.object({
  case: z.int().nullable(), documentType: z.int().nullable(), folio: z.int().nullable(), text: z.string()
}))
export type ReviewReason = z.output<typeof reviewReasons>[number]

/** What the set files leave to the company. */
export type JourneyOptions = Partial<Pick<CaseOptions, 'transport' | 'abroad'>> & {
  /** Real customers: another one for each invoice of a set, as far as they go. */
  receivers?: CaseOptions['receivers'][number][]
  /** The seller of purchase invoices (46), and the principal of settlements (43). */
  supplier?: CaseOptions['receivers'][number]
  principal?: CaseOptions['receivers'][number]
  /** Where buyers look up their boletas. */
  consultUrl?: string
}

const journeyOptions = z.custom<JourneyOptions>((stored) => z.looseObject({}).safeParse(stored).success)

/** The column `options`. Throws ZodError. */
export function readJourneyOptions (stored: unknown): JourneyOptions {
  return journeyOptions.parse(stored)
}

const testSection = z.custom<TestSection | BoletaSet>((stored) => z.looseObject({}).safeParse(stored).success)

/** The column `content` of an item; null for one that is not of the file. Throws ZodError. */
export function readItemContent (stored: unknown): TestSection | BoletaSet | null {
  return stored === null ? null : testSection.parse(stored)
}
