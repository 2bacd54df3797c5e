import { beforeAll, describe, expect, it } from 'vitest'
import type { AnsweredType, ReceivedDocument } from '../../src/dte/exchange/answer.ts'
import { buildReceipts } from '../../src/dte/exchange/receipts.ts'
import { buildReceptionAnswer, buildResultAnswer } from '../../src/dte/exchange/responses.ts'
import { decimalFromNumber } from '../../src/dte/values/amounts.ts'
import { createAuthority } from '../authority.ts'
import type { Certifying } from '../certification/certification-service.ts'
import { createExchange, type Exchange } from '../certification/exchange.ts'
import { sampleProblems, sampleRows } from '../certification/samples.ts'
import { createCompanies } from '../companies.ts'
import { child, childrenOf, parseXml, textAt } from '../judge/xml.ts'
import { createMemoryStore } from '../store.ts'
import { hasPoppler } from '../../test/adapters/pdf/pdf-reading.ts'
import { defined, first } from '../../test/support/expecting.ts'
import { keySource } from '../../test/support/rsa-keys.ts'
import { createSigning } from '../../test/support/signing.ts'

const company = '77777777-7'
const now = new Date('2026-11-20T12:00:00Z')
const { credential, caPem } = createSigning({ keyBits: 1024 })

let exchange: Exchange
beforeAll(async () => {
  const authority = await createAuthority({ store: createMemoryStore(), clock: () => now, makeKey: keySource() })
  authority.trust(caPem)
  const companies = createCompanies()
  companies.authoriseSender(company, credential.holderTaxNumber)
  exchange = createExchange({ authority, companies, now: () => now })
})

/** What a receiver reads of the envelope. */
function readEnvelope (file: Buffer): { digest: string, documents: ReceivedDocument[] } {
  const { root, dispose } = parseXml(file)
  try {
    const documents = childrenOf(child(root, 'SetDTE'), 'DTE').map((dte) => {
      const at = (path: string) => defined(textAt(child(child(dte, 'Documento'), 'Encabezado'), path))
      return {
        documentType: Number(at('IdDoc/TipoDTE')) as AnsweredType, folio: Number(at('IdDoc/Folio')),
        issueDate: at('IdDoc/FchEmis'), issuer: at('Emisor/RUTEmisor'), receiver: at('Receptor/RUTRecep'),
        total: decimalFromNumber(Number(at('Totales/MntTotal')))
      }
    })
    return { digest: defined(textAt(root, 'Signature/SignedInfo/Reference/DigestValue')), documents }
  } finally {
    dispose()
  }
}

type Download = Awaited<ReturnType<Exchange['download']>>
interface Wrong { reception?: [0 | 3, 0 | 3], result?: [0 | 2, 0 | 2], receipts?: number, total?: number }

/** The three answers, all right but for what is said. */
async function answersTo (
  { number, file }: Download, { reception = [0, 3], result = [0, 2], receipts = 1, total = 0 }: Wrong = {}
): Promise<[Buffer, Buffer, Buffer]> {
  const { digest, documents: read } = readEnvelope(file)
  const documents = read.map((one) => total === 0 ? one : { ...one, total: decimalFromNumber(total) })
  const cover = { responder: company, recipient: '88888888-8', signedAt: '2026-11-20T07:30:00' }
  return [
    await buildReceptionAnswer({
      cover, answerNumber: number,
      receptions: [{
        fileName: `ENVIO_DTE_${number}.xml`, receivedAt: cover.signedAt, receptionNumber: number, setId: 'SetDoc', digest,
        issuer: '88888888-8', receiver: company, state: 0,
        documents: documents.map((document, index) => ({ ...document, state: defined(reception[index]) }))
      }]
    }, credential),
    (await buildReceipts({
      cover,
      receipts: documents.slice(0, receipts)
        .map((document) => ({ ...document, place: 'Calle Uno 1', signer: credential.holderTaxNumber }))
    }, credential)).file,
    await buildResultAnswer({
      cover, answerNumber: number,
      results: documents.map((document, index) =>
        ({ ...document, receptionNumber: number, state: defined(result[index]) }))
    }, credential)
  ]
}

describe('the exchange step', () => {
  it('accepts the three answers of a receiver, and records it', async () => {
    const download = await exchange.download(company)
    expect(exchange.isDone(company)).toBe(false)
    expect(exchange.judge(company, await answersTo(download))).toEqual([])
    expect(exchange.isDone(company)).toBe(true)
  })

  it.each<[string, Wrong, string]>([
    ['a refused document of the company', { reception: [3, 3] }, 'RecepcionEnvio: Los siguientes valores no coinciden: EstadoRecepDTE'],
    ['a foreign document taken', { reception: [0, 0] }, 'RecepcionEnvio: Los siguientes valores no coinciden: EstadoRecepDTE'],
    ['a foreign document accepted', { result: [0, 0] }, 'ResultadoDTE: Los siguientes valores no coinciden: EstadoDTE'],
    ['a receipt of the foreign document', { receipts: 2 }, 'EnvioRecibos: Los siguientes valores no coinciden: Recibo'],
    ['another total', { total: 5 }, 'EnvioRecibos: Los siguientes valores no coinciden: MntTotal']
  ])('refuses %s', async (_, wrong, problem) => {
    const download = await exchange.download(company)

    expect(exchange.judge(company, await answersTo(download, wrong))).toContain(problem)
    expect(exchange.isDone(company)).toBe(false)
  })

  it('refuses answers to an older download, a missing file, an altered one, and other files', async () => {
    const older = await answersTo(await exchange.download(company))
    const [reception, receipts, result] = await answersTo(await exchange.download(company))
    const changed = Buffer.from(result.toString('latin1').replace('<EstadoDTE>2', '<EstadoDTE>0'), 'latin1')

    expect(exchange.judge(company, older)).toContainEqual(
      'RecepcionEnvio: Los siguientes valores no coinciden: NmbEnvio, Digest, Folio, MntTotal, Folio, MntTotal')
    expect(exchange.judge(company, [reception, receipts])).toEqual(['Falta ResultadoDTE'])
    expect(exchange.judge(company, [reception, receipts, changed])).toContainEqual(
      expect.stringContaining('ResultadoDTE: Firma incorrecta'))
    expect(exchange.judge(company, [reception, receipts, Buffer.from('<EnvioDTE/>')])).toEqual(
      ['Falta ResultadoDTE', 'LSX-00204: EnvioDTE', 'Archivo que no corresponde'])
    expect(exchange.judge('88888888-8', older)).toEqual(['No ha descargado el archivo de intercambio'])
    expect(exchange.judge(company, [reception, receipts, result])).toEqual([])
  })
})

describe('the printed samples', () => {
  const documentOf = (documentType: number, folio: number, receiver = '88888888-8') => ({
    documentType, folio, date: '2026-11-20', issuer: company, receiver, exempt: 0, net: 0, tax: 0, total: 1_001_469
  })
  const row = (name: 'guides' | 'simulation', documents: ReturnType<typeof documentOf>[]) => ({
    name, attentionNumber: 1, outcome: 'REVISADO CONFORME' as const, documents,
    review: () => ({ state: 'SOK' as const, reasons: [] })
  })
  const certifying: Certifying = {
    stage: 'exchange', setFolios: new Set(),
    rows: new Map([
      [1, row('guides', [documentOf(52, 1, company), documentOf(52, 2)])],
      [2, row('simulation', [documentOf(33, 9), documentOf(33, 10), documentOf(61, 3)])]
    ])
  }

  it('are required by copy: no cedible of an internal transfer, one document of each type of the simulation', () => {
    expect(sampleRows(certifying).map(({ file }) => file)).toEqual([
      '052_0001_TRIBUTARIA.pdf', '052_0002_TRIBUTARIA.pdf', '052_0002_CEDIBLE.pdf', '033_0009_TRIBUTARIA.pdf',
      '033_0009_CEDIBLE.pdf', '061_0003_TRIBUTARIA.pdf'
    ])
  })

  it('have one page and at most 500 KB', async () => {
    const { file } = first(sampleRows(certifying))
    const said = async (bytes: Buffer) =>
      (await sampleProblems(certifying, [{ name: file, bytes }])).filter((text) => text.startsWith(file))

    expect(await sampleProblems(certifying, [])).toContain(`Falta ${file}`)
    expect(await said(Buffer.from('%PDF-1.7 /Type /Pages /Count 2'))).toContain(`${file}: Debe tener una pagina`)
    expect(await said(Buffer.concat([Buffer.from('%PDF-1.7 /Type /Pages /Count 1'), Buffer.alloc(600_000)])))
      .toContain(`${file}: Excede 500 KB`)
  })

  it.skipIf(!hasPoppler)('contain the text that the SII looks for', async () => {
    const { file } = first(sampleRows(certifying))
    const problems = await sampleProblems(certifying, [{ name: file, bytes: pdfSaying('Timbre CEDIBLE SIN VALOR') }])

    expect(problems.filter((text) => text.startsWith(file))).toEqual([
      `${file}: No muestra "Timbre Electrónico SII"`, `${file}: No muestra "Verifique documento: www.sii.cl"`,
      `${file}: No muestra "1"`, `${file}: No muestra "1.001.469"`, `${file}: La copia no corresponde`,
      `${file}: Dice que no tiene valor`
    ])
  })
})

/** A page with a line. */
function pdfSaying (text: string): Buffer {
  const content = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`
  return Buffer.from([
    '%PDF-1.4', '1 0 obj<</Type /Catalog /Pages 2 0 R>>endobj', '2 0 obj<</Type /Pages /Count 1 /Kids[3 0 R]>>endobj',
    '3 0 obj<</Type /Page /Parent 2 0 R /MediaBox[0 0 612 792] /Contents 4 0 R /Resources<</Font<</F1 5 0 R>>>>>>endobj',
    `4 0 obj<</Length ${content.length}>>stream\n${content}\nendstream endobj`,
    '5 0 obj<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>endobj', 'trailer<</Root 1 0 R>>', '%%EOF', ''
  ].join('\n'), 'latin1')
}
