import type { ResultOf } from '../../../clients/typescript/client.ts'
import { Dot, tones } from '../shared/status.tsx'
import { useWords } from '../text/text.tsx'
import { words } from './words.ts'

export const stored = 1
const colours = { 1: tones.busy, 2: tones.good, 3: tones.warning, 4: tones.bad } as const

/** A state of a mail, in words. */
export function MailState ({ state }: { state: ResultOf<'/api/Mailbox/Message', 'get'>['state'] }) {
  return <Dot colour={colours[state]} moving={state === stored}>{useWords(words).states[state]}</Dot>
}
