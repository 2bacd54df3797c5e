/** @module-tag slow */
import { beforeAll, describe, expect, it } from 'vitest'
import { judgeDocument } from '../../../src/adapters/judging/document-judge.ts'
import { packContent } from '../../../src/repositories/contents/packing.ts'
import { createDocumentCheck, type DocumentFault } from '../../../src/services/evidence/document-check.ts'
import { contentOf } from '../../support/contents.ts'
import { boleta, factura } from '../../support/documents.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'

const faultsOf = new Map<string, DocumentFault[]>()
let checked = { documents: 0, damaged: 0 }

const program = sharedProgram()
const andes = sharedTenant(program, { folios: [33, 39] })

beforeAll(async () => {
  await andes.save(boleta())
  await andes.save(factura())
  await settled()
})

const settled = () => program.until('all are settled', async () =>
  (await program.rows('select 1 from invoices where status <> 5')).length === 0)

async function check (at = new Date()): Promise<void> {
  faultsOf.clear()
  checked = { documents: 0, damaged: 0 }
  let drawn = 0
  const documentCheck = createDocumentCheck({
    store: program.composition.store,
    judge: judgeDocument,
    clock: () => at,
    random: () => drawn++ % 15 / 15,
    onChecked: (documents, damaged) => {
      checked = { documents: checked.documents + documents, damaged: checked.damaged + damaged }
    },
    onDamage: ({ correlationId, faults }) => { faultsOf.set(correlationId, faults) }
  })
  await documentCheck.checkAtNight()
}

// 03:00 in Chile.
const night = new Date('2026-11-23T06:00:00Z')

async function accepted (): Promise<string> {
  const { correlationId } = (await andes.save(factura())).body.result
  await settled()
  return correlationId
}

async function rewrite (id: string, change: (xml: string) => string): Promise<void> {
  const { payload, document, xml } = await contentOf(program, id)
  const packed = packContent({
    payload: JSON.stringify(payload), document: JSON.stringify(document), xml: Buffer.from(change(xml.toString('latin1')), 'latin1')
  })
  await program.rows('update invoice_contents set packed = $2, dictionary_id = null where invoice_id = $1', [id, packed])
}

describe('the nightly check', () => {
  it('finds issued documents intact', async () => {
    await check(night)

    expect([checked, [...faultsOf]]).toEqual([{ documents: 2, damaged: 0 }, []])
  })

  it('does nothing by day', async () => {
    await check(new Date('2026-11-23T15:00:00Z'))

    expect(checked.documents).toBe(0)
  })

  it.each<[string, DocumentFault[], (id: string) => Promise<unknown>]>([
    ['bytes that were altered', ['content'], (id) =>
      program.rows('update invoice_contents set packed = overlay(packed placing \'\\xffff\'::bytea from 40) where invoice_id = $1', [id])],
    ['a text that was altered under its signature', ['signature', 'envelope'], (id) =>
      rewrite(id, (xml) => xml.replace('<DirRecep>', '<DirRecep>X'))],
    ['a stamp that is not of this document', ['signature', 'stamp', 'envelope'], (id) =>
      rewrite(id, (xml) => xml.replace(/<FRMT algoritmo="SHA1withRSA">..../, (found) => `${found.slice(0, -4)}AAAA`))],
    ['an amount that was changed in the books', ['books'], (id) =>
      program.rows('update invoices set total_amount = total_amount + 1 where id = $1', [id])],
    ['a folio that was never assigned', ['folio', 'books', 'audit'], (id) =>
      program.rows('update invoices set folio = 999 where id = $1', [id])],
    ['an envelope that is not as it was', ['envelope'], (id) =>
      program.rows('update envelopes set sha256 = $2 where id = (select envelope_id from invoices where id = $1)', [id, Buffer.alloc(32)])],
    ['an audit entry that is gone', ['audit'], (id) =>
      program.rows('delete from audit_entries where entity_id = $1', [id])],
    ['another CAF in its block', ['caf'], () =>
      program.rows('update folio_blocks set caf_xml = replace(caf_xml, \'<FA>\', \'<FA> \') where document_type = 33')]
  ])('finds %s, and says so once', async (_what, faults, damage) => {
    const id = await accepted()
    await damage(id)
    await check(night)
    await check(night)

    expect(faultsOf.get(id)).toEqual(faults)
    expect(await program.rows('select at from warnings where event = \'document.damaged\' and about = $1', [id])).toHaveLength(1)
    await program.rows('delete from invoices where id = $1', [id])
  })
})
