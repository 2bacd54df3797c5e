import type { TenantRow } from '../../repositories/tenants/tenants.ts'
import { type FolioSkip, unheldRanges } from './folio-skips.ts'
import type { TenantOutcome } from './index.ts'

const reasonsNotAsked = {
  told:
    'The SII was not asked, as you told: only the margin is left out. Look on its site for the last folio that it holds of each type.',
  noCertificate:
    'Without a valid certificate the SII cannot be asked: only the margin is left out. Look on its site for the last folio that it holds of each type.'
}

/** What was done for a tenant, and what is left to people, in lines for the operator. */
export function linesOf (
  { code, taxNumber, environment }: TenantRow,
  { skips, notAsked, envelopes, documents, waiting, submissions }: TenantOutcome
): string[] {
  const lines = [
    ...(notAsked && skips.length > 0 ? [reasonsNotAsked[notAsked]] : []),
    ...skips.flatMap(linesOfSkip),
    ...(envelopes > 0
      ? [`${envelopes} envelopes without an answer: the SII is asked for them before they are sent.`]
      : []),
    ...(documents > 0
      ? [
        `${documents} issued documents in no envelope: the SII is asked for each before it is sent, each in an envelope of its own.`
        ]
      : []),
    ...(waiting > 0
      ? [
        `${waiting} documents that waited are stopped (Failed): each may have been issued since. Look for them, then Webhook/Retry.`
        ]
      : []),
    ...(submissions > 0
      ? [
        `${submissions} bulk submissions are cancelled where they stood: rows may have been issued since. Look, then submit what is missing.`
        ]
      : [])
  ]
  return [`${code} (${taxNumber}, ${environment})`, ...lines.map((line) => `  ${line}`)]
}

function linesOfSkip ({ block, from, to, held, margin, marginStands }: FolioSkip): string[] {
  const name = `type ${block.documentType}, folios ${block.rangeFrom} to ${block.rangeTo} (${block.environment}${
    block.position === null ? ', not active' : ''
  })`
  const standing = marginStands ? '; the margin was left out by the run before this' : ''
  if (from === to) return [`${name}: ${from} stays the next${standing}.`]
  const left = Number(block.rangeTo) - to + 1
  const unheld = unheldRanges({ from, to, held }).map(([first, last]) =>
    first === last ? String(first) : `${first}-${last}`
  )
  return [
    `${name}: ${from} was the next, ${
      left === 0 ? 'none is left' : `${to} is`
    }. The SII holds ${held.length} from ${from} on; the margin is ${margin}${standing}.`,
    ...(unheld.length === 0
      ? []
      : [`  To be annulled at the SII, unless a document that was handed over bears them: ${unheld.join(', ')}`]),
    ...(left === 0 ? ['  Upload another CAF, or documents of this type wait.'] : [])
  ]
}
