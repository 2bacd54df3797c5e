import { type Answerer, type AnsweringOptions, createAnsweringPool, overloaded } from './answering-pool.ts'
import { type ProcessCosts, residentMb, watchCosts } from './process-vitals.ts'
import { startWatchedProcess, type WatchedProcessOptions } from './watched-process.ts'

export interface AnsweringProcessOptions
  extends Pick<WatchedProcessOptions, 'name' | 'from' | 'execArgv'>, ProcessCosts {
  /** The error of a question that exceeds its memory or its time of a processor. */
  tooLarge: (cause: Error) => Error
}

/** Processes that answer questions. Unlike a thread's, all their memory is limited, and nothing of it stays here. */
export function createAnsweringProcesses<Question extends object, Answer> (
  { name, from, execArgv, memoryMb, processorSeconds, tooLarge, ...turns }: AnsweringOptions & AnsweringProcessOptions
) {
  const process = { name, from, execArgv, memoryMb, processorSeconds, tooLarge }
  return createAnsweringPool(() => startAnsweringProcess<Question, Answer>(process), turns)
}

function startAnsweringProcess<Question extends object, Answer> (
  { tooLarge, memoryMb, processorSeconds, ...program }: AnsweringProcessOptions
): Answerer<Question, Answer> {
  const { pid, started, say, listen, end, hasEnded } = startWatchedProcess<Answer, Question>({
    ...program,
    env: {},
    // V8 aborts when its heap is full; the kernel kills the process when the machine is out of memory.
    reasonOf: (code, signal) => {
      const ended = new Error(`${program.name} ended with ${signal ?? code}`)
      return signal === 'SIGABRT' || signal === 'SIGKILL' ? tooLarge(ended) : ended
    }
  })

  return {
    async ask (question, { withinMs }) {
      await started
      const deadline = setTimeout(() => { end(overloaded()) }, withinMs)
      const stopWatching = watchCosts(pid, { memoryMb, processorSeconds }, (exceeded) => {
        end(tooLarge(new Error(`${program.name} exceeded its ${exceeded}`)))
      })
      try {
        say(question)
        return await listen<Answer>((answer, resolve) => { resolve(answer) })
      } finally {
        clearTimeout(deadline)
        stopWatching()
        // What a question left behind must not count for the next one.
        if (residentMb(pid) > memoryMb * 2 / 3) end(new Error(`${program.name} has done enough`))
      }
    },
    end,
    hasEnded
  }
}
