import type { AnswerForms } from './answer-forms.ts'
import type { Envelope } from './ledger.ts'
import type { Channel } from './sessions.ts'

interface Series { first: number, digits: number }

/** As the SII was seen to number: documents in certification, with a leading zero, and in production; boletas. */
const asIssued = {
  certification: { DTE: { first: 260_003_917, digits: 10 }, BOLETA: { first: 32_169_836, digits: 8 } },
  production: { DTE: { first: 12_110_128_203, digits: 11 }, BOLETA: { first: 100_000_000_000_001, digits: 15 } }
} as const satisfies Record<string, Record<Channel, Series>>

const plain = {
  DTE: { first: 1_000_000_001, digits: 10 }, BOLETA: asIssued.production.BOLETA
} as const satisfies Record<Channel, Series>

/**
 * Gives the track ids, each series without gaps, also after a restart. The simulator has one address for both of the
 * SII's environments: a resolution number 0 in the cover sheet tells certification.
 */
export function createTrackIds ({ answerForms, given }: { answerForms: AnswerForms, given: readonly Envelope[] }) {
  const last = new Map<number, number>()
  for (const { trackId } of given) note(Number(trackId))

  function note (number: number): void {
    const digits = String(number).length
    last.set(digits, Math.max(last.get(digits) ?? 0, number))
  }

  return {
    next (channel: Channel, bytes: Buffer): string {
      const environment = /<NroResol>0+<\/NroResol>/.test(bytes.toString('latin1')) ? 'certification' : 'production'
      const isPlain = answerForms.choose('trackId', channel) === 'plain'
      const { first, digits } = isPlain ? plain[channel] : asIssued[environment][channel]
      const number = Math.max(first, (last.get(String(first).length) ?? 0) + 1)
      note(number)
      return String(number).padStart(digits, '0')
    }
  }
}
