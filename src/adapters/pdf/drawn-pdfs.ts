import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { DrawnDesign } from '../../services/ports.ts'
import { minuteMs } from '../../shared/durations.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { DrawRequest } from './typst-messages.ts'
import { LimitExceeded } from './typst-process.ts'

// Some 250 boletas of 1,000 lines, or 600 invoices.
const mostBytes = 32 * 1024 * 1024
const mostFailures = 1000
const restMs = 5 * minuteMs

/**
 * What was drawn lately, and what exceeded a limit of the drawing, by the hash of all that it is drawn from. Nothing
 * in here goes stale: another template, watermark or link is another hash.
 */
export function createDrawnPdfs () {
  const drawn = new LRUCache<string, DrawnDesign>({ maxSize: mostBytes, sizeCalculation: ({ pdf }) => pdf.length })
  const failures = new LRUCache<string, ServiceError>({ max: mostFailures, ttl: restMs })

  return {
    /**
     * What was drawn from the request. Throws again, without its cause, the error of a request that exceeded a limit in
     * the last five minutes.
     */
    find (key: string): DrawnDesign | undefined {
      const failure = failures.get(key)
      if (!failure) return drawn.get(key)
      const retryAfterSeconds = Math.ceil(failures.getRemainingTTL(key) / 1000)
      throw new ServiceError(failure.code, { retryAfterSeconds: Math.max(1, retryAfterSeconds) })
    },

    /** Draws, and remembers what came of it. Throws what `draw` throws. */
    async keep (key: string, draw: () => Promise<DrawnDesign>): Promise<DrawnDesign> {
      try {
        const made = await draw()
        drawn.set(key, made)
        return made
      } catch (error) {
        if (error instanceof ServiceError && error.cause instanceof LimitExceeded) failures.set(key, error)
        throw error
      }
    }
  }
}

/** The hash of all that a drawing depends on. */
export function drawingKey ({ source, data, stamp, logo, inspect = false }: DrawRequest): string {
  const hash = createHash('sha256')
  for (const part of [source, data, stamp, logo?.path ?? '', logo?.bytes ?? '', String(inspect)]) {
    hash.update(`${part.length} `).update(part)
  }
  return hash.digest('base64')
}
