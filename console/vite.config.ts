import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Puts a .br and a .gz beside each text file, so that the server compresses nothing while it runs. */
function precompressed (): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    async writeBundle ({ dir = 'dist' }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name))
      await Promise.all(names.map(async (name) => {
        const path = join(dir, name)
        const bytes = await readFile(path)
        await Promise.all([
          promisify(brotliCompress)(bytes).then((small) => writeFile(`${path}.br`, small)),
          promisify(gzip)(bytes, { level: 9 }).then((small) => writeFile(`${path}.gz`, small))
        ])
      }))
    }
  }
}

export default defineConfig({
  root: import.meta.dirname,
  // Relative: the server adds the path below which a proxy serves it (src/http/pages/console-pages.ts).
  base: './',
  plugins: [react(), precompressed()],
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    // The first browsers that know light-dark(): lowered for older ones, it would follow the system, not the reader.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    // An icon is 300 bytes: one request for all of them, not one for each.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'icons', test: /lucide-react/ }] } } }
  },
  server: { proxy: { '/api': process.env['TIMBRE_URL'] ?? 'http://127.0.0.1:3000' } }
})
