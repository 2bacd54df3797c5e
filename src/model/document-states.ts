/** EnumOutboxStatus: where a document stands. The numbers are part of the API. */
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

export type StatusName = keyof typeof statuses
export type Status = (typeof statuses)[StatusName]

/** EnumChannelType: by which door a document came. */
export const channelTypes = { Webhook: 1, BulkInvoice: 2, Console: 3 } as const
export type ChannelType = (typeof channelTypes)[keyof typeof channelTypes]

/**
 * The one table of moves: what happens, from where, to where. A document is born Waiting or Issued; whatever is not in
 * this table cannot happen. docs/invoice-lifecycle.md shows it as a picture.
 */
export const moves = {
  /** Folios and certificate are there: it takes its folio and is signed. */
  issue: { from: ['Waiting'], to: 'Issued' },
  /** It waited, but can no longer be issued as it is. */
  failWaiting: { from: ['Waiting'], to: 'Failed' },
  /** It is in a stored envelope that is about to be uploaded. */
  pack: { from: ['Issued'], to: 'Sending' },
  /** The SII has the envelope and gave its track id. */
  send: { from: ['Sending'], to: 'Sent' },
  /** The SII refused the envelope; the document goes into another, alone. */
  unpack: { from: ['Sending', 'Sent'], to: 'Issued' },
  accept: { from: ['Sent'], to: 'Accepted' },
  acceptWithObjections: { from: ['Sent'], to: 'AcceptedWithObjections' },
  reject: { from: ['Sent'], to: 'Rejected' },
  /** Only a person can mend what stopped it: the reason says what. */
  fail: { from: ['Sending', 'Sent'], to: 'Failed' },
  /** The cause is mended: the same signed document goes into a new envelope. */
  sendAgain: { from: ['Rejected', 'Failed'], to: 'Issued' },
  /** The document is mended, and signed anew under its folio, which the SII gave free. */
  reissue: { from: ['Rejected', 'Failed'], to: 'Issued' },
  /** The SII holds another document under its folio, or refuses that folio: it takes a new one. */
  issueAnew: { from: ['Rejected', 'Failed'], to: 'Issued' },
  /** Asked before a retry, the SII holds this very document. */
  recognise: { from: ['Rejected', 'Failed'], to: 'Accepted' },
  /** The SII's mail tells that the objections it had counted are about other documents. */
  clearObjections: { from: ['AcceptedWithObjections'], to: 'Accepted' },
  /** The SII's mail tells of objections that its counters did not. */
  learnObjections: { from: ['Accepted'], to: 'AcceptedWithObjections' },
  /** It gave up waiting before it had a folio, and waits again. */
  waitAnew: { from: ['Failed'], to: 'Waiting' }
} as const satisfies Record<string, { from: readonly StatusName[], to: StatusName }>

export type MoveName = keyof typeof moves

/** A move as numbers, for the database. */
export function move (name: MoveName): { from: Status[], to: Status } {
  const { from, to } = moves[name]
  return { from: from.map((status) => statuses[status]), to: statuses[to] }
}

const names = new Map<number, StatusName>(Object.entries(statuses).map(([name, value]) => [value, name as StatusName]))

/** The text twin of a status. Throws on a number that is no status. */
export function statusText (status: number): StatusName {
  const name = names.get(status)
  if (name === undefined) throw new RangeError(`${status} is no EnumOutboxStatus`)
  return name
}

const channelNames = new Map<number, string>(Object.entries(channelTypes).map(([name, value]) => [value, name]))

export function channelTypeText (channelType: number): string {
  return channelNames.get(channelType) ?? String(channelType)
}
