/** What was checked of a received file or document, and with which outcome. */
export const checkOutcomes = ['passed', 'failed', 'warning', 'notApplicable', 'notPossible'] as const
export type CheckOutcome = typeof checkOutcomes[number]

/** The checks in their order; those of the file first. The names are stored and part of the API. */
export const fileChecks = [
  'readable', 'structure', 'envelopeSignature', 'addressee', 'environment', 'counts'
] as const
export const documentChecks = [
  'documentStructure', 'signature', 'signerAuthorised', 'issuer', 'receiver', 'onlyContent', 'stamp', 'amounts', 'sii'
] as const
export type CheckName = typeof fileChecks[number] | typeof documentChecks[number]

export interface Check {
  check: CheckName
  outcome: CheckOutcome
  /** A code, and after a colon what it is about: `ELEMENT_MISSING: Encabezado/Totales`. */
  detail?: string
}

/** Failed with a problem, or else passed. */
export function checked (check: CheckName, problem: string | undefined, outcome: 'failed' | 'warning' = 'failed'): Check {
  return problem === undefined ? { check, outcome: 'passed' } : { check, outcome, detail: problem }
}

// [S26]: EstadoRecepEnv and EstadoRecepDTE of the first check that failed.
const fileStates: Partial<Record<CheckName, number>> = {
  readable: 91, structure: 1, envelopeSignature: 2, addressee: 3, environment: 99
}
const documentStates: Partial<Record<CheckName, number>> = {
  signature: 1, issuer: 2, receiver: 3, onlyContent: 4, stamp: 99
}

/** EstadoRecepEnv; 0 if nothing failed. */
export function fileState (checks: readonly Check[]): number {
  return stateBy(fileStates, checks)
}

/** EstadoRecepDTE; 0 if nothing failed. */
export function documentState (checks: readonly Check[]): number {
  return stateBy(documentStates, checks)
}

function stateBy (states: Partial<Record<CheckName, number>>, checks: readonly Check[]): number {
  const first = checks.find(({ check, outcome }) => outcome === 'failed' && check in states)
  return first ? states[first.check] ?? 0 : 0
}
