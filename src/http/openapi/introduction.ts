/** The start page of the API reference, in Markdown; its headings become entries of the index. */
export const introduction =
  `Electronic invoicing for Chile. One call with an invoice returns a legal tax document (DTE) with its folio, stamped, signed and stored.
Timbre then sends it to the tax authority (SII) and tracks it until the verdict.

## Your first document

\`POST /api/Webhook/Save\` takes the tenant keys and the document. Omitted values are computed: line amounts, VAT, totals.

\`\`\`json
{
  "tenantCode": "losandes", "accessKey": "ak_test_…", "secretKey": "sk_…",
  "payload": {
    "header": { "documentId": { "documentType": "39", "paymentMedia": 2 } },
    "details": [{ "itemName": "Martillo carpintero 16 oz", "quantity": 1, "unitPrice": 8990 }]
  }
}
\`\`\`

The answer has the folio (\`invoiceNumber\`) and a \`correlationId\`. Use the latter with Webhook/GetWebhook, GetPdf and GetXml. With
the header \`X-Dry-Run: true\`, the document is validated but not issued.

## Authentication

- **Systems** that issue documents send \`tenantCode\`, \`accessKey\` and \`secretKey\` in the body of Webhook/Save. To read documents
  (GetWebhook, GetWebhooks, GetXml, GetPdf) they send the same three in the headers \`X-Tenant-Code\`, \`X-Access-Key\` and \`X-Secret-Key\`.
- **Users** sign in with Auth/Login and send \`Authorization: Bearer <accessToken>\` with all other operations. The claims of their roles
  decide what they may do; each operation names the claim it requires.
- A tenant can be restricted to IP addresses (IpAddressWhiteList). Calls from other addresses are answered with 403.

## Answers and errors

Every answer is an envelope with \`success\`, \`statusCode\`, \`errorCode\`, \`errors\` and \`result\`; downloads are sent as they are. An error has
a stable \`errorCode\` and one sentence for each problem, starting with its path. With \`Accept-Language: es\` the sentences are in Spanish.
Its header \`Link\` leads to what the documentation says of the code. The server has the whole documentation at \`/docs/index\`.

| HTTP | What to do |
|---|---|
| 400 | Correct the request: it is malformed or does not match its schema |
| 401, 403 | Sign in; ask for the claim; call from an allowed address |
| 404 | It does not exist, or belongs to another tenant |
| 409 | The current state does not allow it, or the Idempotency-Key was used for a different request |
| 413, 415 | Send a smaller body, or a supported media type |
| 422 | Correct the document: it violates a business rule or a rule of the SII |
| 429, 503 | Wait the number of seconds in \`Retry-After\`, then try again |

## Safe retries

Send an \`Idempotency-Key\` with every POST and PUT that must not happen twice. A repeated request with the same key and content returns
the first answer, with the header \`Idempotent-Replayed: true\`.

## Conventions

Paths and query names are case-insensitive, and repeated slashes of a path count as one. JSON is UTF-8, or ISO-8859-1 or Windows-1252
where \`Content-Type\` declares it. The id of what an operation is about is taken in the query or in the body, as \`id\` or by its long name
(\`correlationId\`, \`roleId\`, \`userId\`, \`templateId\`). HEAD is answered wherever GET is. Unknown members of a body and unknown names in a query are refused. What Get or List answered can be
changed and sent to the matching Update: members that are marked as read-only are ignored. Types, codes and folios of a body are taken as numbers or as digits in a string. An optional member that
is null, and a query value that is empty, are the same as omitted ones; to clear a value, send "" or []. In a document, empty texts, and 0 where
it is no value of the member (codes, line numbers, counts), are the same as omitted, too; an amount of 0 is an amount. A query name
appears once; several values of one are separated by commas (\`status=7,8\`). Amounts are JSON numbers, exact up to 15 significant
digits; Timbre computes with exact decimals, and rounds noise of floating point, up to 1e-9, to what a member holds. Timestamps are ISO 8601 in UTC; document dates are dates in Chile. Where
a date is expected, a date-time is taken too: midnight UTC means that day, any other moment its day in Chile. Pages start at 1 and
have 20 records by default, at most 100 (\`pageSize\`). Totals of more than 10,000 records may be estimates (\`totalIsEstimate\`): a page after
the last one is empty.`
