/** @module-tag slow */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAfterRestore } from '../../../src/program/compose/after-restore.ts'
import { readConfig } from '../../../src/program/config/config.ts'
import { santiagoDate } from '../../../src/dte/values/calendar.ts'
import { createStore } from '../../../src/repositories/store.ts'
import { createAuditVerification } from '../../../src/services/audit/audit-verification.ts'
import { createSimulator } from '../../../sii-simulator/index.ts'
import type { LedgerDocument, LedgerUpload } from '../../../chaos/parts/simulator.ts'
import { runCommand } from '../../support/built-program.ts'
import { copyOf, freshDatabase, type TestDatabase } from '../../support/database.ts'
import { boleta, factura, facturaExenta, note } from '../../support/documents.ts'
import { defined, first } from '../../support/expecting.ts'
import {
  programSettings, startProgram, type Program, type ProgramTenant
} from '../../support/program.ts'
import { keySource } from '../../support/rsa-keys.ts'

const margin = 10
let simulator: Awaited<ReturnType<typeof createSimulator>>
let simulatorUrl: string
let settings: Record<string, string>
let original: TestDatabase
let restored: TestDatabase
let owner: pg.Client
/** Sends all the time; is cut off from the SII during the lost time; never had a certificate. */
let andes: ProgramTenant
let boreal: ProgramTenant
let costa: ProgramTenant
/** What customers hold: every folio that was ever handed over, of all times. */
const handedOver: string[] = []

const startOver = (database: TestDatabase, working = true): Promise<Program> => startProgram({
  settings: { ...settings, DATABASE_URL: database.url },
  working,
  over: { database, simulatorUrl, leave: async () => {} }
})

async function saveOn (
  program: Program, { taxNumber, keys }: ProgramTenant, payload: ReturnType<typeof factura> | ReturnType<typeof boleta>
): Promise<{ correlationId: string, invoiceNumber: string }> {
  const { status, body } = await program.call('POST', '/Webhook/Save', { body: { ...keys, payload } })
  expect(status).toBe(200)
  if (body.result.invoiceNumber !== '') {
    handedOver.push(`${taxNumber} ${payload.header.documentId.documentType} ${body.result.invoiceNumber}`)
  }
  return body.result
}

const mishap = (body: object) => fetch(`${simulatorUrl}/simulator/faults`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body)
})
const noMishaps = () => fetch(`${simulatorUrl}/simulator/faults`, { method: 'DELETE' })
const noUpload = { operation: 'upload', fault: 'http', value: '503', times: 10_000 }
interface Ledger { uploads: LedgerUpload[], documents: (LedgerDocument & { trackId: string })[] }
const ledger = async () => await (await fetch(`${simulatorUrl}/simulator/ledger`)).json() as Ledger
const receivedUploads = async ({ taxNumber }: ProgramTenant): Promise<number> =>
  (await ledger()).uploads.filter(({ company, status }) => company === taxNumber && status === '0').length
const rows = async (sql: string, values: unknown[] = []) =>
  (await owner.query<Record<string, unknown>>(sql, values)).rows
const isSettled = (program: Program, { code }: ProgramTenant) => async (): Promise<boolean> => (await program.rows(
  'select 1 from invoices i join tenants using (tenant_id) where code = $1 and i.status in (2, 3, 4)',
  [code]
)).length === 0

/** Documents of each kind at the moment of the backup, by what is known of them then. */
const atBackup: Record<'unanswered' | 'unpacked' | 'boleta' | 'unsent' | 'waiting', string> = {
  unanswered: '', unpacked: '', boleta: '', unsent: '', waiting: ''
}
let submission: string

beforeAll(async () => {
  simulator = await createSimulator({ secondsPerState: 0.01, makeKey: keySource() })
  simulatorUrl = await simulator.listen()
  original = await freshDatabase()
  settings = { ...programSettings(original.url), SII_SIMULATOR_URL: simulatorUrl }
  await untilTheBackup()
  restored = await copyOf(original)
  await inTheLostTime()
  owner = new pg.Client(restored.ownerUrl)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await simulator.close()
  await original.drop()
  await restored.drop()
})

async function untilTheBackup (): Promise<void> {
  const program = await startOver(original)
  andes = await program.tenant({ folios: [33, 39, 61] })
  boreal = await program.tenant({ folios: [33] })
  costa = await program.tenant({ folios: [], certificate: false })
  const caf = await program.control('/cafs', {
    taxNumber: costa.taxNumber, businessName: 'Comercial Costa SpA', documentType: 33, from: 1, to: 15
  })
  await program.upload('/Folio/Upload', costa.token, { File: caf })
  for (const payload of [factura(), factura(), boleta()]) await saveOn(program, andes, payload)
  await program.until('the first ones are settled', isSettled(program, andes))
  await mishap(noUpload)
  atBackup.unanswered = (await saveOn(program, andes, factura())).correlationId
  await program.until(
    'its envelope was tried',
    async () =>
      (await program.rows('select 1 from envelopes where track_id is null and upload_attempts > 0')).length === 1
  )
  await program.composition.worker.stop()
  atBackup.unpacked = (await saveOn(program, andes, factura())).correlationId
  atBackup.boleta = (await saveOn(program, andes, boleta())).correlationId
  atBackup.unsent = (await saveOn(program, boreal, factura())).correlationId
  atBackup.waiting = (await saveOn(program, andes, facturaExenta())).correlationId
  const { id } =
    (await program.call('POST', '/BulkInvoice/Create', {
      token: andes.token, body: { name: 'October', invoices: [factura(3)] }
    })).body.result
  submission = id
  expect((await program.call('PUT', '/BulkInvoice/Process', { token: andes.token, body: { id } })).status).toBe(200)
  await program.close()
  await noMishaps()
}

async function inTheLostTime (): Promise<void> {
  const program = await startOver(original)
  await mishap({ ...noUpload, company: boreal.taxNumber })
  for (const payload of [factura(2), factura(2), boleta(5000)]) await saveOn(program, andes, payload)
  await saveOn(program, boreal, factura(2))
  await program.until(
    'the bulk submission is issued',
    async () => (await program.rows('select 1 from invoices where channel_type = 2 and status = 5')).length === 1
  )
  await program.until('everything of andes is settled', isSettled(program, andes))
  await program.close()
  await noMishaps()
}

/** What the command does, in this process. */
async function command (
  { tenant, dryRun = false }: { tenant?: string, dryRun?: boolean } = {}
): Promise<{ left: string[], output: string }> {
  const lines: string[] = []
  const config = readConfig({ ...settings, DATABASE_URL: restored.url })
  const left = await runAfterRestore({ tenant, orders: { margin, dryRun, unasked: false, keepWaiting: false } }, {
    config,
    print: (line) => {
      lines.push(line)
    },
    retryLimits: { tries: 3, waitMs: 100 }
  })
  return { left, output: lines.join('\n') }
}

const commandLine = () => runCommand(
  ['after-restore', '--margin', String(margin)], { ...settings, DATABASE_URL: restored.url }
)

const tables = [
  'folio_blocks', 'invoices', 'envelopes', 'outbox_tasks', 'invoice_moves', 'bulk_invoices', 'bulk_rows',
  'audit_entries', 'audit_heads'
]
const everything = async (): Promise<unknown> => rows(
  tables.map((table) => `select '${table}' as table, to_jsonb(t) as row from ${table} t`).join(' union all ') +
      ' order by 1, 2'
)
const nextOf = async ({ code }: ProgramTenant, documentType: number): Promise<number> => Number(
  first(await rows(
    'select next from folio_blocks b join tenants using (tenant_id) where code = $1 and document_type = $2',
    [code, documentType]
  ))['next']
)

describe('npm run after-restore', () => {
  it('does not start while an instance uses the database', async () => {
    const instance = new pg.Client(restored.url)
    await instance.connect()
    const before = await everything()

    await expect(command()).rejects.toThrow('1 other connections are open')
    await instance.end()

    expect(await everything()).toEqual(before)
  })

  it('changes nothing of a tenant without answers of the SII, and names it', async () => {
    await mishap({ operation: 'documentStatus', fault: 'http', value: '503', times: 10_000 })
    const before = await everything()

    const { left, output } = await command({ tenant: andes.code })
    await noMishaps()

    expect(output).toContain('NOTHING CHANGED')
    expect(output).toContain(`DO NOT START Timbre: 1 of 1 tenants are left: ${andes.code}.`)
    expect(left).toEqual([andes.code])
    expect(await everything()).toEqual(before)
  })

  it('reports in a dry run what it would do, and changes nothing', async () => {
    const before = await everything()

    const { left, output } = await command({ dryRun: true })

    expect(left).toEqual([])
    expect(output).toContain(
      'type 33, folios 1 to 1000 (certification): 5 was the next, 18 is. The SII holds 3 from 5 on; the margin is 10.'
    )
    expect(await everything()).toEqual(before)
  })

  it('skips folios that the SII has and the margin, and marks documents that may have been sent', async () => {
    const { code, output } = await commandLine()

    expect(code).toBe(0)
    expect(output).toContain('8-17')
    expect(output).toContain('type 33, folios 1 to 15 (certification, not active): 1 was the next, 11 is.')
    expect(output).toContain('Without a valid certificate the SII cannot be asked')
    expect(output).toContain('1 envelopes without an answer')
    expect(output).toContain('2 issued documents in no envelope')
    expect(output).toContain('1 waiting documents are stopped')
    expect(output).toContain('1 bulk submissions are cancelled')
    expect([await nextOf(andes, 33), await nextOf(andes, 39), await nextOf(boreal, 33), await nextOf(costa, 33)])
      .toEqual([18, 14, 12, 11])
    expect(
      await rows(
        "select details from audit_entries e join tenants t using (tenant_id) where action = 'folio.skip' and code = $1 and details ->> 'documentType' = '33'",
        [andes.code]
      )
    )
      .toEqual([{ details: { documentType: 33, environment: 'certification', from: 5, to: 18, held: 3, margin } }])
  })

  it('changes no folio and no document when it is run again', async () => {
    const moved = () => rows(
      'select b.id::text, b.next::text from folio_blocks b union all select id::text, status::text from invoices union all select subject, topic from outbox_tasks order by 1, 2'
    )
    const before = await moved()

    const { left, output } = await command()

    expect(left).toEqual([])
    expect(output).toContain('18 stays the next; the previous run skipped the margin')
    expect(await moved()).toEqual(before)
  })

  it('leaves an intact audit chain', async () => {
    const store = createStore({ databaseUrl: restored.url, pepper: undefined, poolSize: 1 })
    const { tenants, verify } = createAuditVerification({ store })
    const verdicts = await Promise.all((await tenants()).map((id) => verify(id)))
    await store.close()

    expect(verdicts.filter(({ fault }) => fault)).toEqual([])
  })
})

describe('Timbre started after it', () => {
  let program: Program
  let sentBefore: number[]
  beforeAll(async () => {
    sentBefore = [await receivedUploads(andes), await receivedUploads(boreal)]
    program = await startOver(restored)
    await program.until(
      'nothing is under way', async () => await isSettled(program, andes)() && await isSettled(program, boreal)()
    )
  })
  afterAll(() => program.close())

  const detailOf = async (correlationId: string, { token } = andes) =>
    (await program.api({ token }).get('Webhook/GetWebhook', { correlationId })).body.result

  it('finds sent documents at the SII, and does not send them again', async () => {
    const trackIds = new Map(
      (await ledger()).documents.filter(({ issuer }) => issuer === andes.taxNumber).map((
        { documentType, folio, trackId }
      ) => [`${documentType} ${folio}`, trackId])
    )

    for (const [id, document] of [[atBackup.unanswered, '33 3'], [atBackup.unpacked, '33 4']] as const) {
      expect(await detailOf(id)).toMatchObject({ statusText: 'Accepted', trackId: trackIds.get(document) })
    }
    expect(await detailOf(atBackup.boleta)).toMatchObject({ statusText: 'Accepted', verdict: { state: 'DOK' } })
    expect(await receivedUploads(andes)).toBe(sentBefore[0])
  })

  it('sends documents that had not been sent', async () => {
    expect(await detailOf(atBackup.unsent, boreal)).toMatchObject({ statusText: 'Accepted' })
    expect(await receivedUploads(boreal)).toBe(defined(sentBefore[1]) + 1)
  })

  it('does not automatically issue documents that may have been issued before', async () => {
    expect(await detailOf(atBackup.waiting)).toMatchObject({
      statusText: 'Failed', reason: [{ code: 'MAY_BE_ISSUED' }], retry: { way: 'waitAnew' }
    })
    expect((await program.call('GET', `/BulkInvoice/Get?id=${submission}`, { token: andes.token })).body.result)
      .toMatchObject({ statusText: 'Cancelled' })
  })

  it('accepts a note for a document of the lost time', async () => {
    const { correlationId } = await saveOn(program, andes, note('61', { folio: '6', date: santiagoDate(new Date()) }))
    await program.until('it has its verdict', isSettled(program, andes))

    expect(await detailOf(correlationId)).toMatchObject({ statusText: 'Accepted' })
  })

  it('uses every folio for one document only, whatever was delivered in the lost time', async () => {
    for (const [tenant, payload] of [[andes, factura()], [andes, boleta()], [boreal, factura()]] as const) {
      await saveOn(program, tenant, payload)
    }
    await program.until(
      'the new ones are settled', async () => await isSettled(program, andes)() && await isSettled(program, boreal)()
    )

    const names = (await ledger()).documents.map(({ issuer, documentType, folio }) =>
      `${issuer} ${documentType} ${folio}`
    )
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(handedOver).size).toBe(handedOver.length)
    expect(handedOver.slice(-3)).toEqual([
      `${andes.taxNumber} 33 18`, `${andes.taxNumber} 39 14`, `${boreal.taxNumber} 33 12`
    ])
  })
})
