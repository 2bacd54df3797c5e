import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

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

/**
 * Writes places.json: the parts of each address of router.tsx that are not in the page. The server names them there
 * (src/http/pages/console-pages.ts), so that they come beside the first script and not after it.
 */
function partsOfPlaces (): Plugin {
  return {
    name: 'parts-of-places',
    apply: 'build',
    async generateBundle (_options, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
      const first = partsOf(chunks.find(({ isEntry }) => isEntry)!, bundle)
      const router = await readFile(join(import.meta.dirname, 'src/router.tsx'), 'utf8')
      const places: Record<string, string[]> = {}
      for (const route of router.split('createRoute(')) {
        const [, address, file] = /path: '([^']+)'.*import\('\.(\/[^']+)'\)/s.exec(route) ?? []
        const place = file && chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src${file}`))
        if (address && place) places[address] = [...partsOf(place, bundle)].filter((part) => !first.has(part))
      }
      this.emitFile({ type: 'asset', fileName: 'places.json', source: JSON.stringify(places) })
    }
  }
}

/** The names of a part, of all that it imports, and of their styles. */
function partsOf (part: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, known = new Set<string>()): Set<string> {
  known.add(part.fileName)
  for (const style of part.viteMetadata?.importedCss ?? []) known.add(style)
  for (const name of part.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk' && !known.has(name)) partsOf(imported, bundle, known)
  }
  return known
}

/** Puts the styles after what is drawn before they come: no browser draws anything before it has those of the head. */
function stylesLast (): Plugin {
  return {
    name: 'styles-last',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const links = html.match(/<link rel="stylesheet"[^>]*>/g) ?? []
        return links.reduce((rest, link) => rest.replace(link, ''), html).replace('<div id="root">', `${links.join('')}<div id="root">`)
      }
    }
  }
}

export default defineConfig({
  root: import.meta.dirname,
  // Relative: the server adds the path below which a proxy serves it (src/http/pages/console-pages.ts).
  base: './',
  plugins: [react(), stylesLast(), partsOfPlaces(), precompressed()],
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    // The first browsers that know light-dark(): lowered for older ones, it would follow the system, not the reader.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // An icon is 300 bytes: one request for all of them, not one for each.
            { name: 'icons', test: /lucide-react/, priority: 2 },
            // So are the names and sentences of a document's members, of which each page takes all or none.
            { name: 'members', test: /src.shared.document[^-]/, priority: 0 },
            // So are what many places share: a place asks for its own part, and for few others. Not what is large and
            // on no first page: calendars, and fields of numbers.
            { name: 'common', minShareCount: 7, test: /^(?!.*(@mantine.dates|dayjs|number-format|NumberInput))/, priority: 1 }
          ]
        }
      }
    }
  },
  server: { proxy: { '/api': process.env['TIMBRE_URL'] ?? 'http://127.0.0.1:3000' } }
})
