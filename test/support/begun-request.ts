import { once } from 'node:events'
import { request } from 'node:http'

export interface BegunRequest { answer: Promise<{ status: number, body: any }> }

/** Posts JSON; its bytes have left when this resolves, and its answer comes later. */
export async function beginRequest (url: string, body: unknown): Promise<BegunRequest> {
  const sent = request(url, { method: 'POST', headers: { 'content-type': 'application/json' } })
  const answer = (async () => {
    const [response] = await once(sent, 'response')
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    return { status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) }
  })()
  answer.catch(() => {})
  await new Promise<void>((resolve, reject) => {
    sent.once('error', reject)
    sent.end(JSON.stringify(body), () => { resolve() })
  })
  return { answer }
}
