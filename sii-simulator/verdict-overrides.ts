import type { Fault } from './faults.ts'
import { reasonTable, type Reason } from './judge/reasons.ts'
import type { DocumentVerdict, EnvelopeVerdict } from './judge/verdict.ts'
import { isState, type State } from './progress.ts'
import type { VerdictOverrides } from './reception.ts'

/** How the faults `stuck`, `rejected`, `objections` and `acceptedThenRejected` change an envelope. */
export function overridesOf (fault: Fault | undefined): VerdictOverrides {
  if (fault?.fault === 'stuck') return { heldAt: heldState(fault) }
  if (fault?.fault === 'rejected') return { override: verdictOverride(fault, 'rejected') }
  if (fault?.fault === 'objections') return { override: verdictOverride(fault, 'objected') }
  if (fault?.fault === 'acceptedThenRejected') {
    return { reversal: { tellings: fault.tellings ?? 1, override: verdictOverride(fault, 'rejected') } }
  }
  return {}
}

function heldState ({ value }: Fault): State {
  return value !== undefined && isState(value) ? value : 'CRT'
}

function verdictOverride (fault: Fault, outcome: 'rejected' | 'objected'): (verdict: EnvelopeVerdict) => EnvelopeVerdict {
  const code = fault.value ?? (outcome === 'rejected' ? 'HED-3-861' : 'HED-2-260')
  const override = (document: DocumentVerdict): DocumentVerdict =>
    concerns(fault, document) ? { ...document, outcome, reasons: [injectedReason(code)] } : document
  return (verdict) => ({ ...verdict, documents: verdict.documents.map(override) })
}

function concerns ({ documentType, folio }: Fault, { facts }: DocumentVerdict): boolean {
  return (documentType ?? facts.documentType) === facts.documentType && (folio ?? facts.folio) === facts.folio
}

function injectedReason (code: string): Reason {
  const known = Object.entries(reasonTable).find(([name]) => name === code)?.[1]
  return { code, description: known ?? 'Rechazado por el simulador' }
}
