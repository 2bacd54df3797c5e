import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Decimal } from '../../src/dte/values/amounts.ts'
import { type PreparationFacts, prepareDocument, type PreparedDocument } from '../../src/dte/reading/document-from-payload.ts'
import { invoicePayload } from '../../src/dte/fields/payload.ts'
import { senderFacts, today } from './sender-facts.ts'

const cases = new URL('../dte/cases/', import.meta.url)

/** The names of the example documents in test/dte/cases; a case is a folder, and adding one needs no code. */
export function caseNames (kind: 'valid' | 'invalid'): string[] {
  return readdirSync(new URL(`${kind}/`, cases))
}

/** An example's payload.json, parsed afresh. */
export function casePayload (kind: 'valid' | 'invalid', name: string): unknown {
  return JSON.parse(readCase(kind, name, 'payload.json') ?? '')
}

/** A valid example without its date of issue and its sender's RUT, to be posted on any day by any tenant. */
export function undatedCase (name: string): unknown {
  const payload = casePayload('valid', name) as {
    header: { documentId: { issueDate?: string }, sender?: { taxNumber?: string } }
  }
  delete payload.header.documentId.issueDate
  delete payload.header.sender?.taxNumber
  return payload
}

/** What becomes of an example's payload.json; a facts.json beside it says what else is known. */
export function prepareCase (kind: 'valid' | 'invalid', name: string): PreparedDocument {
  const { purchaseNotes, ...facts } = JSON.parse(readCase(kind, name, 'facts.json') ?? '{}') as {
    ufValue?: Decimal, purchaseNotes?: string[]
  }
  return preparePayload(
    casePayload(kind, name), { ...facts, ...(purchaseNotes && { purchaseNotes: new Set(purchaseNotes) }) }
  )
}

/** What becomes of a payload that the tenant of the examples posts. */
export function preparePayload (
  payload: unknown, facts: Omit<PreparationFacts, 'sender' | 'today'> = {}
): PreparedDocument {
  return prepareDocument(invoicePayload.parse(payload), { sender: senderFacts, today, ...facts })
}

/** The text of one of an example's files, where it has it. */
export function readCase (kind: 'valid' | 'invalid', name: string, file: string): string | undefined {
  const path = new URL(`${kind}/${name}/${file}`, cases)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
