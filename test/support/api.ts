import type { PathOf, RequestOf, ResultOf } from '../../clients/typescript/client.ts'
import { form } from './form.ts'

/*
 * The operations of the contract with the types that are generated from it: unknown operations and parameters do not
 * compile, and results have their members. What bodies and parameters hold is free, since tests send wrong ones too.
 */

export type Verb = 'get' | 'post' | 'put' | 'delete'

/** The operations that take a verb: `Webhook/Save`. */
export type NameOf<V extends Verb> = PathOf<V> extends infer Path ? Path extends `/api/${infer Name}` ? Name : never : never

type ResultNamed<V extends Verb, Name extends string> = ResultOf<Extract<PathOf<V>, `/api/${Name}`>, V>

/** The result of an operation; null for one that answers with a file, which `file` gives. */
export type Result<V extends Verb, Name extends NameOf<V>> =
  ResultNamed<V, Name> extends infer Given ? Given extends File ? null : Given : never

type FileName = { [Name in NameOf<'get'>]: File extends ResultNamed<'get', Name> ? Name : never }[NameOf<'get'>]

/** Parameters by their names, or as text: `?page=2`. */
type Query<V extends Verb, Name extends NameOf<V>> = string | (
  RequestOf<Extract<PathOf<V>, `/api/${Name}`>, V> extends { query?: infer Declared }
    ? Partial<Record<keyof Declared & string, unknown>>
    : Record<string, never>
)

interface Answer<Body> { status: number, headers: Record<string, unknown>, body: Body }

/** `result` is null when the server refuses: a test that reads its members says that it must not. */
export interface Envelope<Given> {
  success: boolean
  statusCode: number
  errorCode: string
  errors: string[]
  result: Given
}

interface Sent { body?: unknown, headers: Record<string, string> }

type Send = (
  method: Uppercase<Verb>, path: string, sent: Sent
) => Promise<{ status: number, headers: Record<string, unknown>, body: unknown }>

/** Over whatever sends a request for the caller: `program.api({ token })`, `tenant.api`, `app.api(actor)`. */
export function createApi (send: Send) {
  async function ask<V extends Verb, Name extends NameOf<V>> (
    verb: V, name: Name, query: object | string | undefined, { body, headers = {} }: Partial<Sent>
  ) {
    const method = verb.toUpperCase() as Uppercase<V>
    const answer = await send(method, `/api/${name}${queryText(query)}`, { body, headers })
    return answer as Answer<Envelope<Result<V, Name>>>
  }

  return {
    get: <Name extends NameOf<'get'>>(
      name: Name, query?: Query<'get', Name>, { headers }: { headers?: Record<string, string> } = {}
    ) => ask('get', name, query, { ...(headers ? { headers } : {}) }),
    delete: <Name extends NameOf<'delete'>>(name: Name, query?: Query<'delete', Name>) =>
      ask('delete', name, query, {}),
    post: <Name extends NameOf<'post'>>(
      name: Name, body?: unknown, { query, ...more }: { query?: Query<'post', Name>, headers?: Record<string, string> } = {}
    ) => ask('post', name, query, { body, ...more }),
    put: <Name extends NameOf<'put'>>(name: Name, body?: unknown) => ask('put', name, undefined, { body }),
    /** Posts a form: the texts and files of its fields. */
    upload: <Name extends NameOf<'post'>>(
      name: Name, fields: Record<string, Buffer | string>, { query }: { query?: Query<'post', Name> } = {}
    ) => {
      const { payload, headers } = form(fields)
      return ask('post', name, query, { body: payload, headers })
    },
    /** What an operation answers with that gives a file. Throws for a refusal. */
    async file<Name extends FileName> (name: Name, query?: Query<'get', Name>): Promise<Answer<Buffer>> {
      const answer = await send('GET', `/api/${name}${queryText(query)}`, { headers: {} })
      if (!Buffer.isBuffer(answer.body)) throw new Error(`${name}: ${JSON.stringify(answer.body)}`)
      return { ...answer, body: answer.body }
    }
  }
}

/** `?a=1&b=2&b=3`, without what is undefined. */
function queryText (query: object | string = {}): string {
  if (typeof query === 'string') return query
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query) as [string, unknown][]) {
    for (const one of [value].flat()) if (one !== undefined) parameters.append(name, String(one))
  }
  return parameters.size > 0 ? `?${parameters}` : ''
}
