import type { TenantRow } from '../../repositories/tenants/tenants.ts'
import { type FolioSkip, notReceivedRanges } from './folio-skips.ts'
import type { TenantOutcome } from './index.ts'

const reasonsNotAsked = {
  told:
    'The SII was not asked (--unasked): only the margin is skipped. Look on its site for the last folio of each type.',
  noCertificate:
    'Without a valid certificate the SII cannot be asked: only the margin is skipped. Look on its site for the last folio of each type.'
}

/** What was done for a tenant, and what the operator still has to do. */
export function linesOf (
  { code, taxNumber, environment }: TenantRow,
  { skips, notAsked, envelopes, documents, waiting, submissions }: TenantOutcome
): string[] {
  const lines = [
    ...(notAsked && skips.length > 0 ? [reasonsNotAsked[notAsked]] : []),
    ...skips.flatMap(linesOfSkip),
    ...(envelopes > 0
      ? [`${envelopes} envelopes without an answer: the SII is asked about them before they are sent.`]
      : []),
    ...(documents > 0
      ? [
        `${documents} issued documents in no envelope: the SII is asked about each before it is sent in an envelope of its own.`
        ]
      : []),
    ...(waiting > 0
      ? [
        `${waiting} waiting documents are stopped (Failed): each may have been issued since. Look for them, then call Webhook/Retry.`
        ]
      : []),
    ...(submissions > 0
      ? [
        `${submissions} bulk submissions are cancelled: rows may have been issued since. Look for them, then submit what is missing.`
        ]
      : [])
  ]
  return [`${code} (${taxNumber}, ${environment})`, ...lines.map((line) => `  ${line}`)]
}

function linesOfSkip ({ block, from, to, held, margin, isMarginReserved }: FolioSkip): string[] {
  const name = `type ${block.documentType}, folios ${block.rangeFrom} to ${block.rangeTo} (${block.environment}${
    block.position === null ? ', not active' : ''
  })`
  const standing = isMarginReserved ? '; the previous run skipped the margin' : ''
  if (from === to) return [`${name}: ${from} stays the next${standing}.`]
  const left = Number(block.rangeTo) - to + 1
  const notReceived = notReceivedRanges({ from, to, held }).map(([first, last]) =>
    first === last ? String(first) : `${first}-${last}`
  )
  return [
    `${name}: ${from} was the next, ${
      left === 0 ? 'none is left' : `${to} is`
    }. The SII holds ${held.length} from ${from} on; the margin is ${margin}${standing}.`,
    ...(notReceived.length === 0
      ? []
      : [`  To be annulled at the SII, unless a delivered document bears them: ${notReceived.join(', ')}`]),
    ...(left === 0 ? ['  Upload another CAF, or documents of this type wait.'] : [])
  ]
}
