import { z } from 'zod'

/** Which PDFs of a tenant have the QR code of the document's public page. */
export const qrOnPdf = z.enum(['none', 'tickets', 'all'])
export type QrOnPdf = z.output<typeof qrOnPdf>
