import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Drained } from '../parts/drain.ts'
import {
  differentTotals, disagreements, doubledDocuments, refusedStamps, sentInTwoEnvelopes, verdictsNotGiven
} from './authority.ts'
import type { Books } from './books.ts'
import { answeredOtherwise, handedOverTwice, lost, oddRetries, unasked } from './clients.ts'
import {
  auditFaults, doubledFolios, impossibleMoves, notesAboutNothing, oddAmountsAndDates, secretsStored,
  unaccountedFolios, unauthorisedFolios, unfinished, unfinishedEnvelopes
} from './database.ts'
import { mailFaults } from './mails.ts'

export interface Verdict { invariant: string, promise: string, faults: string[] }

interface Evidence {
  /** Of the simulator's answers. */
  seed: number
  drained: Drained
  /** Lines that no program may write. */
  fatal: string[]
  secrets: string[]
  logFolder: string
}

/** Each invariant with what contradicts it in the three ledgers. */
export async function judge (books: Books, { seed, drained, fatal, secrets, logFolder }: Evidence): Promise<Verdict[]> {
  const seen = (invariant: string): string[] =>
    books.wrongs.filter((wrong) => wrong.invariant === invariant).map(({ what }) => what)
  const verdict = (invariant: string, promise: string, ...faults: string[][]): Verdict =>
    ({ invariant, promise, faults: faults.flat() })
  return [
    verdict('I1', 'a folio is used once', handedOverTwice(books), await doubledFolios(books), doubledDocuments(books)),
    verdict('I2', 'no folio is left out', await unaccountedFolios(books)),
    verdict('I3', 'every folio is authorised', await unauthorisedFolios(books), refusedStamps(books)),
    verdict(
      'I4', 'nothing acknowledged is lost, and all of it ends', lost(books), oddRetries(books), await unfinished(books),
      await mailFaults(books)
    ),
    verdict('I5', 'nothing exists that was not asked for, or twice', unasked(books)),
    verdict('I6', 'the SII gets each document once, or the same bytes again', doubledDocuments(books), sentInTwoEnvelopes(books)),
    verdict('I7', 'Timbre knows what the SII has', disagreements(books, seed)),
    verdict('I8', 'totals are the same everywhere', differentTotals(books)),
    verdict('I9', 'a tenant sees nothing of another', seen('I9')),
    verdict('I10', 'the audit log is whole, one row for each change', await auditFaults(books)),
    verdict(
      'I11', 'documents and envelopes move along declared edges only', await impossibleMoves(books),
      await unfinishedEnvelopes(books)
    ),
    verdict('I12', 'pesos are whole, days are those of Chile', await oddAmountsAndDates(books)),
    verdict('I13', 'a repeated request gets the first answer', answeredOtherwise(books), seen('I13')),
    verdict('I14', 'the backlog empties by itself', drained.empty ? [] : drained.left),
    verdict('I15', 'no secret is readable in logs or tables', await secretsStored(books, secrets), secretsLogged(logFolder, secrets)),
    verdict('I16', 'no request or fault ends a program, or is answered with an error', seen('I16'), fatal),
    verdict('I17', 'no document has a verdict that the SII did not give', verdictsNotGiven(books, seed)),
    verdict('I18', 'a note names what it changes', await notesAboutNothing(books))
  ]
}

function secretsLogged (folder: string, secrets: string[]): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.log')).flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    return secrets.some((secret) => text.includes(secret)) ? [`a secret is readable in ${name}`] : []
  })
}
