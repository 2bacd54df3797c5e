import { execFile } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export interface CliAnswer { code: number, output: string }

/** Runs Prisma's command line as a developer does; `cwd` is the project whose prisma.config.* counts. */
export function runPrisma (
  databaseUrl: string, args: string[],
  { cwd = root, env: added = {} }: { cwd?: string, env?: Record<string, string> } = {}
): Promise<CliAnswer> {
  const env = {
    ...process.env,
    ...added,
    DATABASE_URL: databaseUrl,
    PRISMA_SCHEMA_ENGINE_BINARY: join(root, 'prisma/engine/schema-engine.mjs'),
    CHECKPOINT_DISABLE: '1',
    NO_COLOR: '1'
  }
  return new Promise((resolve) => {
    execFile(join(root, 'node_modules/.bin/prisma'), args, { cwd, env }, (error, stdout, stderr) => {
      const code = error ? Number(error.code ?? 1) : 0
      resolve({ code, output: stdout + stderr })
    })
  })
}
