import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { promisify } from 'node:util'

const execute = promisify(execFile)

export interface Build { folder: string, tag: string, target?: string | undefined, args: Record<string, string> }

export interface Run {
  image: string
  /** That of the image by default. */
  command?: string[] | undefined
  environment: Record<string, string>
  /** Path here → path in the container, to be read. */
  mounts: Record<string, string>
}

/** A program that builds images and runs containers of them, in the network of this machine. */
export interface Engine {
  name: string
  build: (build: Build) => void
  /** The command line of a container, what ends its program, and what removes what is left of it. */
  prepare: (run: Run) => { line: string[], terminate: (pid: number) => void, remove: () => void }
}

export interface Container { stop: () => Promise<number | null> }

/** The one named, or the first that works here; undefined without one. */
export function engineAtHand (wanted?: string): Engine | undefined {
  return [likeDocker('docker'), likeDocker('podman'), buildah]
    .filter(({ name }) => wanted === undefined || name === wanted)
    .find(({ name }) => spawnSync(name, ['info'], { stdio: 'ignore' }).status === 0)
}

/** Runs a command in a container to its end. Gives what it printed. */
export async function runToEnd (engine: Engine, run: Run): Promise<string> {
  const { line: [program = '', ...args], remove } = engine.prepare(run)
  try {
    return (await execute(program, args)).stdout
  } finally {
    remove()
  }
}

/** Starts a container, which is ready once `isReady`. */
export async function startContainer (
  engine: Engine, { isReady, log, ...run }: Run & { isReady: () => Promise<boolean>, log: string }
): Promise<Container> {
  const { line: [program = '', ...args], terminate, remove } = engine.prepare(run)
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const file = createWriteStream(log, { flags: 'a' })
  child.stdout.pipe(file, { end: false })
  child.stderr.pipe(file, { end: false })
  let code: number | null | undefined
  const exited = new Promise<void>((resolve) => { child.once('exit', (status) => { code = status; resolve() }) })
  const stop = async (): Promise<number | null> => {
    if (code === undefined) terminate(child.pid!)
    await exited
    remove()
    return code ?? null
  }
  for (let tries = 0; !await isReady(); tries++) {
    if (code === undefined && tries < 300) {
      await new Promise((resolve) => { setTimeout(resolve, 200) })
      continue
    }
    await stop()
    throw new Error(`${run.command?.join(' ') ?? run.image} does not become ready; see ${log}`)
  }
  return { stop }
}

/** Docker and Podman have the same commands. What a container may do is what docker-compose.yml lets it. */
function likeDocker (name: 'docker' | 'podman'): Engine {
  return {
    name,
    build: ({ folder, tag, target, args }) => {
      execFileSync(name, ['build', '--tag', tag, ...buildOptions(target, args), folder], { stdio: 'inherit' })
    },
    prepare: ({ image, command = [], environment, mounts }) => {
      const container = newName()
      return {
        line: [
          name, 'run', '--rm', '--init', '--name', container, '--network', 'host', '--read-only', '--cap-drop', 'ALL',
          '--security-opt', 'no-new-privileges', '--tmpfs', '/tmp:mode=1777,size=64m',
          '--tmpfs', '/data:uid=1000,gid=1000,mode=0700,size=256m',
          ...runOptions(environment, mounts), image, ...command
        ],
        terminate: () => { execFileSync(name, ['stop', '--time', '30', container], { stdio: 'ignore' }) },
        remove: () => {}
      }
    }
  }
}

/** Where no containers are allowed: it needs root, but no namespaces beyond that of mounts. */
const buildah: Engine = {
  name: 'buildah',
  build: ({ folder, tag, target, args }) => {
    execFileSync('buildah', ['build', '--isolation', 'chroot', '--tag', tag, ...buildOptions(target, args), folder], {
      stdio: 'inherit'
    })
  },
  prepare: ({ image, command = commandOf(image), environment, mounts }) => {
    const container = newName()
    execFileSync('buildah', ['from', '--pull-never', '--name', container, image], { stdio: 'ignore' })
    return {
      line: ['buildah', 'run', '--isolation', 'chroot', ...runOptions(environment, mounts), container, '--', ...command],
      terminate: (pid) => { process.kill(programBelow(pid), 'SIGTERM') },
      remove: () => { execFileSync('buildah', ['rm', container], { stdio: 'ignore' }) }
    }
  }
}

const newName = (): string => `timbre-drill-${randomUUID()}`

function buildOptions (target: string | undefined, args: Record<string, string>): string[] {
  return [
    ...target === undefined ? [] : ['--target', target],
    ...Object.entries(args).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`])
  ]
}

function runOptions (environment: Record<string, string>, mounts: Record<string, string>): string[] {
  return [
    ...Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    ...Object.entries(mounts).flatMap(([here, there]) => ['--volume', `${here}:${there}:ro`])
  ]
}

function commandOf (image: string): string[] {
  const template = '{{range .OCIv1.Config.Cmd}}{{println .}}{{end}}'
  return execFileSync('buildah', ['inspect', '--type', 'image', '--format', template, image], { encoding: 'utf8' })
    .trim().split('\n')
}

/** buildah passes no signal on: the program is that of the process below the two that it starts. */
function programBelow (pid: number): number {
  const childOf = (one: number): number => Number(execFileSync('pgrep', ['--parent', String(one)], { encoding: 'utf8' }))
  return childOf(childOf(childOf(pid)))
}
