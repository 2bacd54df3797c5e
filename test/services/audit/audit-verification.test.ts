import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { UsageError } from '../../../src/cli/command.ts'
import { commands } from '../../../src/cli/commands.ts'
import { createTerminal } from '../../../src/cli/terminal.ts'
import { createAuditVerification } from '../../../src/services/audit/audit-verification.ts'
import { runCommand } from '../../support/built-program.ts'
import { defined, only } from '../../support/expecting.ts'
import { sharedWorld } from '../../support/shared.ts'

let verify: ReturnType<typeof createAuditVerification>['verify']
const world = sharedWorld()

beforeAll(async () => {
  verify = createAuditVerification({ store: world.store }).verify
  await world.rows('truncate audit_entries, audit_heads')
  const actor = { id: world.andes.admin.userId, name: 'Ñandú', address: '192.0.2.10', requestId: 'r-1' }
  for (const [{ tenantId }, rows] of [[world.andes, Number(length)], [world.boreal, 3]] as const) {
    await world.store.asTenant(tenantId, async ({ auditLog }) => auditLog.add(
      Array.from({ length: rows }, (_, index) => ({
        actor, action: 'folio.activate', entity: 'folioBlock', entityId: String(index),
        details: { z: index, a: [1.5, null, { b: 'ñ' }] }
      })),
      world.clock()
    ))
  }
  await world.rows('create table kept_entries as select * from audit_entries')
  await world.rows('create table kept_heads as select * from audit_heads')
})

// Longer than one batch of those that are read.
const length = 1100n
const andes = () => world.andes.tenantId

beforeEach(async () => {
  await world.rows('truncate audit_entries, audit_heads')
  await world.rows('insert into audit_entries select * from kept_entries')
  await world.rows('insert into audit_heads select * from kept_heads')
})

const change = (sql: string, values: unknown[] = []) => world.rows(sql, [andes(), ...values])

describe('a chain', () => {
  it('that is unaltered passes, and returns the anchor of its head', async () => {
    const head = only(await change("select sequence, encode(hash, 'hex') as hash from audit_heads where tenant_id = $1"))

    const verdict = await verify(andes())

    expect(verdict).toEqual({ tenantId: andes(), end: { sequence: length, hash: head['hash'] }, fault: undefined })
    expect(await verify(andes(), verdict.end)).toEqual(verdict)
  })

  it('that has grown since still passes through its anchor', async () => {
    const { end } = await verify(andes())
    await world.tenants.update(world.andes.admin, { phone: `+56 ${Math.floor(performance.now())}` })

    expect(await verify(andes(), end)).toMatchObject({ end: { sequence: length + 1n }, fault: undefined })
  })

  it.each([
    ['actor_name', "'Mallory'"],
    ['details', "jsonb_set(details, '{z}', '7')"],
    ['at', "at - interval '1 ms'"],
    ['actor_id', 'null'],
    ['address', "'192.0.2.11'"],
    ['entity_id', "'other'"],
    ['request_id', 'null'],
    ['id', 'gen_random_uuid()'],
    ['hash', 'sha256(hash)'],
    ['action', "'folio.delete'"]
  ])('shows the first row of which the %s was altered', async (column, value) => {
    await change(`update audit_entries set ${column} = ${value} where tenant_id = $1 and sequence in (1020, 1050)`)

    expect(await verify(andes())).toMatchObject({
      end: { sequence: 1019n }, fault: { sequence: 1020n, problem: 'rowAltered' }
    })
    expect((await verify(world.boreal.tenantId)).fault).toBeUndefined()
  })

  it('shows where a row was deleted', async () => {
    await change('delete from audit_entries where tenant_id = $1 and sequence = 1003')

    expect(await verify(andes())).toMatchObject({
      end: { sequence: 1002n }, fault: { sequence: 1003n, problem: 'rowMissing' }
    })
  })

  it('shows where a deleted row\'s gap was closed', async () => {
    await change('delete from audit_entries where tenant_id = $1 and sequence = 1003')
    await change('update audit_entries set sequence = sequence - 1000000 where tenant_id = $1 and sequence > 1003')
    await change('update audit_entries set sequence = sequence + 999999 where tenant_id = $1 and sequence < 0')

    expect(await verify(andes())).toMatchObject({ fault: { sequence: 1003n, problem: 'rowAltered' } })
  })

  it('shows where two rows changed places', async () => {
    await change(
      'update audit_entries set sequence = case sequence when 40 then -41 when 41 then -40 else sequence end where tenant_id = $1 and sequence in (40, 41)'
    )
    await change('update audit_entries set sequence = -sequence where tenant_id = $1 and sequence < 0')

    expect(await verify(andes())).toMatchObject({ fault: { sequence: 40n, problem: 'rowAltered' } })
  })

  it('shows rows removed from its end', async () => {
    await change('delete from audit_entries where tenant_id = $1 and sequence > 1090')

    expect(await verify(andes())).toMatchObject({
      end: { sequence: 1090n }, fault: { sequence: 1091n, problem: 'rowMissing' }
    })
  })

  it('shows a removed end with a reset head only by an anchor', async () => {
    const { end } = await verify(andes())
    await change('delete from audit_entries where tenant_id = $1 and sequence > 1090')
    await change(
      'update audit_heads h set (sequence, hash) = (select sequence, hash from audit_entries e where e.tenant_id = $1 and sequence = 1090) where tenant_id = $1'
    )

    expect((await verify(andes())).fault).toBeUndefined()
    expect(await verify(andes(), end)).toMatchObject({ fault: { sequence: 1091n, problem: 'anchorMissing' } })
  })

  it('shows a recomputed end only by an anchor', async () => {
    const { end } = await verify(andes())
    await change('delete from audit_entries where tenant_id = $1 and sequence = 1100')
    await change(
      'update audit_heads h set (sequence, hash) = (select sequence, hash from audit_entries e where e.tenant_id = $1 and sequence = 1099) where tenant_id = $1'
    )
    await world.tenants.update(world.andes.admin, { phone: `+56 ${Math.floor(performance.now())}` })

    expect((await verify(andes())).fault).toBeUndefined()
    expect(await verify(andes(), end)).toMatchObject({ fault: { sequence: 1100n, problem: 'anchorDisagrees' } })
  })

  it('shows a missing or differing head, and a missing anchor', async () => {
    const { end } = await verify(andes())
    await change("update audit_heads set hash = '\\x00' where tenant_id = $1")
    expect(await verify(andes())).toMatchObject({ fault: { problem: 'headDisagrees' } })
    await change('delete from audit_heads where tenant_id = $1')
    expect(await verify(andes())).toMatchObject({ fault: { problem: 'headMissing' } })
    await change('delete from audit_entries where tenant_id = $1')
    expect(await verify(andes())).toMatchObject({ end: { sequence: 0n }, fault: undefined })
    expect(await verify(andes(), end)).toMatchObject({ fault: { problem: 'headMissing' } })
  })
})

describe('timbre audit verify', () => {
  it('prints an anchor for each chain, and exits with 0', { tags: 'slow' }, async () => {
    const { code, output } = await runCommand(['audit', 'verify'], { DATABASE_URL: world.database.url })

    expect(output).toMatch(new RegExp(`^anchor ${andes()}:1100:[\\da-f]{64}$`, 'm'))
    expect(output).toContain('All 2 chains are intact.')
    expect(code).toBe(0)
  })

  it('reports the first broken row and exits with 3, also for one tenant by its code', { tags: 'slow' }, async () => {
    await change('delete from audit_entries where tenant_id = $1 and sequence = 7')

    expect(await runHere([])).toMatchObject({
      code: 3, output: expect.stringContaining(`BROKEN ${andes()} row 7 is missing`)
    })
    expect(await runHere(['--tenant', 'andes'])).toMatchObject({
      code: 3, output: expect.stringContaining('1 of 1 chains are broken')
    })
    expect(await runHere(['--tenant', 'boreal'])).toMatchObject({ code: 0 })
  })

  it('verifies the chain through the given anchor', async () => {
    const { end } = await verify(andes())
    await change('delete from audit_entries where tenant_id = $1')
    await change('delete from audit_heads where tenant_id = $1')

    expect(await runHere(['--anchor', `${andes()}:${end.sequence}:${end.hash}`])).toMatchObject({
      code: 3, output: expect.stringContaining(`BROKEN ${andes()}`)
    })
    const invalid = runHere(['--anchor', 'nonsense'])
    await expect(invalid).rejects.toThrow('Invalid anchor nonsense')
    await expect(invalid).rejects.toBeInstanceOf(UsageError)
  })
})

/** The command in this process, which starts sooner than one of its own. */
async function runHere (args: string[]): Promise<{ code: number, output: string }> {
  const lines: string[] = []
  const stream = { write: (line: string) => lines.push(line) }
  const command = defined(commands.find(({ name }) => name === 'audit verify'))
  vi.stubEnv('DATABASE_URL', world.database.url)
  try {
    const code = await command.run(args, createTerminal({ stdout: stream, stderr: stream } as never), 'en')
    return { code, output: lines.join('') }
  } finally {
    vi.unstubAllEnvs()
  }
}
