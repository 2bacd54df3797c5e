import { asksForDryRun } from '../../http/dry-run.ts'
import { ok } from '../../http/envelope.ts'
import type { Operation } from '../../http/operation.ts'
import type { Certification } from '../workflow/index.ts'
import * as schemas from './book-schemas.ts'
import { only } from './only.ts'

export function bookOperations (operation: Operation, { books, declaration }: Pick<Certification, 'books' | 'declaration'>): void {
  operation({
    method: 'POST',
    path: '/IssueBook',
    rule: { permission: 'Certification.Manage' },
    summary: 'Issue a book',
    description:
      `Writes and signs a book that the SII asks for, and uploads it in the background: of sales or delivery notes, from the approved attempt at their set; of purchases, from the rows of the file; the report of folios (RCOF), from the boletas that were uploaded. Progress shows what the SII says of it; then you declare it like a set, all but the report of folios. After a refusal or SRH, call it again. ${only}`,
    requestHeaders: { 'X-Dry-Run': '`true`: show the book; nothing is stored or uploaded.' },
    body: schemas.issueBookBody,
    alsoFails: [404],
    answer: schemas.issuedBook,
    handler: async ({ actor, body, headers }) => ok(await books.issue(actor, {
      kind: body.kind, name: body.name, notificationNumber: body.notificationNumber ?? null,
      dryRun: asksForDryRun(headers['x-dry-run'])
    }))
  })

  operation({
    method: 'GET',
    path: '/Declaration',
    rule: { permission: 'Certification.Read' },
    summary: 'Get the rows to declare',
    description:
      `The envelopes of sets, books and simulation that the SII took whole and that are not declared yet, as its page wants each row written. Fill in one row at a time, then record the step \`declared\`. ${only}`,
    alsoFails: [409],
    answer: schemas.declaration,
    handler: async ({ actor }) => ok(await declaration.get(actor))
  })
}
