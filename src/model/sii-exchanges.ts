/** The calls to the SII that are about an envelope or a document. Those for tokens are not kept. */
export type ExchangeOperation = 'upload' | 'envelopeStatus' | 'documentStatus'

/** One request to the SII and its answer, without tokens. */
export interface SiiExchange {
  operation: ExchangeOperation
  /** The document that was asked about; null for the whole envelope. */
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
