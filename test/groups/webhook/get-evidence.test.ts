import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import yauzl from 'yauzl'
import { failure } from '../../support/app.ts'
import { contentOf } from '../../support/contents.ts'
import { factura, facturaExenta } from '../../support/documents.ts'
import { type Program, type ProgramTenant, startProgram } from '../../support/program.ts'
import { failingRenderer } from '../../support/renderer.ts'
import { pathsOf, tokenWith } from '../../support/webhook.ts'

let program: Program
let andes: ProgramTenant
let issued: any
let files: Map<string, Buffer>
let manifest: any

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')
const getEvidence = (correlationId: string, token = andes.token) =>
  program.call('GET', `/Webhook/GetEvidence?correlationId=${correlationId}`, { token })
const jsonOf = (name: string): any => JSON.parse(files.get(name)!.toString())

beforeAll(async () => {
  program = await startProgram()
  andes = await program.tenant({ folios: [33] })
  // The answer to the upload is lost, so the SII is asked about the document too.
  await program.control('/faults', { operation: 'upload', channel: 'DTE', fault: 'resetAfterStoring', stored: true })
  issued = (await andes.save(factura())).body.result
  await program.comesTo('Accepted', issued.correlationId)
  const answer = await getEvidence(issued.correlationId)
  expect(answer).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="Factura 1 - Ingenieria Nandu Austral S\.A \(evidencia\)\.zip"/)
    }
  })
  files = await unzip(answer.body as unknown as Buffer)
  manifest = jsonOf('manifest.json')
})
afterAll(() => program.close())

describe('the bundle', () => {
  it('lists every file with its SHA-256', () => {
    expect(manifest.files.map(({ path }: any) => path).sort()).toEqual([...files.keys()].filter((path) => path !== 'manifest.json').sort())
    for (const { path, bytes, sha256: hash } of manifest.files) {
      expect([path, files.get(path)!.length, sha256(files.get(path)!)]).toEqual([path, bytes, hash])
    }
    expect(manifest).toMatchObject({ correlationId: issued.correlationId, documentType: 33, folio: 1, missing: [] })
  })

  it('has the posted document, the DTE as signed, and the envelope as the SII received it', async () => {
    const { xml } = await contentOf(program, issued.correlationId)
    const [{ id }] = (await program.ledger()).uploads

    expect(jsonOf('payload.json').details[0].itemName).toBe(factura().details[0]!.itemName)
    expect(files.get('document.xml')!.equals(xml)).toBe(true)
    expect(files.get('document.pdf')!.subarray(0, 5).toString()).toBe('%PDF-')
    expect(files.get('envelope.xml')!.equals(await program.control(`/ledger/uploads/${id}`, undefined, 'GET'))).toBe(true)
  })

  it('has the requests to the SII and its answers, including lost ones', () => {
    const exchanges = manifest.files.filter(({ path }: any) => path.startsWith('exchanges/')).map(({ path }: any) => jsonOf(path))
    const lost = exchanges.find(({ failure }: any) => failure !== null)
    const upload = exchanges.findLast(({ operation }: any) => operation === 'upload')

    expect(exchanges.map(({ operation }: any) => operation)).toEqual(expect.arrayContaining(['upload', 'documentStatus', 'envelopeStatus']))
    expect(lost).toMatchObject({ operation: 'upload', httpStatus: null, answer: null, failure: expect.stringMatching(/^reset/) })
    expect(lost.request).toContain(sha256(files.get('envelope.xml')!))
    expect(upload.address).toMatch(/^POST http.*DTEUpload$/)
    expect(exchanges.find(({ operation }: any) => operation === 'envelopeStatus').answer).toContain('EPR')
    expect(exchanges.every(({ at }: any) => !Number.isNaN(Date.parse(at)))).toBe(true)
  })

  it('has no token', () => {
    const texts = manifest.files.filter(({ path }: any) => path.startsWith('exchanges/')).map(({ path }: any) => files.get(path)!.toString())
    const asked = texts.find((text: string) => text.includes('getEstUp'))

    expect(asked).toMatch(/<Token [^<]*>\[removed\]<\/Token>/)
    for (const text of texts) expect(text).not.toMatch(/TOKEN=|<Token [^<]*>(?!\[removed\])/i)
  })

  it('has the states and the verdict', () => {
    const { statusText, trackId, history, envelope } = jsonOf('verdict.json')

    expect([statusText, history.at(-1).statusText]).toEqual(['Accepted', 'Accepted'])
    expect(envelope).toMatchObject({ trackId, state: 'processed' })
  })

  it('has the audit entries, each computable from the previous one', () => {
    const { entries, head } = jsonOf('audit.json')

    expect(entries.map(({ action }: any) => action)).toEqual(
      expect.arrayContaining(['invoice.issue', 'envelope.send', 'envelope.verdict'])
    )
    for (const { previousHash, text, hash, intact } of entries) {
      expect(sha256(Buffer.concat([Buffer.from(previousHash, 'hex'), Buffer.from(text)]))).toBe(hash)
      expect(intact).toBe(true)
    }
    expect(head.sequence).toBeGreaterThanOrEqual(entries.at(-1).sequence)
  })

  it('is complete except for a PDF that cannot be drawn, which it names', async () => {
    const failing = await program.anotherInstance({ renderer: failingRenderer() })
    const { body } = await failing.call('GET', `/Webhook/GetEvidence?correlationId=${issued.correlationId}`, { token: andes.token })
    const bundle = await unzip(body as unknown as Buffer)
    await failing.close()

    expect([...bundle.keys()].sort()).toEqual([...files.keys()].filter((path) => path !== 'document.pdf').sort())
    expect(JSON.parse(bundle.get('manifest.json')!.toString()).missing)
      .toMatchObject([{ path: 'document.pdf', why: 'It could not be made.' }])
  })

  it('lists missing files, and why', async () => {
    const { correlationId } = (await andes.save(facturaExenta())).body.result
    await program.rows('update envelopes set sha256 = decode(repeat(\'00\', 32), \'hex\')')
    const damaged = await unzip((await getEvidence(issued.correlationId)).body as unknown as Buffer)
    const waiting = await unzip((await getEvidence(correlationId)).body as unknown as Buffer)
    const missingOf = (bundle: Map<string, Buffer>): any => JSON.parse(bundle.get('manifest.json')!.toString()).missing

    expect(missingOf(damaged)).toMatchObject([
      { path: 'envelope.xml', why: expect.stringContaining('hash does not match') }
    ])
    expect(missingOf(waiting)).toMatchObject([
      { path: 'document.xml', why: 'DOCUMENT_NOT_ISSUED' }, { path: 'document.pdf', why: 'DOCUMENT_NOT_ISSUED' },
      { path: 'envelope.xml', why: 'The document is in no envelope.' }
    ])
  })
})

describe('refuses', () => {
  it('a malformed id (400)', async () => {
    const answer = await getEvidence('7')

    expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(pathsOf(answer)).toEqual(['correlationId'])
  })

  it('a caller who may only read documents (403)', async () => {
    const reader = await tokenWith(program, andes, ['Webhook.Read'])

    expect(await getEvidence(issued.correlationId, reader)).toMatchObject(failure(403, 'CLAIM_MISSING'))
  })
})

async function unzip (bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer)(bytes, { lazyEntries: true })
  const found = new Map<string, Buffer>()
  await new Promise((resolve, reject) => {
    zip.once('end', resolve).once('error', reject)
    zip.on('entry', (entry: yauzl.Entry) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error)
        buffer(stream).then((content) => {
          found.set(entry.fileName, content)
          zip.readEntry()
        }, reject)
      })
    })
    zip.readEntry()
  })
  return found
}
