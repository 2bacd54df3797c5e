import { setTimeout as pause } from 'node:timers/promises'
import { createTimbre, type Payload, type TimbreOptions } from '../timbre.ts'

export interface IssueOptions extends Pick<TimbreOptions, 'baseUrl' | 'keys'> {
  payload: Payload
  patienceSeconds?: number
  pauseSeconds?: number
}

// EnumOutboxStatus: from here on the status is final (Accepted, AcceptedWithObjections, Rejected, Failed).
const firstFinalStatus = 5

/** Issues a document, waits until the SII has answered, and downloads the PDF. */
export async function issueAndWait (
  { payload, patienceSeconds = 300, pauseSeconds = 2, ...options }: IssueOptions
) {
  const timbre = createTimbre(options)
  const { correlationId, invoiceNumber } = await timbre.issue(payload)
  const deadline = performance.now() + patienceSeconds * 1000
  let document = await timbre.get(correlationId)
  while (document.status < firstFinalStatus && performance.now() < deadline) {
    await pause(pauseSeconds * 1000)
    document = await timbre.get(correlationId)
  }
  const pdf = await timbre.pdf(correlationId, { format: 'letter' })
  return { correlationId, invoiceNumber, statusText: document.statusText, totals: document.totals, pdf }
}
