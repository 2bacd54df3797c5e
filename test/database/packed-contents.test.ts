import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dictionaryOf } from '../../src/repositories/contents/dictionaries.ts'
import { ContentDamaged, packContent, sampleOf, unpackContent } from '../../src/repositories/contents/packing.ts'
import { factura } from '../support/documents.ts'
import { contentOf } from '../support/contents.ts'
import { type Program, type ProgramTenant, startProgram } from '../support/program.ts'

const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((array) => Buffer.from(array))
const parts = fc.record({
  payload: fc.string({ unit: 'grapheme', maxLength: 200 }),
  document: fc.string({ unit: 'grapheme', maxLength: 200 }),
  xml: fc.option(bytes(500).filter(({ length }) => length > 0), { nil: null })
})

describe('a packed content', () => {
  it('unpacks to the original, with and without a dictionary', () => {
    fc.assert(fc.property(parts, fc.option(bytes(300), { nil: undefined }), (content, dictionary) => {
      expect(unpackContent(packContent(content, dictionary), dictionary)).toEqual(content)
    }))
  })

  it('unpacks to the original at any length, without traces of previous content', () => {
    const long = (characters: number) => ({
      payload: 'ñ'.repeat(characters), document: '€'.repeat(characters), xml: Buffer.alloc(characters, 'x')
    })
    const samples = [30_000, 1, 12_000, 0].map((characters) => {
      const content = { ...long(characters), xml: characters > 0 ? long(characters).xml : null }
      return { content, packed: packContent(content), sample: sampleOf(content) }
    })
    for (const { content, packed, sample } of samples) {
      expect(unpackContent(packed)).toEqual(content)
      expect(sample).toEqual(sampleOf(content))
    }
  })

  it('detects any flipped byte, any cut, and another dictionary', () => {
    const content = { payload: '{"a":1}', document: '{"a":1,"b":"Ñandú"}', xml: Buffer.from('<DTE>Ñandú</DTE>', 'latin1') }
    const dictionary = sampleOf(content)
    const packed = packContent(content, dictionary)
    for (let index = 0; index < packed.length; index++) {
      const damaged = Buffer.from(packed)
      damaged.writeUInt8(damaged.readUInt8(index) ^ 1, index)
      // The lengths of the parts are of no use without the parts, and may tell of damage as a shift only.
      if (index >= 5 && index < 13) expect(unpackContent(damaged, dictionary)).not.toEqual(content)
      else expect(() => unpackContent(damaged, dictionary)).toThrow(ContentDamaged)
      expect(() => unpackContent(packed.subarray(0, index), dictionary)).toThrow(ContentDamaged)
    }

    expect(() => unpackContent(packed)).toThrow(ContentDamaged)
    expect(() => unpackContent(packed, Buffer.concat([dictionary, Buffer.from('x')]))).toThrow(ContentDamaged)
  })
})

describe('contents of a folio block', () => {
  let program: Program
  let tenant: ProgramTenant
  beforeAll(async () => {
    program = await startProgram({ working: false, settings: { LOG_LEVEL: 'warn' } })
    tenant = await program.tenant({ folios: [33] })
  })
  afterAll(() => program.close())

  const issue = async (quantity: number): Promise<string> => {
    const { status, body } = await tenant.save(factura(quantity))
    expect(status).toBe(200)
    return body.result.correlationId
  }
  const stored = async (id: string) =>
    (await program.rows('select dictionary_id, length(packed) as length from invoice_contents where invoice_id = $1', [id]))[0]

  it('are packed with the dictionary of the first one, in a quarter of the space', async () => {
    const [first, second] = [await issue(1), await issue(2)]
    const [dictionary] = await program.rows('select id, dictionary from content_dictionaries')

    expect((await stored(first)).dictionary_id).toBeNull()
    expect((await stored(second)).dictionary_id).toBe(dictionary.id)
    expect(dictionaryOf(dictionary.dictionary).id).toBe(dictionary.id)
    expect((await stored(second)).length * 4).toBeLessThan((await stored(first)).length)
    expect((await contentOf(program, second)).payload).toEqual(factura(2))
  })

  it('are never packed with a dictionary missing from the database', async () => {
    await issue(1)
    await program.rows('delete from content_dictionaries')
    const [third, fourth, fifth] = [await issue(3), await issue(4), await issue(5)]

    for (const [id, quantity] of [[third, 3], [fourth, 4], [fifth, 5]] as const) {
      expect((await contentOf(program, id)).payload).toEqual(factura(quantity))
      expect((await tenant.get(id)).totals.totalAmount).toBeGreaterThan(0)
    }
  })

  it('stored by an earlier version are read unchanged, and packed when they change', async () => {
    const id = await issue(1)
    const { payload, document, xml } = await contentOf(program, id)
    await program.rows(
      'update invoice_contents set packed = null, dictionary_id = null, payload = $2, document = $3, xml = $4 where invoice_id = $1',
      [id, payload, document, xml]
    )
    const { body } = await program.call('GET', `/Webhook/GetXml?correlationId=${id}`, { token: tenant.token })

    expect(body).toEqual(xml)
    expect((await tenant.get(id)).payload).toEqual(payload)
  })
})
