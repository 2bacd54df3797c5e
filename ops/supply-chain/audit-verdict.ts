/** A vulnerability that is known and left, until a day: why it does not matter here. */
export interface Acceptance { advisory: string, why: string, until: string }

interface Via { url?: string, title?: string, severity?: string, name?: string }
interface Report { vulnerabilities?: Record<string, { via: (Via | string)[] }> }

const severe = new Set(['high', 'critical'])

/** What was found when the registry was asked last; null before that. */
export interface LastAudit { on: string, lines: string[] }

interface AuditTerms { accepted: Acceptance[], today: string, required: boolean, last: LastAudit | null }

/** What `npm audit --json` says, in lines, whether it passes, and whether the registry was asked at all. */
export function verdictOf (
  answer: string, { accepted, today, required, last }: AuditTerms
): { lines: string[], exitCode: number, isAsked: boolean } {
  const report = parse(answer)
  if (!report?.vulnerabilities) {
    const known = last
      ? [`Last asked on ${last.on}:`, ...last.lines]
      : ['No earlier answer is recorded: run npm run audit:dependencies -- --record where the registry can be asked.']
    return {
      lines: ['NOT AUDITED: the registry could not be asked about known vulnerabilities.', ...known],
      exitCode: required ? 1 : 0, isAsked: false
    }
  }
  const found = new Map<string, string>()
  for (const { via } of Object.values(report.vulnerabilities)) {
    for (const one of via) {
      if (typeof one === 'string' || !severe.has(one.severity ?? '')) continue
      found.set((one.url ?? '').replace(/^.*\//, ''), `${one.severity} ${one.name}: ${one.title}`)
    }
  }
  const lines: string[] = []
  let exitCode = 0
  for (const [advisory, text] of found) {
    const acceptance = accepted.find((one) => one.advisory === advisory && one.until >= today)
    lines.push(acceptance ? `accepted until ${acceptance.until}: ${advisory} ${text} (${acceptance.why})` : `NOT ACCEPTED: ${advisory} ${text}`)
    if (!acceptance) exitCode = 1
  }
  return { lines: [...lines, `${found.size} known vulnerabilities of high or critical severity`], exitCode, isAsked: true }
}

function parse (text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report
  } catch {
    return undefined
  }
}
