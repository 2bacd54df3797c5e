import pg from 'pg'

export interface TestServer {
  superuserUrl: string
  /** A migrated database to clone. */
  template: string
  /** The role of the service, and the one that owns its tables. */
  role: string
  ownerRole: string
  password: string
  /** As superuser; empty unless the server is the coordinator of Citus. */
  workerUrls: string[]
}

/** Runs statements on a connection of their own, one by one. */
export async function onServer (url: string, ...statements: string[]): Promise<any[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    let rows: any[] = []
    for (const statement of statements) ({ rows } = await client.query(statement))
    return rows
  } finally {
    await client.end()
  }
}

/** The same role at the workers that a coordinator knows. */
export async function workersOf (superuserUrl: string): Promise<string[]> {
  const [found] = await onServer(superuserUrl, "select from pg_extension where extname = 'citus'")
  if (!found) return []
  const rows = await onServer(superuserUrl, 'select nodename, nodeport from pg_dist_node where groupid <> 0')
  return rows.map(({ nodename, nodeport }) =>
    Object.assign(new URL(superuserUrl), { host: `${nodename}:${nodeport}` }).toString())
}

/** An empty database on every machine; with Citus where there are several. */
export async function createOnCluster (
  { superuserUrl, workerUrls, ownerRole }: Pick<TestServer, 'superuserUrl' | 'workerUrls' | 'ownerRole'>, name: string
): Promise<void> {
  const urls = [superuserUrl, ...workerUrls]
  for (const url of urls) await onServer(url, `create database ${name} owner ${ownerRole}`)
  if (workerUrls.length === 0) return
  const within = (url: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).toString()
  for (const url of urls) await onServer(within(url), 'create extension citus')
  const nodes = await onServer(superuserUrl, 'select groupid, nodename, nodeport from pg_dist_node order by groupid')
  await onServer(within(superuserUrl), ...nodes.map(({ groupid, nodename, nodeport }) =>
    `select ${groupid === 0 ? 'citus_set_coordinator_host' : 'citus_add_node'}('${nodename}', ${nodeport})`))
}
