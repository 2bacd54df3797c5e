import ts from 'typescript'

/**
 * The titles of a test file's describe blocks, each with a test that runs and expects something: the skipped and the
 * empty count for nothing.
 */
export function provenTitles (text: string): string[] {
  const file = ts.createSourceFile('a.test.ts', text, ts.ScriptTarget.Latest, true)
  return callsIn(file).filter((call) => nameOf(call) === 'describe' && provesSomething(call)).map(titleOf)
}

function callsIn (node: ts.Node): ts.CallExpression[] {
  const own = ts.isCallExpression(node) ? [node] : []
  return [...own, ...node.getChildren().flatMap(callsIn)]
}

/** `it` of `it(…)`, `it.each(…)(…)` and the like; nothing of what is skipped. */
function nameOf ({ expression }: ts.CallExpression): string {
  const text = expression.getText()
  return /\.(?:skip|todo|only|fails)\b/.test(text) ? '' : /^\w+/.exec(text)?.[0] ?? ''
}

function titleOf ({ arguments: [title] }: ts.CallExpression): string {
  return title && ts.isStringLiteralLike(title) ? title.text : ''
}

function provesSomething (block: ts.CallExpression): boolean {
  const inside = callsIn(block)
  return inside.some((call) => ['it', 'test'].includes(nameOf(call)) && titleOf(call) !== '') &&
    inside.some((call) => nameOf(call) === 'expect')
}
