import { numbered } from './numbered.ts'

/** EnumOutboxStatus: where a document stands. The numbers are stored and part of the API. */
export const statuses = {
  Waiting: 1,
  Issued: 2,
  Sending: 3,
  Sent: 4,
  Accepted: 5,
  AcceptedWithObjections: 6,
  Rejected: 7,
  Failed: 8
} as const

/** Whether the SII accepted it, with objections or without. */
export function isAccepted (status: number): boolean {
  return status === statuses.Accepted || status === statuses.AcceptedWithObjections
}

export type StatusName = keyof typeof statuses
export type Status = (typeof statuses)[StatusName]

/** EnumChannelType: how a document came in. The numbers are stored and part of the API. */
export const channelTypes = { Webhook: 1, BulkInvoice: 2, Console: 3 } as const
export type ChannelType = (typeof channelTypes)[keyof typeof channelTypes]

/**
 * The one table of moves: what happens, from which states, to which. A document begins as Waiting or Issued; a move
 * that is not in this table cannot happen. docs/invoice-lifecycle.md shows it as a picture.
 */
export const moves = {
  /** Folios and certificate are available: it takes its folio and is signed. */
  issue: { from: ['Waiting'], to: 'Issued' },
  /** It waited, and cannot be issued as it is. */
  failWaiting: { from: ['Waiting'], to: 'Failed' },
  /** It is in a stored envelope that is about to be uploaded. */
  pack: { from: ['Issued'], to: 'Sending' },
  /** The SII received the envelope and gave a track id. */
  send: { from: ['Sending'], to: 'Sent' },
  /** The SII refused the envelope; the document is sent alone in another one. */
  unpack: { from: ['Sending', 'Sent'], to: 'Issued' },
  accept: { from: ['Sent'], to: 'Accepted' },
  acceptWithObjections: { from: ['Sent'], to: 'AcceptedWithObjections' },
  reject: { from: ['Sent'], to: 'Rejected' },
  /** Only a person can correct what stopped it; the reason says what. */
  fail: { from: ['Sending', 'Sent'], to: 'Failed' },
  /** The cause was corrected: the same signed document goes into a new envelope. */
  sendAgain: { from: ['Rejected', 'Failed'], to: 'Issued' },
  /** The document was corrected; it is signed again under its folio, which the SII released. */
  reissue: { from: ['Rejected', 'Failed'], to: 'Issued' },
  /** The SII has another document under its folio, or refuses that folio: it takes a new one. */
  issueAnew: { from: ['Rejected', 'Failed'], to: 'Issued' },
  /** Before a retry, the SII said that it has this very document. */
  recognise: { from: ['Rejected', 'Failed'], to: 'Accepted' },
  /** The SII's mail shows that the objections are about other documents. */
  clearObjections: { from: ['AcceptedWithObjections'], to: 'Accepted' },
  /** The SII's mail lists objections that its counters did not. */
  learnObjections: { from: ['Accepted'], to: 'AcceptedWithObjections' },
  /** Its block was stopped before it was sent: another program used the folios. It waits for another folio. */
  giveUpFolio: { from: ['Issued'], to: 'Waiting' },
  /** It failed before it had a folio, and waits again. */
  waitAnew: { from: ['Failed'], to: 'Waiting' }
} as const satisfies Record<string, { from: readonly StatusName[], to: StatusName }>

export type MoveName = keyof typeof moves

/** A move as numbers. */
export function moveOf (name: MoveName): { from: Status[], to: Status } {
  const { from, to } = moves[name]
  return { from: from.map((status) => statuses[status]), to: statuses[to] }
}

export const { read: readStatus, text: statusText } = numbered('EnumOutboxStatus', statuses)
export const { read: readChannelType, text: channelTypeText } = numbered('EnumChannelType', channelTypes)
