import { useSyncExternalStore } from 'react'

/** A request that the server took only with a code of the second factor; it waits for the reader's. */
interface Question { isWrong: boolean, answer: (code: string | undefined) => void }

/** Those of `Auth` take codes in forms of their own. */
const ownForms = /\/api\/Auth\//
const listeners = new Set<() => void>()
let asked: Question | undefined
/** One request after another asks. */
let queue: Promise<unknown> = Promise.resolve()
let waiting = 0

function ask (question: Question | undefined): void {
  asked = question
  for (const listener of listeners) listener()
}

function codeOnce (isWrong: boolean, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const leave = () => { answer(undefined) }
    const answer = (code: string | undefined) => {
      signal.removeEventListener('abort', leave)
      ask(undefined)
      resolve(code)
    }
    signal.addEventListener('abort', leave)
    if (signal.aborted) leave()
    else ask({ isWrong, answer })
  })
}

interface Answer { status: number, errorCode: () => Promise<string | undefined> }

/**
 * Asks the reader for a code and repeats a request with it, for as long as the server wants one and the reader gives
 * one. A request that waited for another is first repeated as it is: the server remembers a code for ten minutes.
 */
export async function withSecondFactor<A> (
  path: string, first: A, signal: AbortSignal,
  { read, repeat }: { read: (answer: A) => Answer, repeat: (code: string | undefined) => Promise<A> }
): Promise<A> {
  const wants = async (answer: A): Promise<string | undefined> => {
    const { status, errorCode } = read(answer)
    const code = status === 403 && !ownForms.test(path) ? await errorCode() : undefined
    return code === 'SECOND_FACTOR_REQUIRED' || code === 'SECOND_FACTOR_WRONG' ? code : undefined
  }
  if (await wants(first) === undefined) return first
  const isNext = waiting++ === 0
  const turn = queue.then(async () => {
    let answer = isNext ? first : await repeat(undefined)
    for (let want = await wants(answer); want !== undefined; want = await wants(answer)) {
      const code = await codeOnce(want === 'SECOND_FACTOR_WRONG', signal)
      if (code === undefined) return answer
      answer = await repeat(code)
    }
    return answer
  })
  queue = turn.catch(() => {}).finally(() => { waiting-- })
  return turn
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => { listeners.delete(listener) }
}

/** The question that waits for the reader, if any. */
export function useQuestion (): Question | undefined {
  return useSyncExternalStore(subscribe, () => asked)
}
