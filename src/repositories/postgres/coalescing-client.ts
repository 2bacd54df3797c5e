import pg from 'pg'

/**
 * A connection that sends the statements of one turn of the event loop in one write. pg writes each by itself: a system
 * call here and a wake-up of PostgreSQL for each of the nine statements of a batch.
 */
export class CoalescingClient extends pg.Client {
  override query = ((...statement: unknown[]): unknown => {
    const { stream } = this.connection
    stream.cork()
    process.nextTick(() => { stream.uncork() })
    return Reflect.apply(pg.Client.prototype.query, this, statement)
  }) as pg.Client['query']
}
