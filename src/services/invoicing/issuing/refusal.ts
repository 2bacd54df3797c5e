import { ruleTable, type RuleCode, type Violation } from '../../../dte/errors.ts'

/**
 * Why a posted document cannot become a tax document: every rule that it breaks. http/plugins/error-handler.ts writes
 * it out.
 */
export class DocumentRefused extends Error {
  /** The rule's own code when all violations are of one rule, DOCUMENT_INVALID otherwise. */
  readonly code: RuleCode | 'DOCUMENT_INVALID'
  readonly kind: 'invalid' | 'rule'
  readonly violations: readonly Violation[]

  constructor (violations: readonly Violation[]) {
    super(`The document breaks ${violations.length} rules`)
    this.name = 'DocumentRefused'
    const rules = new Set(violations.map(({ rule }) => rule))
    const [only] = rules
    this.code = rules.size === 1 && only !== undefined ? only : 'DOCUMENT_INVALID'
    this.kind = violations.some(({ rule }) => ruleTable[rule].kind === 'invalid') ? 'invalid' : 'rule'
    this.violations = violations
  }
}
