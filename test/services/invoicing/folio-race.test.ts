/** @module-tag slow */
import { expect, it } from 'vitest'
import { boleta, factura } from '../../support/documents.ts'
import { brokenAuditRows } from '../../support/oracles.ts'
import type { ProgramTenant } from '../../support/program.ts'
import { sharedProgram } from '../../support/shared.ts'

const program = sharedProgram({ working: false })

/** Saves again under the same key what a busy server refused: a crowd waits longer for the database than one may. */
async function saveSurely (tenant: ProgramTenant, payload: object, key: string) {
  const save = () => tenant.save(payload, { 'idempotency-key': key })
  let answer = await save()
  while (answer.status === 503) answer = await save()
  return answer
}

const oneTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1)

it('200 concurrent documents of one tenant take 200 folios, without duplicates or gaps', async () => {
  const tenant = await program.tenant({ folios: [33] })
  const answers = await Promise.all(oneTo(200).map((n) => saveSurely(tenant, factura(n), `crowd-${n}`)))

  expect(answers.map(({ status }) => status)).toEqual(Array(200).fill(200))
  const folios = answers.map(({ body }) => Number(body.result.invoiceNumber)).sort((a, b) => a - b)
  expect(folios).toEqual(oneTo(200))
})

it('20 concurrent tenants each number from 1 without a gap', async () => {
  const tenants = []
  for (let index = 0; index < 20; index++) tenants.push(await program.tenant({ folios: [39] }))
  const answers = await Promise.all(
    tenants.flatMap((tenant) => oneTo(15).map(async (n) => (
      { tenant, answer: await saveSurely(tenant, boleta(n * 1000), `boleta-${n}`) }
    )))
  )

  for (const tenant of tenants) {
    const folios = answers.filter((one) => one.tenant === tenant).map(({ answer }) =>
      Number(answer.body.result.invoiceNumber)
    )
    expect(folios.sort((a, b) => a - b)).toEqual(oneTo(15))
  }
})

it('a refused document takes no folio, also among concurrent ones', async () => {
  const tenant = await program.tenant({ folios: [33] })
  const wrong = { ...factura(), details: [{ itemName: 'Clavo', quantity: 1, unitPrice: 100, lineTotal: 99 }] }
  const answers = await Promise.all(oneTo(60).map((n) => tenant.save(n % 3 === 0 ? wrong : factura(n))))

  const folios = answers.filter(({ status }) => status === 200).map(({ body }) => Number(body.result.invoiceNumber))
  expect(folios.sort((a, b) => a - b)).toEqual(oneTo(40))
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(20)
})

it('folios continue in the next active block when one is used up within a batch', async () => {
  const tenant = await program.tenant({ folios: [] })
  await tenant.addFolios(33, { from: 100, to: 104 })
  await tenant.addFolios(33, { from: 500, to: 520 })
  const answers = await Promise.all(oneTo(12).map((n) => tenant.save(factura(n))))

  const folios = answers.map(({ body }) => Number(body.result.invoiceNumber)).sort((a, b) => a - b)
  expect(folios).toEqual([100, 101, 102, 103, 104, 500, 501, 502, 503, 504, 505, 506])
})

it('the audit log has each document once, in an intact chain, and finds it by id', async () => {
  const tenant = await program.tenant({ folios: [33] })
  const answers = await Promise.all(oneTo(30).map((n) => tenant.save(factura(n))))
  const entries = await program.rows(`
    select a.sequence::int, a.entity_id, a.details from audit_entries a join tenants t using (tenant_id)
    where t.code = $1 order by a.sequence`, [tenant.code])
  const issued = answers.map(({ body }) => body.result.correlationId).sort()
  const [first, last] = [issued[0], issued.at(-1)]

  expect(entries.map(({ sequence }) => sequence)).toEqual(oneTo(entries.length))
  const named = entries.flatMap(({ entity_id: id, details: { folio, documents } }) =>
    documents ? documents.map((document: { id: string }) => document.id) : folio ? [id] : [])
  expect(named.sort()).toEqual(issued)
  expect(entries.length).toBeLessThan(issued.length)
  for (const id of [first, last]) {
    const { body } = await program.call('GET', `/AuditLogs/List?entityId=${id}`, { token: tenant.token })
    expect(body.result.data).toEqual([expect.objectContaining({ action: 'invoice.issue' })])
    expect(JSON.stringify(body.result.data)).toContain(id)
  }
  expect(await brokenAuditRows(program)).toEqual([])
})
