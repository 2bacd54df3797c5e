import { Worker, type WorkerOptions } from 'node:worker_threads'
import { builtSibling } from './built-program.ts'

// In the place of src/shared/sibling-program.ts, for the sources under test: their processes and threads run what was
// built, as in production, and so start in a third of the time.

export function siblingProgram (name: string, from: string): { path: string, execArgv: string[] } {
  return { path: builtSibling(name, from), execArgv: [] }
}

export function startSiblingThread (name: string, from: string, options: WorkerOptions): Worker {
  return new Worker(builtSibling(name, from), { ...options, execArgv: [] })
}
