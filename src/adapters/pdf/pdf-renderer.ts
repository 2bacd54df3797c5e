import { readFileSync } from 'node:fs'
import type { PdfFormat, PdfJob, PdfRenderer } from '../../services/ports.ts'
import { ServiceError } from '../../shared/errors.ts'
import { stampGrids, stampSize } from './stamp-size.ts'
import type { DrawAnswer, DrawRequest } from './typst-messages.ts'
import { createTypstProcess, type TypstLimits, type TypstProcess } from './typst-process.ts'

interface PdfRendererOptions extends Partial<TypstLimits> {
  /** PDF417 of a TED as PNG without quiet zone, rows three times as high as modules are wide. */
  stampBarcode: (ted: string, columns?: number) => Buffer
  /** Drawing processes at work side by side; each may hold `memoryLimitMb`. */
  concurrency?: number
  /** Jobs that may wait for a process. Those beyond are refused at once rather than kept for too long. */
  longestQueue?: number
}

const templates: Record<PdfFormat, string> = { letter: readTemplate('factura'), '80mm': readTemplate('boleta') }

function readTemplate (name: string): string {
  return readFileSync(new URL(`./templates/${name}.typ`, import.meta.url), 'utf8')
}

/** Draws printable documents with Typst in processes of their own, which start with the first job. */
export function createPdfRenderer ({ stampBarcode, timeoutMs = 5_000, memoryLimitMb = 700, recycleAfter = 500, concurrency = 1, longestQueue = 200 }: PdfRendererOptions): PdfRenderer {
  const limits = { timeoutMs, memoryLimitMb, recycleAfter }
  const processes = Array.from({ length: concurrency }, () => createTypstProcess(limits))
  const pool = createPool(processes, longestQueue)

  return {
    async render (job) {
      const request = requestFor(job, stampBarcode)
      const answer = await pool.use((process) => drawOrRefuse(process, request))
      return pdfOf(answer)
    },

    async close () {
      pool.close()
      await Promise.all(processes.map((process) => process.close()))
    }
  }
}

function requestFor ({ document, format, cedible }: PdfJob, stampBarcode: PdfRendererOptions['stampBarcode']): DrawRequest {
  const grid = stampGrids[format]
  const stamp = stampBarcode(document.ted, grid.columns)
  const data = {
    document,
    cedible: cedible && document.cedibleLegend !== undefined,
    stamp: stampSize(stamp, grid)
  }
  return { source: templates[format], data: JSON.stringify(data), stamp }
}

async function drawOrRefuse (process: TypstProcess, request: DrawRequest): Promise<DrawAnswer> {
  try {
    return await process.draw(request)
  } catch (cause) {
    throw new ServiceError('PDF_UNAVAILABLE', { cause })
  }
}

function pdfOf (answer: DrawAnswer): Buffer {
  switch (answer.kind) {
    case 'drawn': return Buffer.from(answer.pdf)
    case 'tooLong': throw new ServiceError('PDF_TOO_LONG')
    case 'refused': throw new ServiceError('PDF_UNAVAILABLE', { cause: new Error(JSON.stringify(answer.diagnostics)) })
  }
}

/** Lends each item to one user at a time, first come, first served. */
function createPool<Item> (items: readonly Item[], longestQueue: number) {
  const idle = [...items]
  const waiting: { take: (item: Item) => void, giveUp: (error: Error) => void }[] = []
  let closed = false

  function take (): Promise<Item> {
    const item = idle.pop()
    if (closed) return Promise.reject(new ServiceError('SHUTTING_DOWN'))
    if (item !== undefined) return Promise.resolve(item)
    if (waiting.length >= longestQueue) return Promise.reject(new ServiceError('PDF_UNAVAILABLE'))
    return new Promise((resolve, reject) => { waiting.push({ take: resolve, giveUp: reject }) })
  }

  function giveBack (item: Item): void {
    const next = waiting.shift()
    if (next) next.take(item)
    else idle.push(item)
  }

  return {
    async use<Result> (work: (item: Item) => Promise<Result>): Promise<Result> {
      const item = await take()
      try {
        return await work(item)
      } finally {
        giveBack(item)
      }
    },

    close (): void {
      closed = true
      for (const { giveUp } of waiting.splice(0)) giveUp(new ServiceError('SHUTTING_DOWN'))
    }
  }
}
