import { readFileSync } from 'node:fs'
import { LRUCache } from 'lru-cache'
import type { DrawingFor, DrawnDesign, PdfDesign, PdfFormat, PdfJob, PdfRenderer } from '../../services/ports.ts'
import { createConcurrencyLimiter, type ConcurrencyLimiter } from '../../shared/concurrency-limiter.ts'
import { problemAt, ServiceError, type Problem } from '../../shared/errors.ts'
import { uncounted, type CountHeld } from '../../shared/held.ts'
import { createDrawnPdfs, drawingKey } from './drawn-pdfs.ts'
import { missingParts } from './mandatory-parts.ts'
import { qrCodeOf } from './qr-code.ts'
import { stampGrids, stampSize } from './stamp-size.ts'
import type { Diagnostic, DrawAnswer, DrawRequest } from './typst-messages.ts'
import { createTypstProcess, JobEnded, type TypstLimits, type TypstProcess } from './typst-process.ts'

interface PdfRendererOptions extends Partial<TypstLimits> {
  /** Draws a TED as a PDF417 in PNG, without quiet zone. A row is three times as high as a module is wide. */
  stampBarcode: (ted: string, columns?: number) => Buffer
  /** Number of jobs that may wait for each process, half of them of one tenant. Further jobs are refused at once. */
  longestQueue?: number
  /** Time limit for drawing a tenant's design. */
  designTimeoutMs?: number
  /** Receives the number of drawings that run or wait. */
  countHeld?: CountHeld
}

// A few kilobytes each. Making a stamp can take longer than drawing a page, and copies and samples repeat the same
// stamps.
const stampsKept = 200

const ticket = readTemplate('boleta')
const templates: Record<PdfFormat, string> = { letter: readTemplate('factura'), '80mm': ticket, '58mm': ticket }

function readTemplate (name: string): string {
  return readFileSync(new URL(`./templates/${name}.typ`, import.meta.url), 'utf8')
}

// Of those who have a public link: in all, one for each tenant.
const mostForStrangers = 2

/**
 * Draws printable documents with Typst, in a process that starts with the first job; each takes one at a time, in turns
 * of the tenants, and none that was drawn lately. Tenants' designs have their own process, so that no design can stop
 * the documents of others.
 */
export function createPdfRenderer (
  {
    stampBarcode: makeStamp, timeoutMs = 5_000, designTimeoutMs = 4_000, memoryLimitMb = 700, recycleAfter = 500,
    longestQueue = 200, countHeld = uncounted
  }: PdfRendererOptions
): PdfRenderer {
  const limits = { timeoutMs, memoryLimitMb, recycleAfter }
  const queue = {
    queueLimit: longestQueue, queueLimitPerKey: Math.ceil(longestQueue / 2),
    refusal: () => new ServiceError('PDF_UNAVAILABLE')
  }
  const gateOfOne = () => createConcurrencyLimiter({ ...queue, limit: 1 })
  const strangers = createConcurrencyLimiter({ ...queue, limit: mostForStrangers, limitPerKey: 1 })
  const [process, gate] = [createTypstProcess(limits), gateOfOne()]
  const [designProcess, designGate] = [createTypstProcess({ ...limits, timeoutMs: designTimeoutMs }), gateOfOne()]
  countHeld('drawing', () => gate.held() + designGate.held())
  const stamps = new LRUCache<string, Buffer, { ted: string, columns: number | undefined }>({
    max: stampsKept, memoMethod: (_name, _none, { context: { ted, columns } }) => makeStamp(ted, columns)
  })
  const stampBarcode = (ted: string, columns?: number): Buffer =>
    stamps.memo(`${columns} ${ted}`, { context: { ted, columns } })
  const pdfs = createDrawnPdfs()

  /** What waits behind the drawing of the same has it when its turn comes. */
  async function drawOnce (
    turns: ConcurrencyLimiter, request: DrawRequest,
    { tenantId, signal, isStranger, draw }: DrawingFor & { draw: () => Promise<DrawnDesign> }
  ): Promise<DrawnDesign> {
    signal?.throwIfAborted()
    const key = drawingKey(request)
    const inTurn = () => turns.run(tenantId, async () => pdfs.find(key) ?? pdfs.keep(key, draw), signal)
    return pdfs.find(key) ?? (isStranger ? strangers.run(tenantId, inTurn, signal) : inTurn())
  }

  return {
    async render (job, wanted) {
      const request = requestFor(job, stampBarcode)
      const { pdf } = await drawOnce(gate, request, {
        ...wanted, draw: async () => ({ pdf: pdfOf(await drawOrRefuse(process, request)), missing: [], drawMs: 0 })
      })
      return pdf
    },

    async renderDesign (job, design, wanted) {
      const request = designRequestFor(job, design, stampBarcode)
      return drawOnce(designGate, request, {
        ...wanted,
        async draw () {
          const startedMs = performance.now()
          const answer = await drawDesign(designProcess, request)
          return { ...drawnDesign(answer, job, design), drawMs: performance.now() - startedMs }
        }
      })
    },

    async close () {
      for (const limiter of [strangers, gate, designGate]) limiter.close(new ServiceError('SHUTTING_DOWN'))
      await Promise.all([process.close(), designProcess.close()])
    }
  }
}

function requestFor (job: PdfJob, stampBarcode: PdfRendererOptions['stampBarcode']): DrawRequest {
  const { stamp, ...data } = dataOf(job, stampBarcode)
  return { source: templates[job.format], data: JSON.stringify({ ...data, stamp: stamp.size }), stamp: stamp.png }
}

function designRequestFor (
  job: PdfJob, { source, settings: { logo, ...settings } }: PdfDesign, stampBarcode: PdfRendererOptions['stampBarcode']
): DrawRequest {
  const { stamp, ...data } = dataOf(job, stampBarcode)
  const file = logo && { path: `/logo.${logo.type}`, bytes: logo.bytes }
  return {
    source: source ?? templates[job.format],
    data: JSON.stringify({ ...data, stamp: stamp.size, settings: { ...settings, ...file && { logo: file.path } } }),
    stamp: stamp.png,
    inspect: true,
    ...file && { logo: file }
  }
}

function dataOf (
  { document, format, cedible, link }: PdfJob, stampBarcode: PdfRendererOptions['stampBarcode']
) {
  const grid = stampGrids[format]
  const png = stampBarcode(document.ted, grid.columns)
  return {
    document, format, cedible: document.cedibleLegend === undefined ? false : cedible,
    stamp: { png, size: stampSize(png, grid) },
    ...link !== undefined && { qr: qrCodeOf(link) }
  }
}

async function drawOrRefuse (process: TypstProcess, request: DrawRequest): Promise<DrawAnswer> {
  try {
    return await process.draw(request)
  } catch (cause) {
    throw new ServiceError('PDF_UNAVAILABLE', { cause })
  }
}

/** If the process ends here, the design is the cause. */
async function drawDesign (process: TypstProcess, request: DrawRequest): Promise<DrawAnswer> {
  try {
    return await process.draw(request)
  } catch (cause) {
    throw new ServiceError(cause instanceof JobEnded ? 'PDF_TEMPLATE_TOO_COSTLY' : 'PDF_UNAVAILABLE', { cause })
  }
}

function drawnDesign (answer: DrawAnswer, job: PdfJob, design: PdfDesign): Omit<DrawnDesign, 'drawMs'> {
  switch (answer.kind) {
    case 'drawn':
      return { pdf: Buffer.from(answer.pdf), missing: missingParts(answer.content ?? [], job) }
    case 'tooLong':
      throw new ServiceError('PDF_TOO_LONG')
    case 'refused':
      throw new ServiceError('PDF_TEMPLATE_INVALID', {
        problems: answer.diagnostics.map((diagnostic) => problemOf(diagnostic, design)),
        ...answer.thrown !== undefined && { cause: new Error(answer.thrown) }
      })
  }
}

/** A problem of a tenant's source has a path such as `source:12:5`. A form has no lines to point at. */
function problemOf ({ file, message, line, column }: Diagnostic, { source }: PdfDesign): Problem {
  const place = line === undefined ? '' : `:${line}:${column ?? 1}`
  const path = file === 'main.typ' ? `source${place}` : `${file}${place}`
  return problemAt(source === undefined ? 'settings' : path, message)
}

function pdfOf (answer: DrawAnswer): Buffer {
  switch (answer.kind) {
    case 'drawn':
      return Buffer.from(answer.pdf)
    case 'tooLong':
      throw new ServiceError('PDF_TOO_LONG')
    case 'refused':
      throw new ServiceError('PDF_UNAVAILABLE', {
        cause: new Error(answer.thrown ?? JSON.stringify(answer.diagnostics))
      })
  }
}
