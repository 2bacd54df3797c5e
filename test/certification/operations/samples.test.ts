/** @module-tag slow */
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { archives } from '../../../src/adapters/archives/zip.ts'
import { createSamples } from '../../../src/certification/workflow/samples.ts'
import { serviceActor } from '../../../src/services/actor.ts'
import type { PdfRenderer } from '../../../src/services/ports.ts'
import { ServiceError } from '../../../src/shared/errors.ts'
import { failure } from '../../support/app.ts'
import { approveSet } from '../../support/approved-set.ts'
import { factura, facturaExenta } from '../../support/documents.ts'
import { defined } from '../../support/expecting.ts'
import { sharedRenderer } from '../../support/renderer.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'
import { filesIn } from '../../support/workbooks.ts'
import { hasPoppler, stampsIn, textOf } from '../../adapters/pdf/pdf-reading.ts'

const program = sharedProgram({ working: false })
const andes = sharedTenant(program, { folios: [33, 34, 61] })

const getSamples = () => program.call('GET', '/Certification/Samples', { token: andes.token })

describe('printed samples', () => {
  it('require a certification and an approved set', async () => {
    expect(await getSamples()).toMatchObject(failure(409, 'CERTIFICATION_NOT_STARTED'))
    await program.call('POST', '/Certification/Start', {
      token: andes.token, body: { kind: 'DTE', documentTypes: [33, 34, 61], enrolledOn: '2026-11-02' }
    })
    expect(await getSamples()).toMatchObject(failure(422, 'CERTIFICATION_INCOMPLETE'))
  })

  it('are one single-page file per copy, with a manifest in their order', async () => {
    const ids = []
    for (const document of [factura(), facturaExenta()]) {
      ids.push((await andes.save(document)).body.result.correlationId)
    }
    await approveSet(program, andes.code, ids)
    const { headers, body } = await getSamples()
    const files = await filesIn(body as unknown as Buffer)

    expect(headers['content-disposition']).toContain(`MUESTRAS_${andes.taxNumber}.zip`)
    expect(Object.keys(files)).toEqual([
      'MANIFIESTO.csv', '033_0001_TRIBUTARIA.pdf', '033_0001_CEDIBLE.pdf', '034_0001_TRIBUTARIA.pdf', '034_0001_CEDIBLE.pdf'
    ])
    const rows = defined(files['MANIFIESTO.csv']).toString().replace('\uFEFF', '').trim().split('\r\n').map((row) => row.split(';'))
    expect(rows[0]).toEqual(['Fila', 'Tipo', 'Folio', 'Copia', 'Set', 'Caso', 'Archivo', 'Páginas', 'Bytes', 'Observación'])
    expect(rows.slice(1).map(([row, type, , copy, , number, , pages]) => [row, type, copy, number, pages])).toEqual([
      ['1', '33', 'TRIBUTARIA', '1', '1'], ['2', '33', 'CEDIBLE', '1', '1'],
      ['3', '34', 'TRIBUTARIA', '2', '1'], ['4', '34', 'CEDIBLE', '2', '1']
    ])
    expect(Number(defined(rows[1])[8])).toBe(defined(files['033_0001_TRIBUTARIA.pdf']).length)
  })

  it("have their document's stamp on each copy, byte for byte", async () => {
    const files = await filesIn((await getSamples()).body as unknown as Buffer)
    const rows = await program.rows<{ id: string, type: string }>('select id, document_type::text as type from invoices')
    for (const { id, type } of rows) {
      const xml = (await program.call('GET', `/Webhook/GetXml?correlationId=${id}`, { token: andes.token })).body as unknown as Buffer
      const [ted] = defined(/<TED version="1\.0">[\s\S]*<\/TED>/.exec(xml.toString('latin1')))
      const copies = ['TRIBUTARIA', 'CEDIBLE'].map((copy) => defined(files[`0${type}_0001_${copy}.pdf`]))
      for (const pdf of copies) expect((await stampsIn(pdf)).map((bytes) => bytes.toString('latin1'))).toEqual([ted])
    }
    expect(rows.map(({ type }) => type).sort()).toEqual(['33', '34'])
  })

  it.skipIf(!hasPoppler)('name each copy, and are not marked as tests', async () => {
    const files = await filesIn((await getSamples()).body as unknown as Buffer)
    const [tributary, cedible] = ['TRIBUTARIA', 'CEDIBLE'].map((copy) => textOf(defined(files[`033_0001_${copy}.pdf`])))

    expect(tributary).not.toMatch(/CEDIBLE|SIN VALOR/)
    expect(cedible).toContain('CEDIBLE')
    expect(cedible).not.toContain('SIN VALOR')
    for (const text of [tributary, cedible]) {
      expect(text).toContain('Timbre Electrónico SII')
      expect(text).toContain('Cañería de cobre')
    }
  })
})

describe('a failed drawing', () => {
  const { render, renderDesign, close } = sharedRenderer()
  const failingAt34: PdfRenderer = {
    renderDesign, close,
    render: (job, wanted) => {
      if (job.document.documentType === 34) throw new ServiceError('PDF_UNAVAILABLE')
      return render(job, wanted)
    }
  }

  it('is reported with its set and case, before the first byte', async () => {
    const other = await program.anotherInstance({ renderer: failingAt34 })
    const answer = await other.call('GET', '/Certification/Samples', { token: andes.token })
    await other.close()

    expect(answer).toMatchObject(failure(503, 'PDF_UNAVAILABLE'))
    expect(answer.body.errors).toEqual([expect.stringMatching(/^SET .+: Case 2: The PDF could not/)])
  })
})

describe('a client that leaves', () => {
  const pdf = Buffer.from('%PDF-1.7 /Type /Pages /Count 1')
  let tenantId: string
  beforeAll(async () => {
    tenantId = (await program.rows('select tenant_id from tenants where code = $1', [andes.code]))[0].tenant_id
  })

  /** Of a printer that notes which documents it drew. */
  function samplesOf (onDrawn: (count: number) => void) {
    let drawn = 0
    return createSamples({
      store: program.composition.store, archives, clock: () => new Date(),
      printing: {
        getSample: async () => {
          onDrawn(++drawn)
          return { documentType: 33, folio: drawn, tributary: pdf }
        }
      }
    })
  }

  it('stops the drawing of further documents', async () => {
    const leaving = new AbortController()
    const drawn: number[] = []
    const samples = samplesOf((count) => {
      drawn.push(count)
      leaving.abort(new ServiceError('CLIENT_CLOSED_REQUEST'))
    })

    await expect(samples.zip({ ...serviceActor(tenantId), signal: leaving.signal }))
      .rejects.toMatchObject({ code: 'CLIENT_CLOSED_REQUEST' })
    expect(drawn).toEqual([1])
  })

  it('in the middle of the file ends its stream', async () => {
    const { stream } = await samplesOf(() => {}).zip(serviceActor(tenantId))
    const closed = new Promise<void>((resolve) => { stream.once('close', resolve) })
    stream.once('readable', () => { stream.destroy() })

    await closed
    await expect(buffer(stream)).rejects.toThrow()
  })
})
