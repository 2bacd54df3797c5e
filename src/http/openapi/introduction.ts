/** What a newcomer reads first in the API reference, in Markdown: its headings are entries of the reference's index. */
export const introduction =
  `Electronic invoicing for Chile: one call with an invoice gives back a legal tax document (DTE), numbered from an authorised
block of folios, stamped, signed and stored. It is then sent to the tax authority (SII) and followed to its verdict.

## The first document

\`POST /api/Webhook/Save\` takes the tenant's keys and the document. What is left out is computed: line amounts, VAT, totals.

\`\`\`json
{
  "tenantCode": "losandes", "accessKey": "ak_test_…", "secretKey": "sk_…",
  "payload": {
    "header": { "documentId": { "documentType": "39", "paymentMedia": 2 } },
    "details": [{ "itemName": "Martillo carpintero 16 oz", "quantity": 1, "unitPrice": 8990 }]
  }
}
\`\`\`

The answer has the folio (\`invoiceNumber\`) and a \`correlationId\`, with which Webhook/GetWebhook, GetPdf and GetXml ask for the rest. With
the header \`X-Dry-Run: true\` everything is checked and nothing is issued.

## Who calls

- **Programs** that post documents send \`tenantCode\`, \`accessKey\` and \`secretKey\` in the body of Webhook/Save.
- **People** sign in with Auth/Login and send \`Authorization: Bearer <accessToken>\` with everything else. What they may do is said by
  the claims of their roles; each operation names its claim.
- A tenant may be confined to addresses (IpAddressWhiteList): from any other the answer is 403.

## Answers and failures

Every answer is an envelope: \`success\`, \`statusCode\`, \`errorCode\`, \`errors\`, \`result\`; downloads come as they are. A failure has a stable
\`errorCode\` and one sentence for each problem, path first; with \`Accept-Language: es\` they are in Spanish.

| HTTP | What to do |
|---|---|
| 400 | Mend the request: it is malformed or does not fit its schema |
| 401, 403 | Sign in; ask for the claim; call from an allowed address |
| 404 | There is no such thing, or it is another tenant's |
| 409 | The state does not allow it, or an Idempotency-Key was used for something else |
| 413, 415 | Send less, or another media type |
| 422 | Mend the document: a rule of business or of the SII is broken |
| 429, 503 | Wait for the seconds in \`Retry-After\`, then try again |

## Repeating safely

Send \`Idempotency-Key\` with every POST and PUT that must not happen twice: the same key with the same content gets the first answer
again, with \`Idempotent-Replayed: true\`.

## Names, numbers, dates

Paths and names in queries are matched without regard to case. Unknown members of a body are refused. Amounts are JSON numbers of at
most 15 significant digits and are computed as exact decimals. Moments are ISO 8601 in UTC; the date of a document is Chile's. Pages
begin at 1 and hold 20 records unless \`pageSize\` says otherwise, 100 at most.`
