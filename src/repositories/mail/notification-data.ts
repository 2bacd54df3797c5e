/** SQL for what a notification says of a move, beside the columns of its document. */
export interface MoveInSql { sequence: string, status: string, text: string, trackId: string, detail: string }

/**
 * SQL for the data of a notification: the expressions of a move, and `document`, the alias of a row that has the
 * columns of `invoices`.
 */
export function notificationData (
  document: string, { sequence, status, text, trackId, detail }: MoveInSql
): string {
  return `jsonb_build_object(
      'correlationId', ${document}.id, 'sequence', ${sequence}, 'status', ${status}, 'statusText', ${text},
      'invoiceTypeCode', ${document}.document_type::text, 'invoiceNumber', coalesce(${document}.folio::text, ''),
      'customerTaxNumber', ${document}.receiver_tax_number, 'issueDate', ${document}.issue_date,
      'currency', ${document}.currency, 'totalAmount', trim_scale(${document}.total_amount), 'trackId', ${trackId},
      'detail', ${detail}, 'externalId', ${document}.external_id
    )`
}
