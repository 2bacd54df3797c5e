import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { prepareDocument, type PreparedDocument } from '../../src/dte/document-from-payload.ts'
import { invoicePayload } from '../../src/dte/payload.ts'
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

/** What becomes of an example's payload.json. */
export function prepareCase (kind: 'valid' | 'invalid', name: string): PreparedDocument {
  return preparePayload(casePayload(kind, name))
}

/** What becomes of a payload that the tenant of the examples posts. */
export function preparePayload (payload: unknown): PreparedDocument {
  return prepareDocument(invoicePayload.parse(payload), { sender: senderFacts, today })
}

/** The text of one of an example's files, where it has it. */
export function readCase (kind: 'valid' | 'invalid', name: string, file: string): string | undefined {
  const path = new URL(`${kind}/${name}/${file}`, cases)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
