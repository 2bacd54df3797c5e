/** The headers of answers; those that an answer always has are required. */
export const responseHeaders = {
  'Content-Disposition': {
    description: 'The name of the file, and whether to show or to save it.', required: true,
    schema: { type: 'string' as const }, example: 'attachment; filename="Factura 1260 - Constructora Sur.xml"'
  },
  'Idempotent-Replayed': {
    description: '`true`: this is the first answer to the same Idempotency-Key, repeated.',
    schema: { type: 'string' as const, enum: ['true'] }
  },
  Link: {
    description: 'Of an error: where the documentation explains its code, in the language of `errors` (RFC 8288).',
    required: true, schema: { type: 'string' as const },
    example: '<https://timbre.example.cl/docs/errors#FOLIOS_MISSING>; rel="help"'
  },
  RateLimit: {
    description: 'With operations that are rate limited: the requests left (`r`) and the seconds until there is another one (`t`).',
    schema: { type: 'string' as const }, example: '"guessing";r=29;t=0'
  },
  'RateLimit-Policy': {
    description: 'With operations that are rate limited: the requests (`q`) in how many seconds (`w`).',
    schema: { type: 'string' as const }, example: '"guessing";q=30;w=60'
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' as const, minimum: 1 }, example: 2
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.', schema: { type: 'string' as const }, example: 'Bearer realm="timbre"'
  },
  'X-Request-Id': {
    description: 'The id of the request: yours, if you sent one of 1 to 128 letters, digits, `_`, `.` and `-`.', required: true,
    schema: { type: 'string' as const }, example: '0199f3a2-7c1e-7b60-9d52-4f1c2a9be001'
  },
  'X-Template-Fallback': {
    description: '`true`: the template failed, and the built-in design was used.',
    schema: { type: 'string' as const, enum: ['true'] }
  },
  'X-Template-Missing': {
    description: 'Legally required content that is missing from the page, separated by commas.', schema: { type: 'string' as const }
  },
  'X-Timbre-Version': {
    description: 'The version of Timbre that answers. Between releases the commit follows, after `+`.', required: true,
    schema: { type: 'string' as const }, example: '1.1.0-dev+257cd302'
  }
}

export type ResponseHeader = keyof typeof responseHeaders

/** The `headers` of a response. */
export function headersNamed (names: readonly ResponseHeader[]) {
  return Object.fromEntries([...names].sort().map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

const ofAll = ['X-Request-Id', 'X-Timbre-Version'] as const
const ofRateLimits = ['RateLimit', 'RateLimit-Policy'] as const

/** The headers of a success. */
export function successHeaders (
  { isFile, takesIdempotencyKey, isRateLimited, answerHeaders }: {
    isFile: boolean, takesIdempotencyKey: boolean, isRateLimited: boolean, answerHeaders: readonly ResponseHeader[]
  }
) {
  return headersNamed([
    ...ofAll,
    ...answerHeaders,
    ...(isRateLimited ? ofRateLimits : []),
    // Files are made again, and not kept with the key.
    ...(isFile ? ['Content-Disposition'] as const : takesIdempotencyKey ? ['Idempotent-Replayed'] as const : [])
  ])
}

/** The headers of a failure, which all operations share. */
export function failureHeaders (status: number) {
  return headersNamed([
    ...ofAll,
    'Link',
    ...ofRateLimits,
    ...(status === 401 ? ['WWW-Authenticate'] as const : []),
    // 409: another request with the same Idempotency-Key is in progress.
    ...([409, 429, 503].includes(status) ? ['Retry-After'] as const : [])
  ])
}
