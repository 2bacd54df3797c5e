export type Language = 'en' | 'es'

export interface Failure {
  /** 0 if no whole answer came. */
  status: number
  code: string
  errors: readonly string[]
  requestId: string | null
  retryAfterSeconds: number | null
  docUrl?: string | null
}

const remedies = {
  repeat: {
    en: 'Send the same again later, under the same externalId or Idempotency-Key: no second document is issued.',
    es: 'Envíe lo mismo más tarde, con el mismo externalId o Idempotency-Key: no se emite un segundo documento.'
  },
  correct: {
    en: 'Correct what the problems name, and send it again: nothing was issued.',
    es: 'Corrija lo que indican los problemas y envíelo de nuevo: no se emitió nada.'
  },
  signIn: { en: 'Check the keys, or the email and password.', es: 'Revise las claves, o el correo y la contraseña.' },
  allow: {
    en: 'Ask an administrator of your company for the right, or to allow your address.',
    es: 'Pida a un administrador de su empresa el permiso, o que autorice su dirección.'
  },
  find: {
    en: 'Check the id and the address: the object must belong to your company.',
    es: 'Revise el id y la dirección: el objeto debe ser de su empresa.'
  },
  look: {
    en: 'Nothing was done: look at the present state of the document before you send anything else.',
    es: 'No se hizo nada: revise el estado actual del documento antes de enviar otra cosa.'
  },
  report: {
    en: 'Report it to the operator of the server, with the request id.',
    es: 'Avise al operador del servidor, con el id de la solicitud.'
  },
  address: {
    en: 'Check the address, and the proxy before the server: something other than Timbre answered.',
    es: 'Revise la dirección, y el proxy delante del servidor: respondió algo que no es Timbre.'
  }
} as const

const remedyByStatus: Readonly<Record<number, keyof typeof remedies>> = {
  0: 'repeat', 429: 'repeat', 502: 'repeat', 503: 'repeat', 504: 'repeat', 400: 'correct', 413: 'correct', 415: 'correct',
  422: 'correct', 401: 'signIn', 403: 'allow', 404: 'find', 409: 'look'
}

function remedyOf ({ status, code }: Failure): keyof typeof remedies {
  if (code === 'IDEMPOTENCY_IN_PROGRESS') return 'repeat'
  // What a proxy answers in place of the server says nothing of the call. A redirect or a refusal of its own lasts.
  if (code === 'NOT_TIMBRE') return status === 429 || status >= 500 || Math.trunc(status / 100) === 2 ? 'repeat' : 'address'
  return remedyByStatus[status] ?? 'report'
}

/** What is wrong, and with which member: `payload.details[0].quantity`; empty if it is about none. */
export interface Problem { path: string, message: string }

/** A refused request: its stable code, and one sentence for each problem. NOT_TIMBRE if something else answered. */
export class TimbreError extends Error implements Failure {
  readonly status: number
  readonly code: string
  readonly errors: readonly string[]
  readonly requestId: string | null
  /** How long to wait before the next attempt, where the server says so. */
  readonly retryAfterSeconds: number | null
  /** The page of the server's documentation that explains the code; null if it names none. */
  readonly docUrl: string | null
  /** What to do about it, in a sentence. */
  readonly remedy: string
  /** The Idempotency-Key of a verb of createTimbre: under it, the call may be repeated. */
  idempotencyKey: string | null = null

  constructor (failure: Failure, { language = 'en', ...options }: ErrorOptions & { language?: Language | undefined } = {}) {
    const { status, code, errors, requestId, retryAfterSeconds, docUrl = null } = failure
    super(`${code} (${status}): ${errors.join('; ') || remedies[remedyOf(failure)][language]}`, options)
    this.name = 'TimbreError'
    this.status = status
    this.code = code
    this.errors = errors
    this.requestId = requestId
    this.retryAfterSeconds = retryAfterSeconds
    this.docUrl = docUrl
    this.remedy = remedies[remedyOf(failure)][language]
  }

  /** The sentences of `errors`, each apart from the path that it begins with. */
  get problems (): readonly Problem[] {
    return this.errors.map((error) => {
      const [, path = '', message = error] = /^([A-Za-z][\w.[\]-]*): (.*)$/s.exec(error) ?? []
      return { path, message }
    })
  }

  /** Whether a later attempt may succeed: the server is overloaded or cannot be reached, or calls come too fast. */
  get isTemporary (): boolean {
    return remedyOf(this) === 'repeat'
  }

  /** The member that the first problem is about; empty if it is about none. */
  get path (): string {
    return this.problems[0]?.path ?? ''
  }
}
