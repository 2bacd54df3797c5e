import { setTimeout as sleep } from 'node:timers/promises'
import { formOf } from './http.ts'
import type { Tenant } from './tenants.ts'

const everyMs = 500
// What is refused counts as so much.
const giveUpAfterMs = 15_000

/**
 * Uploads a supplier's file again and again; the function it gives ends that and tells the longest time that one took,
 * in ms.
 */
export function startUploads ({ caller }: Tenant): () => Promise<number> {
  const over = new AbortController()
  let longest = 0

  async function upload (): Promise<number> {
    const begun = performance.now()
    const { status } = await caller.call('POST', '/api/Received/Upload', formOf(Buffer.from('<DTE/>')))
    return status === 200 ? performance.now() - begun : giveUpAfterMs
  }

  const uploading = (async () => {
    while (!over.signal.aborted) {
      longest = Math.max(longest, await upload())
      await sleep(everyMs)
    }
  })()

  return async () => {
    over.abort()
    await uploading
    return longest
  }
}
