import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'

/** Each file by itself: what it imports is a file of its own, beside it as among the sources. */
const filesApart: Plugin = {
  name: 'files apart',
  setup ({ onResolve }) {
    onResolve({ filter: /./ }, ({ kind, path }) =>
      kind === 'entry-point' ? undefined : { path: path.replace(/^(\..*)\.ts$/, '$1.js'), external: true })
  }
}

/**
 * Compiles the sources into `folder` as `npm run build` does, without checking types. A program that runs them starts
 * in a third of the time that it takes from the sources.
 */
export async function buildProgram (folder: string): Promise<void> {
  const files = await readdir('src', { recursive: true })
  await build({
    entryPoints: [
      ...files.filter((file) => file.endsWith('.ts')).map((file) => join('src', file)), 'clients/typescript/client.ts'
    ],
    outbase: '.',
    outdir: folder, bundle: true, plugins: [filesApart], format: 'esm', platform: 'node', target: 'node20',
    logLevel: 'warning'
  })
  await cp('src/adapters/pdf/templates', join(folder, 'src/adapters/pdf/templates'), { recursive: true })
  await cp('src/http/pages', join(folder, 'src/http/pages'), {
    recursive: true, filter: (source) => !source.endsWith('.ts')
  })
  await cp('openapi/openapi.json', join(folder, 'openapi/openapi.json'))
  await cp('prisma/engine', join(folder, 'prisma/engine'), { recursive: true })
}
