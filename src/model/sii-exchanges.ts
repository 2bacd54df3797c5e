/** Calls to the SII of which every one is kept. */
type AlwaysKept = 'upload' | 'envelopeStatus' | 'documentStatus' | 'reasonsRequest'

/** Calls that are kept only where the answer is not understood. */
const keptOnce = ['seed', 'token', 'registry'] as const

export type ExchangeOperation = AlwaysKept | (typeof keptOnce)[number]

/** Of answers that are not understood, and of those about received documents, the same one is kept once. */
export function isKeptOnce ({ operation, invoiceId }: Pick<SiiExchange, 'operation' | 'invoiceId'>): boolean {
  const isOfReceived = operation === 'documentStatus' && invoiceId === null
  return isOfReceived || (keptOnce as readonly ExchangeOperation[]).includes(operation)
}

/** One request to the SII and its answer, without tokens. */
export interface SiiExchange {
  operation: ExchangeOperation
  /** The document of an envelope that was asked about; null for the whole envelope, and for a received document. */
  invoiceId: string | null
  /** When it began. */
  at: Date
  durationMs: number
  /** Null where no answer came. */
  httpStatus: number | null
  /** Why no answer came. */
  failure: string | null
  text: ExchangeText
}

export interface ExchangeText {
  /** Method and address. */
  address: string
  /** The body; of an upload its fields, and name, size and SHA-256 of the file. */
  request: string
  /** Null where none came. */
  answer: string | null
}

/** Of each exchange, so many characters of its request and its answer are kept. */
export const exchangeLimits = { requestChars: 16_384, answerChars: 65_536 }
