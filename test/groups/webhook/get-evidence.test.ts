import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import yauzl from 'yauzl'
import type { Result } from '../../support/api.ts'
import { failure } from '../../support/app.ts'
import { contentOf } from '../../support/contents.ts'
import { factura, facturaExenta } from '../../support/documents.ts'
import { defined, first } from '../../support/expecting.ts'
import { failingRenderer } from '../../support/renderer.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'
import { pathsOf } from '../../support/webhook.ts'

let issued: Result<'post', 'Webhook/Save'>
let files: Map<string, Buffer>
let manifest: Manifest

interface Manifest {
  files: { path: string, bytes: number, sha256: string }[]
  missing: { path: string, why: string }[]
}
interface Verdict { statusText: string, trackId: string, history: { statusText: string }[], envelope: object }
interface Exchange {
  operation: string, at: string, address: string, httpStatus: number | null, request: string, answer: string | null
  failure: string | null
}

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')
const getEvidence = (correlationId: string, api = andes.api) => api.file('Webhook/GetEvidence', { correlationId })
const fileNamed = (name: string, bundle = files) => defined(bundle.get(name), name)
const jsonOf = (name: string, bundle = files): unknown => JSON.parse(fileNamed(name, bundle).toString())
const exchangeNames = () => [...files.keys()].filter((name) => name.startsWith('exchanges/'))

const program = sharedProgram()
const andes = sharedTenant(program, { folios: [33] })

beforeAll(async () => {
  // The answer to the upload is lost, so the SII is asked about the document too.
  await program.control('/faults', { operation: 'upload', channel: 'DTE', fault: 'resetAfterStoring', stored: true })
  issued = (await andes.save(factura())).body.result
  await program.comesTo('Accepted', issued.correlationId)
  const answer = await getEvidence(issued.correlationId)
  expect(answer).toMatchObject({
    headers: {
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="Factura 1 - Ingenieria Nandu Austral S\.A \(evidencia\)\.zip"/)
    }
  })
  files = await unzip(answer.body)
  manifest = jsonOf('manifest.json') as Manifest
})

describe('the bundle', () => {
  it('lists every file with its SHA-256', () => {
    expect(manifest.files.map(({ path }) => path).sort()).toEqual([...files.keys()].filter((path) => path !== 'manifest.json').sort())
    for (const { path, bytes, sha256: hash } of manifest.files) {
      expect([path, fileNamed(path).length, sha256(fileNamed(path))]).toEqual([path, bytes, hash])
    }
    expect(manifest).toMatchObject({ correlationId: issued.correlationId, documentType: 33, folio: 1, missing: [] })
  })

  it('has the posted document, the DTE as signed, and the envelope as the SII received it', async () => {
    const { xml } = await contentOf(program, issued.correlationId)
    const [{ id }] = (await program.ledger()).uploads

    expect(jsonOf('payload.json')).toMatchObject({ details: [{ itemName: first(factura().details).itemName }] })
    expect(fileNamed('document.xml').equals(xml)).toBe(true)
    expect(fileNamed('document.pdf').subarray(0, 5).toString()).toBe('%PDF-')
    expect(fileNamed('envelope.xml').equals(await program.control(`/ledger/uploads/${id}`, undefined, 'GET'))).toBe(true)
  })

  it('has the requests to the SII and its answers, including lost ones', () => {
    const exchanges = exchangeNames().map((name) => jsonOf(name) as Exchange)
    const lost = defined(exchanges.find(({ failure }) => failure !== null))
    const upload = defined(exchanges.findLast(({ operation }) => operation === 'upload'))

    expect(exchanges.map(({ operation }) => operation)).toEqual(expect.arrayContaining(['upload', 'documentStatus', 'envelopeStatus']))
    expect(lost).toMatchObject({ operation: 'upload', httpStatus: null, answer: null, failure: expect.stringMatching(/^reset/) })
    expect(lost.request).toContain(sha256(fileNamed('envelope.xml')))
    expect(upload.address).toMatch(/^POST http.*DTEUpload$/)
    expect(exchanges.find(({ operation }) => operation === 'envelopeStatus')?.answer).toContain('EPR')
    expect(exchanges.every(({ at }) => !Number.isNaN(Date.parse(at)))).toBe(true)
  })

  it('has no token', () => {
    const texts = exchangeNames().map((name) => fileNamed(name).toString())
    const asked = texts.find((text) => text.includes('getEstUp'))

    expect(asked).toMatch(/<Token [^<]*>\[removed\]<\/Token>/)
    for (const text of texts) expect(text).not.toMatch(/TOKEN=|<Token [^<]*>(?!\[removed\])/i)
  })

  it('has the states and the verdict', () => {
    const { statusText, trackId, history, envelope } = jsonOf('verdict.json') as Verdict

    expect([statusText, history.at(-1)?.statusText]).toEqual(['Accepted', 'Accepted'])
    expect(envelope).toMatchObject({ trackId, state: 'processed' })
  })

  it('has the audit entries, each computable from the previous one', () => {
    const { entries, head } = jsonOf('audit.json') as {
      entries: { sequence: number, action: string, previousHash: string, text: string, hash: string, intact: boolean }[]
      head: { sequence: number }
    }

    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['invoice.issue', 'envelope.send', 'envelope.verdict'])
    )
    for (const { previousHash, text, hash, intact } of entries) {
      expect(sha256(Buffer.concat([Buffer.from(previousHash, 'hex'), Buffer.from(text)]))).toBe(hash)
      expect(intact).toBe(true)
    }
    expect(head.sequence).toBeGreaterThanOrEqual(defined(entries.at(-1)).sequence)
  })

  it('is complete except for a PDF that cannot be drawn, which it names', async () => {
    const failing = await program.anotherInstance({ renderer: failingRenderer() })
    const bundle = await unzip((await getEvidence(issued.correlationId, failing.api({ token: andes.token }))).body)
    await failing.close()

    expect([...bundle.keys()].sort()).toEqual([...files.keys()].filter((path) => path !== 'document.pdf').sort())
    expect(jsonOf('manifest.json', bundle)).toMatchObject({
      missing: [{ path: 'document.pdf', why: 'It could not be made.' }]
    })
  })

  it('lists missing files, and why', async () => {
    const { correlationId } = (await andes.save(facturaExenta())).body.result
    await program.rows('update envelopes set sha256 = decode(repeat(\'00\', 32), \'hex\')')
    const damaged = await unzip((await getEvidence(issued.correlationId)).body)
    const waiting = await unzip((await getEvidence(correlationId)).body)
    const missingOf = (bundle: Map<string, Buffer>) => (jsonOf('manifest.json', bundle) as Manifest).missing

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
    const answer = await andes.api.get('Webhook/GetEvidence', { correlationId: '7' })

    expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(pathsOf(answer)).toEqual(['correlationId'])
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
