import { Dot, tones } from '../shared/status.tsx'
import { useWords } from '../text/text.tsx'
import { words } from './words.ts'

export type SubmissionState = 1 | 2 | 3 | 4 | 5
export type RowState = 1 | 2 | 3 | 4 | 5

const submissionTones = { 1: tones.warning, 2: tones.busy, 3: tones.good, 4: tones.bad, 5: tones.quiet } as const
const rowTones = { 1: tones.busy, 2: tones.bad, 3: tones.good, 4: tones.bad, 5: tones.quiet } as const

export function SubmissionLabel ({ status }: { status: number }) {
  const { states } = useWords(words)
  const state = status as SubmissionState
  return <Dot colour={submissionTones[state]} moving={state === 2}>{states[state]}</Dot>
}

/** What is known of a document of the file before it is a document of the company. */
export function RowLabel ({ status }: { status: number }) {
  const { rows } = useWords(words)
  const state = status as RowState
  return <Dot colour={rowTones[state]}>{rows.states[state]}</Dot>
}
