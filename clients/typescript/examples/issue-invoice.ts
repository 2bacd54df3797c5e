import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, type RequestOf } from '../client.ts'

type Posting = RequestOf<'/api/Webhook/Save', 'post'>['body']

export interface IssueOptions {
  baseUrl: string
  /** The keys of the tenant, which issue documents. */
  keys: Omit<Posting, 'payload'>
  /** A user of the tenant, who can read documents. */
  user: { email: string, password: string }
  payload: Posting['payload']
  patienceSeconds?: number
  pauseSeconds?: number
}

// EnumOutboxStatus: from here on the status is final (Accepted, AcceptedWithObjections, Rejected, Failed).
const firstFinalStatus = 5

/** Issues a document, waits until the SII has answered, and downloads the PDF. */
export async function issueAndWait (
  { baseUrl, keys, user, payload, patienceSeconds = 300, pauseSeconds = 2 }: IssueOptions
) {
  // Repeat a request under the same key: even if an answer is lost, only one document is issued.
  const headers = { 'Idempotency-Key': randomUUID() }
  const { correlationId, invoiceNumber } = await createClient({ baseUrl }).post('/api/Webhook/Save', {
    body: { ...keys, payload }, headers
  })

  const { accessToken } = await createClient({ baseUrl }).post('/api/Auth/Login', { body: user })
  const timbre = createClient({ baseUrl, token: accessToken })
  const deadline = performance.now() + patienceSeconds * 1000
  let document = await timbre.get('/api/Webhook/GetWebhook', { query: { correlationId } })
  while (document.status < firstFinalStatus && performance.now() < deadline) {
    await pause(pauseSeconds * 1000)
    document = await timbre.get('/api/Webhook/GetWebhook', { query: { correlationId } })
  }
  const pdf = await timbre.get('/api/Webhook/GetPdf', { query: { correlationId, format: 'letter' } })
  return { correlationId, invoiceNumber, statusText: document.statusText, totals: document.totals, pdf }
}
