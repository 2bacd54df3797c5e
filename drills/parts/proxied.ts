import { request, type Agent } from 'node:https'

/**
 * Posts a document to Webhook/Save through the proxy at `port`. Gives the status of the answer, or the code of the
 * error where none came.
 */
export function send (
  { agent, port, headers, body }: { agent: Agent, port: number, headers: Record<string, string>, body: unknown }
): Promise<{ status: string, text: string }> {
  return new Promise((resolve) => {
    const sent = request({
      host: '127.0.0.1', port, agent, method: 'POST', path: '/api/Webhook/Save',
      headers: { 'content-type': 'application/json', ...headers }
    }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => { text += chunk })
      answer.on('end', () => { resolve({ status: String(answer.statusCode), text }) })
    })
    sent.on('error', (error: NodeJS.ErrnoException) => { resolve({ status: error.code ?? error.message, text: '' }) })
    sent.end(JSON.stringify(body))
  })
}
