/** One request of a `.http` file, in the syntax of VS Code's REST Client. */
export interface CollectedRequest {
  title: string
  name: string | undefined
  /** What it is there to show: 200, or `# @expect <status> <errorCode>`. */
  expected: { status: number, errorCode: string }
  method: string
  url: string
  headers: Record<string, string>
  body: string | undefined
}

/** Reads the requests of a file, in order; variables are still in their braces. */
export function requestsIn (text: string): CollectedRequest[] {
  return `\n${text}`.split(/\n###/).map((block, index) => index === 0 ? block : `###${block}`).filter((block) =>
    /^[A-Z]+ \S/m.test(block)
  ).map(requestOf)
}

function requestOf (block: string): CollectedRequest {
  const [head = '', ...body] = block.trim().split(/\n\n/)
  const lines = head.split('\n')
  const note = (name: string) => lines.map((line) => new RegExp(`^# @${name} (.+)$`).exec(line)?.[1]).find(Boolean)
  const [request = '', ...headers] = lines.filter((line) => !line.startsWith('#'))
  const [method = '', url = ''] = request.split(' ')
  const [status = '200', errorCode = ''] = note('expect')?.split(' ') ?? []
  return {
    title: (lines.find((line) => line.startsWith('###')) ?? note('name') ?? request).replace(/^#+ */, ''),
    name: note('name'),
    expected: { status: Number(status), errorCode },
    method,
    url,
    headers: Object.fromEntries(
      headers.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])
    ),
    body: body.length === 0 ? undefined : body.join('\n\n')
  }
}

export interface Answer { status: number, text: string }

/**
 * Fills variables in: `{{host}}` from the environment, `{{login.response.body.$.result.id}}` and
 * `{{caf.response.body.*}}` from earlier answers.
 */
export function filled (text: string, environment: Record<string, string>, answers: Record<string, Answer>): string {
  return text.replaceAll(/\{\{([^}]+)\}\}/g, (_whole, variable: string) => {
    const value = variable === '$guid' ? crypto.randomUUID() : environment[variable] ?? fromAnswer(variable, answers)
    if (typeof value !== 'string') throw new Error(`{{${variable}}} has no value.`)
    return value
  })
}

function fromAnswer (variable: string, answers: Record<string, Answer>): unknown {
  const [, name = '', path = ''] = /^(\w+)\.response\.body\.(.+)$/.exec(variable) ?? []
  const answer = answers[name]
  if (!answer || path === '*') return answer?.text
  return path.replace(/^\$\./, '').split('.').reduce((value: any, member) => value?.[member], JSON.parse(answer.text))
}
