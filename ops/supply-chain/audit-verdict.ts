/** A vulnerability that is known and left, until a day: why it does not matter here. */
export interface Acceptance { advisory: string, why: string, until: string }

interface Via { url?: string, title?: string, severity?: string, name?: string }
interface Report { vulnerabilities?: Record<string, { via: (Via | string)[] }> }

const severe = new Set(['high', 'critical'])

/** What `npm audit --json` says, in lines, and whether it passes. */
export function verdictOf (
  answer: string, { accepted, today, required }: { accepted: Acceptance[], today: string, required: boolean }
): { lines: string[], exitCode: number } {
  const report = parse(answer)
  if (!report?.vulnerabilities) {
    return { lines: ['NOT AUDITED: the registry gave no answer about known vulnerabilities.'], exitCode: required ? 1 : 0 }
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
  return { lines: [...lines, `${found.size} known vulnerabilities of high or critical severity`], exitCode }
}

function parse (text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report
  } catch {
    return undefined
  }
}
