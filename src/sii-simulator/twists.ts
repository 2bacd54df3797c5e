import type { Fault } from './faults.ts'
import { reasonTable, type Reason } from './judge/reasons.ts'
import type { DocumentVerdict, EnvelopeVerdict } from './judge/verdict.ts'
import { isState, type State } from './progress.ts'
import type { Tampering } from './reception.ts'

/** What the faults `rejected`, `objections` and `acceptedThenRejected` make of an envelope. */
export function tamperingOf (fault: Fault | undefined): Tampering {
  if (fault?.fault === 'stuck') return { heldAt: heldState(fault) }
  if (fault?.fault === 'rejected') return { twist: twistOf(fault, 'rejected') }
  if (fault?.fault === 'objections') return { twist: twistOf(fault, 'objected') }
  if (fault?.fault === 'acceptedThenRejected') {
    return { reversal: { tellings: fault.tellings ?? 1, twist: twistOf(fault, 'rejected') } }
  }
  return {}
}

function heldState ({ value }: Fault): State {
  return value !== undefined && isState(value) ? value : 'CRT'
}

function twistOf (fault: Fault, outcome: 'rejected' | 'objected'): (verdict: EnvelopeVerdict) => EnvelopeVerdict {
  const code = fault.value ?? (outcome === 'rejected' ? 'HED-3-861' : 'HED-2-260')
  const twist = (document: DocumentVerdict): DocumentVerdict =>
    concerns(fault, document) ? { ...document, outcome, reasons: [reasonOnCommand(code)] } : document
  return (verdict) => ({ ...verdict, documents: verdict.documents.map(twist) })
}

function concerns ({ documentType, folio }: Fault, { facts }: DocumentVerdict): boolean {
  return (documentType ?? facts.documentType) === facts.documentType && (folio ?? facts.folio) === facts.folio
}

function reasonOnCommand (code: string): Reason {
  const known = Object.entries(reasonTable).find(([name]) => name === code)?.[1]
  return { code, description: known ?? 'Rechazado por el simulador' }
}
