import type { Fault } from './faults.ts'
import { reasonTable, type Reason } from './judge/reasons.ts'
import type { DocumentVerdict, EnvelopeVerdict } from './judge/verdict.ts'

/** What the faults `rejected` and `objections` make of a verdict. */
export function twistOf (fault: Fault | undefined): ((verdict: EnvelopeVerdict) => EnvelopeVerdict) | undefined {
  if (fault?.fault !== 'rejected' && fault?.fault !== 'objections') return undefined
  const outcome = fault.fault === 'rejected' ? 'rejected' : 'objected'
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
