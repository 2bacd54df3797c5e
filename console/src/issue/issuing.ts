import { useRef, useState, type RefObject } from 'react'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre, TimbreError, useMe } from '../session/session.ts'
import { queries } from '../shared/queries.ts'
import { forgetDraft, keepDraft, type Draft } from './drafts.ts'
import type { Payload } from './model/payload.ts'

export type Receipt = ResultOf<'/api/Webhook/Issue', 'post'>

const attempts = 5

/** Whether a failure leaves open what was done: the answer was lost, or another one of the same request is on its way. */
const isLost = (error: unknown): boolean =>
  !(error instanceof TimbreError) || error.status >= 500 || error.code === 'IDEMPOTENCY_IN_PROGRESS'

const waitFor = (ms: number) => new Promise((resolve) => { setTimeout(resolve, ms) })

function send ({ key, about, evenSo }: Draft, payload: Payload): Promise<Receipt> {
  const headers = { 'Idempotency-Key': key }
  return about.retry
    ? timbre.put('/api/Webhook/Retry', { body: { correlationId: about.retry, payload, ...evenSo && { evenSo } }, headers })
    : timbre.post('/api/Webhook/Issue', { body: { payload }, headers })
}

/**
 * Sends a draft under its key. A lost answer is asked for again under the same key, with the same payload: the draft
 * remembers it until there is an answer, also over a reload.
 */
export function useIssuing (draft: RefObject<Draft>) {
  const me = useMe()
  const busy = useRef(false)
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const [lost, setLost] = useState(() => draft.current.sent !== undefined)

  const keep = (next: Draft) => {
    keepDraft(me, next)
    draft.current = next
  }

  async function issue (payload: Payload): Promise<Receipt | undefined> {
    if (busy.current) return undefined
    busy.current = true
    setPending(true)
    setError(null)
    const sending = { ...draft.current, sent: payload }
    keep(sending)
    try {
      const receipt = await sendUntilAnswered(sending, payload, () => { setLost(true) })
      setLost(false)
      forgetDraft(me, sending.id)
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'codes' && queryKey[0] !== 'dry-run' })
      return receipt
    } catch (failure) {
      setError(failure as Error)
      if (!isLost(failure)) {
        setLost(false)
        const { sent: _, ...unsent } = sending
        keep(unsent)
      }
      return undefined
    } finally {
      busy.current = false
      setPending(false)
    }
  }

  return { issue, isPending, error, lost, forgetError: () => { setError(null) } }
}

async function sendUntilAnswered (draft: Draft, payload: Payload, onLost: () => void): Promise<Receipt> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(draft, payload)
    } catch (failure) {
      if (!isLost(failure)) throw failure
      onLost()
      if (attempt === attempts) throw failure
      const seconds = failure instanceof TimbreError ? failure.retryAfterSeconds : null
      await waitFor(seconds === null ? 500 * 2 ** attempt : seconds * 1000)
    }
  }
}
