import { readFileSync } from 'node:fs'
import { loadModule, parseSync } from 'libpg-query'

/** What a statement must not do, so that a database that is spread over machines by tenant can run it. */
export type Rule =
  | 'tenant' | 'settings' | 'copy' | 'modifying CTE' | 'recursive' | 'volatile' | 'lock' | 'lateral' | 'alias'

export interface Fault { rule: Rule, about: string }

// Functions whose outcome PostgreSQL cannot foresee: machines would have different ones.
const volatile: ReadonlySet<string> = new Set([
  'gen_random_uuid', 'random', 'clock_timestamp', 'timeofday', 'nextval', 'setval', 'pg_sleep', 'pg_notify',
  'pg_advisory_lock', 'pg_advisory_xact_lock', 'pg_try_advisory_lock', 'pg_try_advisory_xact_lock'
])

/** The tables with a tenant_id. */
const tables: ReadonlySet<string> = new Set(
  [...readFileSync('prisma/schema.prisma', 'utf8').matchAll(/^model \w+ \{(.*?)^\}/gms)].flatMap(([, model = '']) => {
    const [, name] = /@@map\("(\w+)"\)/.exec(model) ?? []
    return name !== undefined && /^\s*tenantId\s/m.test(model) ? [name] : []
  })
)

type Node = Record<string, any>

/** A table of tenants in FROM, under the name that the query gives it. */
interface Source { table: string, name: string }

/** A query with the tables that it reads itself, and the conditions that all its rows meet. */
interface Level { sources: Source[], conditions: Node[], joinsByTenant: boolean }

/** Statements that break a rule with a reason, known by how they begin or what they hold. */
interface Exception { statement: RegExp, rules: Rule[], reason: string }

const otherForm = 'For one PostgreSQL: with `distributed`, the store has a form of it that works tenant by tenant.'
const everyTenant = 'Reads rows of all tenants and locks none: an ordinary query of all machines, and a rare one.'
const exceptions: Exception[] = [
  {
    statement: /^with recursive oldest as/, reason: otherForm,
    rules: ['tenant', 'lateral', 'recursive', 'lock', 'volatile']
  },
  { statement: /^with held as \(select t\.tenant_id/, reason: otherForm, rules: ['tenant', 'lock'] },
  {
    statement: /from unnest\(\$1::text\[\]\) as wanted \(topic\) cross join lateral/, reason: otherForm,
    rules: ['tenant', 'lateral']
  },
  {
    statement: /^with moves as \(select \* from jsonb_to_recordset/, reason: otherForm,
    rules: ['tenant', 'modifying CTE', 'alias', 'copy', 'volatile']
  },
  {
    statement: /^with locked as materialized \(select id from invoices .* recorded as \(insert into invoice_moves/,
    reason: otherForm, rules: ['modifying CTE', 'alias', 'copy', 'volatile', 'tenant']
  },
  { statement: /^with used as materialized \(select \* from unnest/, reason: otherForm, rules: ['tenant', 'lock'] },
  ...[
    /^select tenant_id as "tenantId", id from \(select tenant_id, id, due_at, row_number/,
    /^select topic, extract\(epoch from min\(due_at\) - now\(\)\)/,
    /^select tenant_id as "tenantId", id from outbox_tasks where lease_token::text like/,
    /^select greatest\(coalesce\(extract\(epoch from now\(\) - min\(due_at\)\), 0\), 0\)::float8 as seconds from outbox_tasks/,
    // The users of a person, the tenants of a list, and the addresses that they allow.
    /from memberships m join tenants t on t\.tenant_id = m\.tenant/,
    /^select t\.code, t\.tax_number as "taxNumber".* from tenants t order by t\.code$/,
    /^select tenant_id as "tenantId", network::text from allowed_networks where tenant_id = any/,
    /FROM "public"\."password_resets" WHERE \("public"\."password_resets"\."tenant_id" IN/,
    // What recurring jobs and commands go through.
    /^select tenant_id as id from tenants union select tenant_id from audit_heads/,
    /^select t\.tenant_id as id from tenants t left join sums_checks c/,
    /^select t\.tenant_id as "tenantId" from tenants t where \(t\.folios_low_days > 0/,
    /^select distinct u\.tenant_id as "tenantId" from users u where u\.mail_choices/,
    /^select distinct tenant_id as "tenantId" from received_documents where registry_state/,
    /FROM "public"\."certificates" WHERE \("public"\."certificates"\."replaced_at" IS NULL AND/,
    /^select tenant_id as "tenantId", (?:\w+|\(case id .* end\)) as "rowId"(?:, \w+ as sealed)? from \w+ where .* limit \$\d$/,
    /FROM "public"\."tenant_keys" WHERE 1=1 ORDER BY/,
    // Folios of one issuer are assigned once.
    /FROM "public"\."folio_blocks" WHERE \("public"\."folio_blocks"\."issuer_tax_number" =/,
    // Figures for the operator.
    /^select open\.document_type as "documentType", open\.status::int, count/,
    /^select greatest\(coalesce\(extract\(epoch from now\(\) - min\(oldest\.at\)\)/,
    /^select t\.code as tenant, /,
    /^select topic, count\(\*\)::int as tasks from outbox_tasks where losses/
  ].map((statement): Exception => ({ statement, rules: ['tenant'], reason: everyTenant })),
  {
    statement: /FROM "public"\."(user_roles|roles|role_claims)" WHERE \("public"\."\1"\."tenant_id" IN/, rules: ['tenant'],
    reason: 'A relation as Prisma reads it, by the ids of rows of one tenant.'
  },
  ...['password_resets', 'user_sessions', 'mails', 'recent_documents'].map((table): Exception => ({
    statement: new RegExp(`^DELETE FROM "public"\\."${table}" WHERE (?!.*"tenant_id")`), rules: ['tenant'],
    reason: 'Deletes what has ended, of all tenants.'
  }))
]

const lookedAt: ReadonlySet<string> = new Set(['withClause', 'fromClause', 'usingClause', 'relation', 'larg', 'rarg'])
const queries: ReadonlySet<string> = new Set(['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt'])

await loadModule()

/** The rules that a statement of the service breaks without a reason. */
export function objectionsTo (sql: string): Fault[] {
  const statement = sql.replace(/\s+/g, ' ').replace(/\( /g, '(').trim()
  const allowed = exceptions.filter((exception) => exception.statement.test(statement)).flatMap(({ rules }) => rules)
  return faultsOf(sql).filter(({ rule }) => !allowed.includes(rule))
}

/** The rules that a statement breaks, each once for what breaks it. */
export function faultsOf (sql: string): Fault[] {
  const faults = new Map<string, Fault>()
  const calls = new Set<string>()
  let isOfTenants = false

  const add = (rule: Rule, about: string): void => { faults.set(`${rule} ${about}`, { rule, about }) }

  /** Whether each of the query's tables is compared with the tenant's id itself. */
  function query (kind: string, node: Node, outer: ReadonlySet<string>): boolean {
    const known = new Set(outer)
    const knownTenants = withClause(node['withClause'], known)
    if (kind === 'SelectStmt' && node['larg']) {
      const sides = [node['larg'], node['rarg']].map((side: Node) => query('SelectStmt', side, known))
      return rest(node, known) && knownTenants && sides.every(Boolean)
    }
    const level: Level = { sources: [], conditions: [], joinsByTenant: false }
    if (kind === 'UpdateStmt' || kind === 'DeleteStmt') table(node['relation'], level, known)
    const inner = [...node['fromClause'] ?? [], ...node['usingClause'] ?? []].map((item: Node) =>
      source(item, level, known))
    conditionsIn(node['whereClause'], level)
    const loose = level.sources.filter((one) => !isCompared(one, level))
    for (const { table: found, name } of loose) add('tenant', found === name ? found : `${found} ${name}`)
    if (node['lockingClause']) for (const { table: found } of loose) add('lock', found)
    if (kind === 'InsertStmt') insert(node)
    return rest(node, known) && knownTenants && inner.every(Boolean) && loose.length === 0
  }

  function withClause (clause: Node | undefined, known: Set<string>): boolean {
    let areCompared = true
    for (const { CommonTableExpr: { ctename, ctequery } } of clause?.['ctes'] ?? []) {
      if (clause?.['recursive']) known.add(ctename)
      const [kind, node] = Object.entries(ctequery)[0] as [string, Node]
      if (kind !== 'SelectStmt') add('modifying CTE', ctename)
      const isTenants = query(kind, node, known)
      if (clause?.['recursive'] && !isTenants) add('recursive', ctename)
      areCompared &&= isTenants
      known.add(ctename)
    }
    return areCompared
  }

  function table (range: Node, level: Level, known: ReadonlySet<string>): void {
    const found = range['relname']
    if (known.has(found) || !tables.has(found)) return
    isOfTenants = true
    level.sources.push({ table: found, name: range['alias']?.aliasname ?? found })
  }

  /** An item of FROM. */
  function source (item: Node, level: Level, known: ReadonlySet<string>): boolean {
    const [kind, node] = Object.entries(item)[0] as [string, Node]
    if (kind === 'RangeVar') table(node, level, known)
    if (kind === 'RangeSubselect') {
      const [[inner, subquery]] = Object.entries(node['subquery']) as [[string, Node]]
      const isTenants = query(inner, subquery, known)
      if (node['lateral'] && subquery['limitCount'] && !isTenants) add('lateral', node['alias']?.aliasname ?? '')
      return isTenants
    }
    if (kind === 'JoinExpr') {
      if (node['usingClause']?.some((one: Node) => one['String'].sval === 'tenant_id')) level.joinsByTenant = true
      conditionsIn(node['quals'], level)
      const sides = [source(node['larg'], level, known), source(node['rarg'], level, known)]
      return sides.every(Boolean) && nested(node['quals'], known)
    }
    return kind === 'RangeVar' || nested(node, known)
  }

  function insert (node: Node): void {
    if (tables.has(node['relation'].relname)) isOfTenants = true
    const { SelectStmt: rows } = node['selectStmt'] ?? {}
    if (!rows || rows.valuesLists) return
    const place = (node['cols'] ?? []).findIndex(({ ResTarget: { name } }: Node) => name === 'tenant_id')
    const value = rows.targetList?.[place]?.ResTarget.val
    const isTaken = lastNameOf(value) === 'tenant_id'
    const target = node['relation'].relname
    if (tables.has(target) && !isTaken && !node['onConflictClause'] && !returning(node)) add('copy', target)
    if (tables.has(target) && returning(node) && !node['relation'].alias) add('alias', target)
  }

  /** Everything in a query but what was looked at: functions, and the queries in its expressions. */
  function rest (node: Node, known: ReadonlySet<string>): boolean {
    return nested(Object.fromEntries(Object.entries(node).filter(([key]) => !lookedAt.has(key))), known)
  }

  function nested (part: unknown, known: ReadonlySet<string>): boolean {
    if (typeof part !== 'object' || part === null) return true
    let areCompared = true
    for (const [key, value] of Object.entries(part)) {
      if (key === 'FuncCall') calls.add((value as Node)['funcname'].at(-1).String.sval)
      const isTenants = queries.has(key)
        ? query(key, value as Node, known)
        : nested(value, known)
      areCompared &&= isTenants
    }
    return areCompared
  }

  for (const { stmt } of parseSync(sql).stmts ?? []) nested(stmt, new Set())
  if (calls.has('set_config')) add('settings', 'set_config')
  for (const call of calls) if (isOfTenants && volatile.has(call)) add('volatile', call)
  return [...faults.values()]
}

function returning (node: Node): unknown {
  return node['returningClause'] ?? node['returningList']
}

function conditionsIn (condition: Node | undefined, level: Level): void {
  if (!condition) return
  const both = condition['BoolExpr']
  if (both?.boolop === 'AND_EXPR') for (const one of both.args) conditionsIn(one, level)
  else level.conditions.push(condition)
}

function isCompared ({ name }: Source, { sources, conditions, joinsByTenant }: Level): boolean {
  const isAlone = sources.length === 1 || joinsByTenant
  return conditions.some(({ A_Expr: comparison }) => {
    if (comparison?.name[0].String.sval !== '=') return false
    const { kind, lexpr: left, rexpr } = comparison
    // A list of one.
    const isList = kind === 'AEXPR_IN' && rexpr.List?.items.length === 1
    if (kind !== 'AEXPR_OP' && !isList) return false
    const right = isList ? rexpr.List.items[0] : rexpr
    return (isTenantOf(left, name, isAlone) && isConstant(right)) ||
      (isTenantOf(right, name, isAlone) && isConstant(left))
  })
}

function isTenantOf (side: Node, name: string, isAlone: boolean): boolean {
  const names = namesOf(side)
  return names?.at(-1) === 'tenant_id' && (names.length === 1 ? isAlone : names.at(-2) === name)
}

function isConstant (side: Node): boolean {
  return 'ParamRef' in side || 'A_Const' in side || ('TypeCast' in side && isConstant(side['TypeCast'].arg))
}

function namesOf (value: Node | undefined): string[] | undefined {
  return value?.['ColumnRef']?.fields.map((field: Node) => field['String']?.sval)
}

function lastNameOf (value: Node | undefined): string | undefined {
  return namesOf(value)?.at(-1)
}
