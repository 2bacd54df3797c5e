/**
 * The drawing process. Typst source is code, so it runs here and not in the server: one compiler over an empty root,
 * without packages or network. typst-process.ts ends the process when it exceeds its time or memory.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { NodeCompiler, type NodeTypstCompileResult } from '@myriaddreamin/typst-ts-node-compiler'
import { volunteerForTheKernel } from '../threads/process-vitals.ts'
import { drawnContent } from './drawn-content.ts'
import { diagnosticOf, diagnosticsFrom, diagnosticsOfThrown, type TypstDiagnostic } from './diagnostics.ts'
import type { DrawAnswer, DrawRequest, ReadyMessage } from './typst-messages.ts'

// Nothing exists below this path, so a template can read only the files that are mapped for its job.
const root = '/nonexistent/typst'
const fontWeights = ['400Regular', '500Medium', '600SemiBold', '700Bold']
const mostPages = 50
const largestPdfBytes = 5 * 1024 * 1024
const documentsBetweenCollections = 50
// Successive documents share half their work. The compiler forgets what the last two drawings did not use, and
// everything when it takes too much memory.
const drawingsRemembered = 2
const mostMegabytesRemembered = 300
const longestThrown = 2000
const tooLarge = {
  en: `the PDF has more than ${largestPdfBytes} bytes`, es: `el PDF tiene más de ${largestPdfBytes} bytes`
}

const library = ['dte', 'factura', 'boleta'].map((name) => ({
  name, source: readFileSync(new URL(`./templates/${name}.typ`, import.meta.url), 'utf8')
}))
const compiler = NodeCompiler.create({ workspace: root, fontArgs: [{ fontBlobs: fontWeights.map(readFont) }] })
let drawn = 0

function readFont (weight: string): Buffer {
  const fonts = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/inter/package.json'))
  return readFileSync(join(fonts, weight, `Inter_${weight}.ttf`))
}

function draw (request: DrawRequest): DrawAnswer {
  provide(request)
  const compiled = compiler.compile({ mainFilePath: `${root}/main.typ`, resetRead: true })
  const pages = compiled.result?.numOfPages ?? 0
  if (!compiled.result) return { kind: 'refused', diagnostics: diagnosticsOf(compiled) }
  if (pages > mostPages) return { kind: 'tooLong', pages }
  // Tags would double the size of the file, and programs read the XML instead.
  const pdf = compiler.pdf(compiled.result, { pdfStandard: 'a-2b', pdfTags: false })
  if (pdf.length > largestPdfBytes) return { kind: 'refused', diagnostics: [diagnosticOf(tooLarge)] }
  return {
    kind: 'drawn', pages, pdf,
    ...request.inspect && { content: drawnContent(compiler.svg(compiled.result), request.stamp) }
  }
}

function provide ({ source, data, stamp, logo }: DrawRequest): void {
  // Without this call the next job could read the files mapped for this one. The call drops the sources too.
  compiler.resetShadow()
  for (const { name, source } of library) compiler.addSource(`${root}/${name}.typ`, source)
  compiler.addSource(`${root}/main.typ`, source)
  compiler.mapShadow(`${root}/data.json`, Buffer.from(data))
  compiler.mapShadow(`${root}/stamp.png`, Buffer.from(stamp))
  if (logo) compiler.mapShadow(`${root}${logo.path}`, Buffer.from(logo.bytes))
}

function diagnosticsOf (compiled: NodeTypstCompileResult) {
  const error = compiled.takeDiagnostics()
  return diagnosticsFrom(error ? compiler.fetchDiagnostics(error) as TypstDiagnostic[] : [], root)
}

function answer (request: DrawRequest): DrawAnswer {
  try {
    return draw(request)
  } catch (error) {
    return {
      kind: 'refused', diagnostics: diagnosticsOfThrown(error, request.source),
      thrown: String(error).slice(0, longestThrown)
    }
  } finally {
    const isLarge = process.memoryUsage.rss() > mostMegabytesRemembered * 1024 * 1024
    compiler.evictCache(isLarge ? 0 : drawingsRemembered)
  }
}

// V8 does not count the compiler's memory: without this the process grows by 3 MB per document. A document's garbage is
// young, so a minor collection is enough.
function collect (): void {
  drawn += 1
  const type = drawn % documentsBetweenCollections === 0 ? 'major' : 'minor'
  setImmediate(() => { globalThis.gc?.({ type, execution: 'sync' }) })
}

volunteerForTheKernel()
process.on('disconnect', () => { process.exit() })
process.on('message', (request: DrawRequest) => {
  process.send?.(answer(request))
  collect()
})
const ready: ReadyMessage = { kind: 'ready' }
process.send?.(ready)
