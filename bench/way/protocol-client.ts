/**
 * The least that the SII's protocol asks of an envelope: its signature, one upload and one question about the verdict.
 * Answers its parent with the milliseconds of CPU that an envelope of so many documents takes.
 */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const documentBytes = 6000
const envelopes = 60
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

process.on('message', ({ url, documents }: { url: string, documents: number }) => {
  measure(url, Buffer.alloc(Math.ceil(documents * documentBytes), randomBytes(512))).then(
    (milliseconds) => process.send?.(milliseconds), () => process.exit(1)
  )
})
process.once('disconnect', () => { process.exit(0) })

async function measure (url: string, bytes: Buffer<ArrayBuffer>): Promise<number> {
  for (let count = 0; count < envelopes / 3; count++) await once(url, bytes)
  const { user, system } = process.cpuUsage()
  for (let count = 0; count < envelopes; count++) await once(url, bytes)
  const after = process.cpuUsage({ user, system })
  return (after.user + after.system) / 1000 / envelopes
}

/** What the simulator answers does not matter: the requests cost the same. */
async function once (url: string, bytes: Buffer<ArrayBuffer>): Promise<void> {
  sign('sha1', bytes.subarray(0, 700), privateKey)
  for (const body of [bytes, bytes.subarray(0, 1000)]) {
    const answer = await fetch(`${url}/limit`, { method: 'POST', body })
    await answer.arrayBuffer()
  }
}
