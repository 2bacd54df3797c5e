export interface Call { method?: string, body?: object | string, headers?: Record<string, string> }

/** The text of an answer that has to be good. A form is sent as it is, anything else as JSON. */
export async function textOf (
  url: string, { method = 'POST', body, headers = {} }: Call = {}
): Promise<string> {
  const isForm = body instanceof FormData
  const answer = await fetch(url, {
    method,
    headers: { ...body !== undefined && !isForm && { 'content-type': 'application/json' }, ...headers },
    ...body !== undefined && { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text.slice(0, 500)}`)
  return text
}

/** The JSON of an answer; undefined if it has no JSON. */
export async function jsonOf (url: string, call: Call = {}): Promise<any> {
  const text = await textOf(url, call)
  return text === '' ? undefined : JSON.parse(text)
}

/** The headers of somebody who signs in at the service. */
export async function signIn (
  url: string, credentials: { email: string, password: string }
): Promise<Record<string, string>> {
  const { result } = await jsonOf(`${url}/api/Auth/Login`, { body: credentials })
  return { authorization: `Bearer ${result.accessToken}` }
}
