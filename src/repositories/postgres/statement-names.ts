import { settingPrefix } from './local-settings.ts'

const names = new Map<string, string>()
// Texts made of variable parts stay unnamed, or a connection would keep ever more plans.
const variableMax = 500

/** The name under which a connection keeps the plan of a statement, so that it is planned once. */
export function nameOf (sql: string): string {
  const known = names.get(sql)
  if (known !== undefined) return known
  const name = `timbre_${names.size}`
  names.set(sql, name)
  return name
}

/** The same for statements not marked as constant; undefined when there are too many. */
export function statementName ({ sql }: { sql: string }): string | undefined {
  return names.has(sql) || (names.size < variableMax && !sql.startsWith(settingPrefix)) ? nameOf(sql) : undefined
}
