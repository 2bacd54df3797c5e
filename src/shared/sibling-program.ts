import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

// A module that runs in a process or thread of its own lies beside the one that starts it; `from` is that one's
// import.meta.url. In development both are TypeScript, and need the same loader.

/** The file of such a module, and the arguments of Node that a process needs for it. */
export function siblingProgram (name: string, from: string): { path: string, execArgv: string[] } {
  const execArgv = isTypeScript(from) ? ['--import', import.meta.resolve('tsx')] : []
  return { path: fileURLToPath(siblingAddress(name, from)), execArgv }
}

/** Runs such a module in a thread, after the modules at other addresses, one by one. */
export function startSiblingThread (name: string, from: string, options: WorkerOptions, before: URL[] = []): Worker {
  const own = siblingAddress(name, from)
  if (!isTypeScript(from) && before.length === 0) return new Worker(own, { ...options, execArgv: [] })
  const imports = [...before, own].map(({ href }) => `.then(() => import(${JSON.stringify(href)}))`).join('')
  return new Worker(`${isTypeScript(from) ? loaded() : 'Promise.resolve()'}${imports}`, {
    ...options, execArgv: [], eval: true
  })
}

/** The threads of Node 20 ignore --import. */
function loaded (): string {
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'))
  return `import(${loader}).then(({ register }) => { register() })`
}

function siblingAddress (name: string, from: string): URL {
  return new URL(`./${name}${extname(from)}`, from)
}

function isTypeScript (from: string): boolean {
  return extname(from) === '.ts'
}
