import { z } from 'zod'

/** The channel by which the SII takes a document: boletas have hosts, tokens and protocol of their own [S13]. */
export const envelopeKind = z.enum(['DTE', 'BOLETA'])
export type EnvelopeKind = z.output<typeof envelopeKind>

/** Seconds from a document's issue until its envelope is packed, so that the documents that follow share it. */
export type EnvelopeLinger = Readonly<Record<EnvelopeKind, number>>

/** ready: to be uploaded · unknown: may or may not be at the SII · sent: has a track id · the rest are final. */
export const envelopeState = z.enum(['ready', 'unknown', 'sent', 'processed', 'refused', 'failed'])
export type EnvelopeState = z.output<typeof envelopeState>

/**
 * An attempt at the SII's certification: a set of documents, or a book, which is a file without documents of its own.
 * Null in the column for ordinary documents.
 */
export const envelopePurpose = z.enum(['certification', 'book'])
export type EnvelopePurpose = z.output<typeof envelopePurpose>
