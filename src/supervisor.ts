/**
 * What `npm start` and the image run: keeps the program (server.ts) running. It loads nothing that could fail with it.
 */
import { fork } from 'node:child_process'
import { siblingProgram } from './shared/sibling-program.ts'
import { environmentOfChild } from './program/supervision/environment.ts'
import { keepOutputFromBlocking } from './program/supervision/output.ts'
import { createSupervisor } from './program/supervision/supervisor.ts'

const program = siblingProgram('server', import.meta.url)

keepOutputFromBlocking()

const supervisor = createSupervisor({
  // A process group of its own: Ctrl-C reaches this process alone, which passes it on once.
  start: (history) => fork(program.path, {
    execArgv: [...process.execArgv, ...program.execArgv], env: environmentOfChild(history),
    detached: process.platform !== 'win32'
  }),
  onRestart: (facts) => {
    const line = {
      level: 'error', time: new Date(Date.now()).toISOString(), ...facts,
      msg: 'Timbre exited unexpectedly and will be restarted'
    }
    process.stderr.write(`${JSON.stringify(line)}\n`)
  }
})

// npm passes on the signal that the terminal has sent to every process already.
const echoMs = 500
let askedAt: number | undefined

function ask (): void {
  const now = performance.now()
  askedAt ??= now
  if (askedAt === now) supervisor.stop()
  else if (now - askedAt > echoMs) supervisor.kill()
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask)

process.exit(await supervisor.run())
