type Json = Record<string, unknown>

interface Media {
  schema: Json
  example?: unknown
  examples?: unknown
}
interface Body {
  content?: Record<string, Media>
}
interface Operation {
  requestBody?: Body
  responses?: Record<string, Body>
}
interface Contract {
  paths?: Record<string, Record<string, Operation>>
  webhooks?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Json> }
}

/** Which members of an object its example shows: what an answer always has, or everything that may be sent. */
type Shown = 'required' | 'all'

/**
 * Gives each body an example, composed from those of its members: a request's, and that of an answer of 200 in JSON. A
 * schema with an example of its own is shown as that one.
 */
export function withExamples<Document extends object> (document: Document): Document {
  const { paths = {}, webhooks, components } = document as Contract
  const compose = composer(components?.schemas ?? {})
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
    for (const media of bodiesOf(operation.requestBody)) {
      if (media.examples === undefined) media.example ??= compose(media.schema, 'all')
    }
    const answer = answerOf(operation)
    if (answer) answer.example = compose(answer.schema, 'required')
  }
  showMessages()
  return document

  /** The events about documents share a schema, whose example is of one of them. */
  function showMessages (): void {
    for (const [event, { post }] of Object.entries(webhooks ?? {})) {
      for (const media of bodiesOf(post?.requestBody)) {
        const example = compose(media.schema, 'all') as Json
        if (example['type'] === event) media.example = example
      }
    }
  }
}

function answerOf ({ responses }: Operation): Media | undefined {
  return responses?.['200']?.content?.['application/json']
}

function bodiesOf (body: Body | undefined): Media[] {
  return Object.values(body?.content ?? {})
}

function composer (schemas: Record<string, Json>) {
  function compose (schema: Json, shown: Shown): unknown {
    const resolved = resolve(schema)
    const own = ownExample(resolved)
    if (own) return own.value
    const choice = alternativeOf(resolved)
    if (choice) return compose(choice, shown)
    if (resolved['properties']) return objectOf(resolved, shown)
    if (resolved['items']) return [compose(resolved['items'] as Json, shown)]
    return plainValue(resolved)
  }

  function resolve (schema: Json): Json {
    const { $ref, ...beside } = schema
    if (typeof $ref !== 'string') return schema
    return { ...schemas[$ref.replace('#/components/schemas/', '')], ...beside }
  }

  function objectOf (schema: Json, shown: Shown): Json {
    const required = schema['required'] as string[] | undefined ?? []
    const members = Object.entries(schema['properties'] as Record<string, Json>)
    return Object.fromEntries(
      members.filter(([name]) => shown === 'all' || required.includes(name)).map((
        [name, member]
      ) => [name, compose(member, shown)])
    )
  }

  return compose
}

/**
 * What the schema itself says of its values; a written example may be null, a default or a constant only stands for
 * want of one.
 */
function ownExample (schema: Json): { value: unknown } | undefined {
  const examples = schema['examples'] as unknown[] | undefined ?? []
  if (examples.length > 0) return { value: examples[0] }
  const [listed] = schema['enum'] as unknown[] | undefined ?? []
  const value = schema['const'] ?? schema['default'] ?? listed
  return value === undefined || value === null ? undefined : { value }
}

/** Of values that may be null, the one that is not. */
function alternativeOf (schema: Json): Json | undefined {
  const alternatives = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined
  return alternatives?.find(({ type }) => type !== 'null')
}

const texts: Readonly<Record<string, string>> = {
  uuid: '0199f3a2-7c1e-7b60-9d52-4f1c2a9be001',
  'date-time': '2026-11-20T13:45:12.345Z',
  date: '2026-11-20',
  email: 'ana@andes.example',
  binary: 'the bytes of the file'
}

function plainValue (schema: Json): unknown {
  const type: unknown = Array.isArray(schema['type']) ? schema['type'].find((name) => name !== 'null') : schema['type']
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return schema['minimum'] ?? 1
  if (type === 'string') return texts[String(schema['format'])] ?? 'text'
  return type === 'array' ? [] : null
}
