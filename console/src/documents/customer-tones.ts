import { tones } from '../shared/status.tsx'

/** Of what the customer did about a document: EnumCustomerState. */
export const customerTones = {
  1: tones.quiet, 2: tones.good, 3: tones.good, 4: tones.good, 5: tones.bad, 6: tones.quiet, 7: tones.quiet
} as const

/** What a list shows of it: what is pending, or cannot be claimed, says nothing. */
export const worthSaying = [2, 3, 4, 5]
