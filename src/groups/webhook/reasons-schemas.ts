import { z } from 'zod'
import { enveloped } from '../../http/envelope.ts'
import type { RequestedReasons } from '../../services/invoicing/delivery/reasons-requests.ts'

export const requestedReasons = enveloped('RequestedReasons', z.object({
  trackId: z.string().meta({ description: 'The track id of the envelope.', examples: ['0261234567'] }),
  requested: z.boolean().nullable().meta({
    description:
      'Whether the SII mails the result again: true if it took the request, false if it refused it, null if its answer says neither.',
    examples: [true]
  }),
  code: z.string().nullable().meta({
    description: "The SII's code: 0, or that of a refusal. Null where it gave none.", examples: ['0']
  }),
  text: z.string().meta({ description: "The SII's words, or why there are none.", examples: ['Requerimiento recibido OK'] })
}))

const requestedOf = { requested: true, refused: false, unknown: null } as const

export function requestedReasonsOf ({ kind, code, gloss, trackId }: RequestedReasons) {
  return { trackId, requested: requestedOf[kind], code, text: gloss }
}
