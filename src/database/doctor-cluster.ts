import type pg from 'pg'
import { elsewhere, hasCitus, tablesToDistribute } from './distribute.ts'
import type { Finding } from './finding.ts'

/** What concerns Citus: empty on one PostgreSQL. */
export async function clusterFindings (client: pg.Client): Promise<Finding[]> {
  if (!await hasCitus(client)) return []
  const coordinator = await elsewhere(client)
  if (coordinator !== undefined) {
    return [{
      check: 'machines', level: 'problem',
      detail: `The database URL leads to a worker. Use the coordinator, ${coordinator}.`
    }]
  }
  return [...await distribution(client), ...await machines(client)]
}

async function distribution (client: pg.Client): Promise<Finding[]> {
  const check = 'distribution'
  const missing = await tablesToDistribute(client)
  const { rows: [row] } = await client.query<{ passes: string }>(
    "select current_setting('citus.propagate_set_commands') as passes"
  )
  const wrong = [
    ...missing.length > 0 ? [`Not distributed: ${missing.join(', ')}. Run "timbre distribute".`] : [],
    ...row?.passes === 'local'
      ? []
      : ['citus.propagate_set_commands is not local: no instance starts. Run "timbre distribute".']
  ]
  return wrong.length > 0
    ? wrong.map((detail) => ({ check, level: 'problem', detail }))
    : [{ check, level: 'ok', detail: 'Every table is distributed, or copied to every machine' }]
}

interface Machine { name: string, isActive: boolean }

async function machines (client: pg.Client): Promise<Finding[]> {
  const check = 'machines'
  const { rows } = await client.query<Machine>(`
    select nodename || ':' || nodeport as name, isactive as "isActive" from pg_dist_node
    where groupid <> 0 and noderole = 'primary' order by 1`)
  const astray = await instancesAtWorkers(client)
  const wrong = [
    ...rows.filter(({ isActive }) => !isActive).map(({ name }) => `The worker ${name} is not active.`),
    ...(await unfitSettings(client)).map(({ name, setting }) => `The worker ${name} has ${setting}. ${remedyOf(setting)}`),
    ...astray.map(({ name, address }) =>
      `An instance at ${address} is connected to the worker ${name}: it does not hear the others. Give it the coordinator's URL.`)
  ]
  return wrong.length > 0
    ? wrong.map((detail) => ({ check, level: 'problem', detail }))
    : [{ check, level: 'ok', detail: `${rows.length} workers are active, and no instance is connected to one` }]
}

function remedyOf (setting: string): string {
  return setting.startsWith('max_prepared')
    ? 'Changes of several machines fail. Set it as high as max_connections.'
    : 'A crash loses documents. Turn it on.'
}

interface AtWorker { name: string, address: string }

/** Citus gives its own connections another name. */
async function instancesAtWorkers (client: pg.Client): Promise<AtWorker[]> {
  const answers = await onWorkers(client, `
    select coalesce(string_agg(distinct coalesce(host(client_addr), 'a local socket'), ','), '') from pg_stat_activity
    where datname = current_database() and application_name like 'timbre%'`)
  return answers.flatMap(({ name, result }) =>
    result.split(',').filter(Boolean).map((address) => ({ name, address })))
}

const fitness = `
  select concat_ws(',',
    case when current_setting('max_prepared_transactions') = '0' then 'max_prepared_transactions = 0' end,
    case when current_setting('fsync') = 'off' then 'fsync = off' end,
    case when current_setting('full_page_writes') = 'off' then 'full_page_writes = off' end,
    case when current_setting('synchronous_commit') = 'off' then 'synchronous_commit = off' end)`

/** Settings of the workers with which transactions fail, or are lost. */
async function unfitSettings (client: pg.Client): Promise<{ name: string, setting: string }[]> {
  return (await onWorkers(client, fitness)).flatMap(({ name, result }) =>
    result.split(',').filter(Boolean).map((setting) => ({ name, setting })))
}

async function onWorkers (client: pg.Client, statement: string): Promise<{ name: string, result: string }[]> {
  const { rows } = await client.query<{ name: string, result: string }>(`
    select nodename || ':' || nodeport as name, result from run_command_on_workers($1) where success`, [statement])
  return rows
}
