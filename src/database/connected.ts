import pg from 'pg'

/** Works on a connection of its own, which ends with the work. */
export async function connected<T> (url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  // A connection that breaks fails the query under way, which reports it.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

// "timb" in ASCII. A migration on another instance may take long.
const lockKey = 0x74696d62
export const lockPatience = '10min'

/** Works while no other instance changes the database's shape. */
export async function alone<T> (url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return await connected(url, async (client) => {
    await client.query(`set lock_timeout = '${lockPatience}'`)
    await client.query('select pg_advisory_lock($1)', [lockKey])
    return await work(client)
  })
}
