import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { distributeDatabase } from '../../src/cli/distribute.ts'
import { examine } from '../../src/database/doctor.ts'
import { isDistributed } from '../../src/database/distributed.ts'
import { byStatement, migrate } from '../../src/database/migrate.ts'
import { type Preparation, prepareDatabase } from '../../src/database/prepare.ts'
import { onServer } from '../support/cluster.ts'
import { emptyDatabase, type TestDatabase } from '../support/database.ts'

describe.skipIf(process.env['CITUS_URL'] === undefined)('on the cluster of CITUS_URL', () => {
  let database: TestDatabase
  let preparation: Preparation
  let folder: string
  beforeAll(async () => {
    database = await emptyDatabase()
    preparation = { databaseUrl: database.url, ownerUrl: database.migrationUrl, pepper: undefined }
    folder = await mkdtemp(join(tmpdir(), 'timbre-migrations-'))
    await cp('prisma/migrations/migration_lock.toml', join(folder, 'migration_lock.toml'))
  })
  afterAll(async () => {
    await database.drop()
    await rm(folder, { recursive: true })
  })

  async function distributed (settings = preparation): Promise<string[]> {
    const lines: string[] = []
    await distributeDatabase({ say: (line) => { lines.push(line) } }, settings)
    return lines
  }

  const asPlatform = (sql: string) => onServer(database.url, 'begin', "set local app.scope = 'platform'", sql)

  const findingsOf = async (check: string) =>
    (await examine({ databaseUrl: database.url, poolSize: 4 })).filter((finding) => finding.check === check)

  it('the rows of an installation are distributed, and a second run changes nothing', async () => {
    await prepareDatabase(preparation)
    await onServer(
      database.migrationUrl, 'begin', "set local app.scope = 'platform'",
      'insert into roles (tenant_id, id, name, created_at) select gen_random_uuid(), gen_random_uuid(), n, now() from generate_series(1, 50) n',
      "insert into role_claims (tenant_id, role_id, type, value) select tenant_id, id, 'permission', 'Webhook.Save' from roles",
      "insert into directory_names (kind, name, tenant, subject) select 'tenantCode', name, tenant_id, id from roles", 'commit'
    )
    expect(await findingsOf('distribution')).toMatchObject([{ level: 'problem' }, { level: 'problem' }])

    const lines = await distributed()

    expect(lines).toContain('roles: distributed by tenant_id.')
    expect(lines.at(-1)).toBe('The database is distributed.')
    for (const table of ['roles', 'role_claims', 'directory_names']) {
      expect(await asPlatform(`select count(*)::int as n from ${table}`), table).toEqual([{ n: 50 }])
    }
    expect(await onServer(database.url, 'select count(*)::int as n from roles')).toEqual([{ n: 0 }])
    expect(await distributed()).toEqual(['The database was distributed already: nothing was changed.'])
    expect(await findingsOf('distribution')).toMatchObject([{ level: 'ok' }])
    expect(await isDistributed(database.url)).toBe(true)
  })

  it('a worker node is refused, and the doctor reports it', async () => {
    const [worker] = inject('testServer').workerUrls.map((url) => new URL(url))
    const at = (url: string): string => Object.assign(new URL(url), { host: worker!.host }).toString()

    await expect(distributed({ ...preparation, databaseUrl: at(database.url), ownerUrl: at(database.migrationUrl) }))
      .rejects.toThrow(/^This database is on a worker of Citus\. Use the URL of the coordinator, /)
    expect(await examine({ databaseUrl: at(database.url), poolSize: 4 })).toContainEqual(
      expect.objectContaining({ check: 'machines', level: 'problem', detail: expect.stringContaining('leads to a worker') }))
  })

  let migrations = 0
  async function migrated (sql: string): Promise<void> {
    const name = `${++migrations}_change`
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'migration.sql'), sql)
    expect(await migrate(database.migrationUrl, folder)).toEqual([name])
  }

  it('migrations of several statements run, in one transaction or statement by statement', async () => {
    await migrated(`
      alter table invoices add column size int not null default 0; alter table invoices add column kind text;
      alter table invoices add constraint size_is_there check (size is not null) not valid;
      alter table roles rename column name to label; alter table roles rename column label to name`)
    await migrated(`${byStatement}
      alter table invoices validate constraint size_is_there; alter table invoices alter column size set not null;
      create index concurrently if not exists invoices_size on invoices (tenant_id, size);
      create unique index concurrently if not exists roles_names on roles (tenant_id, name)`)
    await migrated(`${byStatement}\ndrop index concurrently if exists invoices_size`)
    await migrated('alter table roles add constraint roles_names unique using index roles_names')
  })

  it('a migration changes the rows of all tenants under a setting of its transaction', async () => {
    await migrated("set local app.scope = 'platform'; update roles set name = name || '!'")

    expect(await asPlatform("select count(*)::int as n from roles where name like '%!'")).toEqual([{ n: 50 }])
  })

  it('a new table is distributed by the migration that creates it, with its keys and policies', async () => {
    const visible = `tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid)
      or (select current_setting('app.scope', true)) = 'platform'`
    await onServer(database.migrationUrl, 'drop table warnings', 'drop table people')
    await migrated(`
      create table warnings (tenant_id uuid not null, role_id uuid not null, constraint warnings_pkey primary key (tenant_id, role_id));
      create table people (id uuid not null, constraint people_pkey primary key (id));
      alter table warnings add constraint warnings_role foreign key (tenant_id, role_id) references roles (tenant_id, id) on delete cascade;
      alter table warnings enable row level security; alter table warnings force row level security;
      create policy tenant_only on warnings using (${visible}) with check (${visible});
      set local app.scope = 'platform';
      insert into warnings (tenant_id, role_id) select tenant_id, id from roles`)

    expect(await findingsOf('distribution')).toMatchObject([{ level: 'ok' }])
    await onServer(database.migrationUrl, `grant select on warnings to ${new URL(database.url).username}`)
    expect(await asPlatform('select count(*)::int as n from warnings')).toEqual([{ n: 50 }])
    expect(await onServer(database.url, 'select count(*)::int as n from warnings')).toEqual([{ n: 0 }])
  })
})
