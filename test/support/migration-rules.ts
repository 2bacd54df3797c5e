import { byStatement } from '../../src/database/migrate.ts'
import { statementsOf } from '../../src/database/sql-statements.ts'

/** Tables of which a large installation has millions of rows. */
const large = [
  'audit_entries', 'bulk_rows', 'earlier_contents', 'envelopes', 'idempotency_keys', 'invoice_contents', 'invoice_moves',
  'invoice_references', 'invoices', 'mails', 'notification_deliveries', 'outbox_tasks', 'spent_folios'
]
const table = `(?:only )?"?(${large.join('|')})"?(?!\\w)`

/** What would make documents wait while a migration runs, by what the statement looks like. */
const blocking: Record<string, RegExp> = {
  'makes an index while nobody can write: write "concurrently"':
    new RegExp(`^create (?:unique )?index (?!concurrently)[^(]*? on ${table}`),
  'drops an index while nobody can read: write "concurrently"':
    new RegExp(`^drop index (?!concurrently)(?:if exists )?"?(?:${large.join('|')})_`),
  'changes rows: a task does that, batch by batch': new RegExp(`^(?:with .*\\W)?(?:update|delete from) ${table}`),
  'copies rows: a task does that, batch by batch': new RegExp(`^(?:with .*\\W)?insert into .*\\b(?:from|join) ${table}`),
  'writes the table again': new RegExp(
    `^(?:cluster|vacuum full|reindex table) ${table}|^alter table (?:if exists )?${table}.*(?:\\btype\\b|set (?:un)?logged|default (?:gen_random_uuid|random|clock_timestamp|nextval))`
  ),
  'checks all rows under a lock: add the constraint "not valid", and validate it in a statement of its own':
    new RegExp(`^alter table (?:if exists )?${table}(?!.*not valid).*\\b(?:check \\(|references )`),
  'checks all rows under a lock: make the index concurrently, and add the constraint "using index"':
    new RegExp(`^alter table (?:if exists )?${table}(?!.*using index).*\\badd (?:constraint \\S+ )?(?:unique|primary key|exclude)`)
}

/** What a database that is spread over machines by tenant cannot run, or would run for nothing. */
const undistributable: Record<string, RegExp> = {
  'sets for one machine only: write "set local app.scope = \'platform\'"': /\bset_config\b/,
  'hides what it makes: write a statement for each table and policy': /^do .*\b(?:create table|(?:create|alter) policy)\b/,
  'refers to a table before it is spread: add the foreign key in a statement of its own':
    /^create table .*\breferences\b/,
  'is not taken by Citus: set it where the column is made': /^alter table .*\bset storage\b/
}

/** What is wrong with a migration of a database that is spread over machines. */
export function shardObjectionsTo (script: string): string[] {
  return statementsOf(script).map((text) => text.toLowerCase().replace(/\s+/g, ' ')).flatMap((statement) =>
    Object.keys(undistributable).filter((objection) => undistributable[objection]?.test(statement))
      .map((objection) => `${statement.slice(0, 60)}: ${objection}`))
}

const notNull = new RegExp(`^alter table (?:if exists )?${table}.*set not null`)
const validated = new RegExp(`^alter table (?:if exists )?${table}.*validate constraint`)
const repeatable = [
  /^create (?:unique )?index concurrently if not exists/, /^create table if not exists/,
  /^drop \w+ (?:concurrently )?if exists/, /^alter table (?:if exists )?\S+ (?:add column if not exists|drop \w+ if exists)/,
  /^alter table (?:if exists )?\S+ (?:alter|validate|enable|force)/, /^alter policy/, /^do /, /^select set_config/
]

/** What is wrong with a migration of a database that is at work; empty for one that may run at any hour. */
export function objectionsTo (script: string): string[] {
  const isByStatement = script.startsWith(byStatement)
  const statements = statementsOf(script).map((text) => text.toLowerCase().replace(/\s+/g, ' '))
  return statements.flatMap((statement, place) => {
    const found = Object.keys(blocking).filter((objection) => blocking[objection]?.test(statement))
    if (notNull.test(statement) && !isValidatedBefore(statement, statements.slice(0, place))) {
      found.push('checks all rows under a lock: validate a check "… is not null" before')
    }
    if (!isByStatement && /\bconcurrently\b|validate constraint/.test(statement)) {
      found.push(`cannot be in a transaction: begin the file with "${byStatement}"`)
    }
    if (isByStatement && !repeatable.some((pattern) => pattern.test(statement))) {
      found.push('fails when it runs twice: write "if exists" or "if not exists"')
    }
    return found.map((objection) => `${statement.slice(0, 60)}: ${objection}`)
  })
}

function isValidatedBefore (statement: string, earlier: string[]): boolean {
  const name = notNull.exec(statement)?.[1]
  return earlier.some((text) => validated.exec(text)?.[1] === name)
}
