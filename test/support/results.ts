import type { Result } from './api.ts'

/** A document as Webhook/GetWebhook gives it. */
export type Detail = Result<'get', 'Webhook/GetWebhook'>

/** A document as Webhook/GetWebhooks lists it. */
export type Listed = Result<'get', 'Webhook/GetWebhooks'>['data'][number]

/** What posting a document answers. */
export type Receipt = Result<'post', 'Webhook/Save'>
