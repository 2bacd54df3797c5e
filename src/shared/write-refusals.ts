/** Why a database that answers takes no writes. */
export type WriteRefusal = 'standby' | 'readOnly' | 'full'

/** What is the matter, and the remedy, for the operator. */
export const writeRefusals: Readonly<Record<WriteRefusal, string>> = {
  standby: 'The database is read-only: it is a standby. Promote it, or point DATABASE_URL at the primary.',
  readOnly:
    'The database is read-only: default_transaction_read_only is on. Turn it off where it is set: for the server, the database or the role. Some providers turn it on when the disk is nearly full: add space first.',
  full: 'The database has no space left on its disk. Add space, or free some.'
}

/** An expression: 'standby', 'readOnly' or null for the connection that computes it, outside of a transaction. */
export const readOnlySql = `case
  when pg_is_in_recovery() then 'standby'
  when current_setting('transaction_read_only') = 'on' then 'readOnly'
end`

/**
 * Writes 150 KB where no page has room for them, and rolls them back. Fails with 53100 where there is no space, with
 * 42501 for a role that may not create temporary tables.
 */
export const spaceProbeSql = `begin;
create temporary table timbre_space on commit drop as select number from generate_series(1, 4000) as number;
rollback`
