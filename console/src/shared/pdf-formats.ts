import type { RequestOf } from '../../../clients/typescript/client.ts'

export type PdfFormat = NonNullable<RequestOf<'/api/Webhook/GetPdf', 'get'>['query']['format']>

export const pdfFormats: readonly PdfFormat[] = ['letter', '80mm', '58mm']
