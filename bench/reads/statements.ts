import pg from 'pg'

export interface Statement { text: string, values: unknown[], ms: number }

interface Sent { text: string, values?: unknown[] }

/** The queries that this process sends from now on, with the time from sending each to its last row. */
export function listenToStatements (): Statement[] {
  const statements: Statement[] = []
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const send = prototype.query
  prototype.query = function (this: unknown, ...args: unknown[]) {
    const [sent] = args as [Sent | string]
    const start = performance.now()
    const answer: unknown = Reflect.apply(send, this, args)
    if (!(answer instanceof Promise) || typeof sent === 'string' || !/^\s*(select|with)\b/i.test(sent.text) || sent.text.includes('set_config')) return answer
    return answer.finally(() => {
      statements.push({ text: sent.text, values: sent.values ?? [], ms: performance.now() - start })
    })
  }
  return statements
}
