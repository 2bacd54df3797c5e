import { X509Certificate } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { readMail } from './mail-parts.ts'
import type { ReadingAnswer, ReadingRequest } from './thread-messages.ts'

parentPort?.on('message', ({ raw, at, authorities }: ReadingRequest) => {
  const trusted = authorities?.map((der) => new X509Certificate(der))
  readMail(Buffer.from(raw.buffer), { at, authorities: trusted }).then(
    (answer: ReadingAnswer) => { parentPort?.postMessage(answer) },
    (error: unknown) => {
      const cause = error instanceof Error ? error.message : String(error)
      parentPort?.postMessage({ kind: 'unreadable', cause } satisfies ReadingAnswer)
    })
})
