/**
 * The thread that makes the page and the script of the reference, and ends: they are taken from the plugin that would
 * serve them, which copies four megabytes for each answer.
 */
import { parentPort, workerData } from 'node:worker_threads'
import apiReference from '@scalar/fastify-api-reference'
import Fastify from 'fastify'

export interface ReferenceQuestion {
  pagePath: `/${string}`
  /** Below the page. */
  scriptPath: string
  /** Where the page finds its script. */
  cdn: string
  contractPath: string
}

export interface ReferenceAnswer { page: Uint8Array, script: Uint8Array }

// The page offers services of its maker's, none of which it could reach.
const nothingElse = {
  hideClientButton: true, showDeveloperTools: 'never', agent: { disabled: true }, mcp: { disabled: true }
} as const

// A stamp (timbre) of ink; a data: address, for the page asks no other host for anything.
const icon =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='7' fill='#1d4ed8'/><path d='M9 9h14v4h-5v11h-4V13H9z' fill='#fff'/></svg>"

const appearance = {
  pageTitle: 'Timbre: API reference',
  favicon: `data:image/svg+xml,${encodeURIComponent(icon)}`,
  withDefaultFonts: false,
  telemetry: false,
  theme: 'default',
  authentication: { preferredSecurityScheme: 'bearer' }
} as const

const { pagePath, scriptPath, cdn, contractPath } = workerData as ReferenceQuestion
const plugin = Fastify()
await plugin.register(apiReference, {
  routePrefix: pagePath, configuration: { url: contractPath, cdn, ...appearance, ...nothingElse }
})
const [page, script] = [await plugin.inject(`${pagePath}/`), await plugin.inject(`${pagePath}/${scriptPath}`)]
await plugin.close()
parentPort?.postMessage({ page: page.rawPayload, script: script.rawPayload } satisfies ReferenceAnswer)
