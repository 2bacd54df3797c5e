import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { buildReceipts, type Receipt } from '../../../src/dte/exchange/receipts.ts'
import {
  buildReceptionAnswer, buildResultAnswer, envelopeStates, type Reception, receptionStates, resultStates
} from '../../../src/dte/exchange/responses.ts'
import { type AnswerCover, isAnswered, type ReceivedDocument } from '../../../src/dte/exchange/answer.ts'
import { answerSchemaProblems, parseXml } from '../../../sii-simulator/index.ts'
import { pesos } from '../../support/books.ts'
import { first } from '../../support/expecting.ts'
import { complaintsOfSchema, schemasFolder } from '../../support/schemas.ts'
import { createSigning } from '../../support/signing.ts'
import { hasTool, run, withFiles } from '../../support/tools.ts'
import { verifySignatures } from '../../support/verification.ts'

const { credential, caPem } = createSigning({ keyBits: 1024 })
const hasSchemas = existsSync(fileURLToPath(schemasFolder))

const cover: AnswerCover = {
  responder: '99999999-9', recipient: '88888888-8', contactName: 'Ana Fuentes', contactPhone: '+56 2 2345 6789',
  contactEmail: 'ana@nires.example', signedAt: '2026-11-20T07:30:00'
}
const ours: ReceivedDocument = {
  documentType: 33, folio: 1, issueDate: '2026-10-05', issuer: '88888888-8', receiver: '99999999-9', total: pesos(119000)
}
const foreign: ReceivedDocument = { ...ours, folio: 2, receiver: '69507000-4' }

const reception: Reception = {
  fileName: 'ENVIO_DTE_1234.xml', receivedAt: '2026-11-20T07:15:00', receptionNumber: 7, setId: 'SetDoc',
  digest: 'AwMDAwMDAwMDAwMDAwMDAwMDAwM=', issuer: '88888888-8', receiver: '99999999-9', state: 0,
  documents: [{ ...ours, state: 0 }, { ...foreign, state: 3 }]
}
const receipt: Receipt = { ...ours, place: 'Bodega Ñuñoa & Cía., Av. Matta 1449', signer: '11111111-1' }

const files = {
  'recepcion-envio': () => buildReceptionAnswer({ cover, answerNumber: 1, receptions: [reception] }, credential),
  'resultado-dte': () => buildResultAnswer({
    cover, answerNumber: 2,
    results: [
      { ...ours, receptionNumber: 7, state: 0 },
      { ...foreign, receptionNumber: 7, state: 2, comment: 'DTE Rechazado: RUT receptor <otro>, Ley 19.983 art. 3' }
    ]
  }, credential),
  'envio-recibos': async () =>
    (await buildReceipts({ cover, receipts: [receipt, { ...receipt, documentType: 52, folio: 9 }] }, credential)).file
}
type Name = keyof typeof files
const names = Object.keys(files) as Name[]
const schemaOf: Record<Name, string> = {
  'recepcion-envio': 'RespuestaEnvioDTE_v10.xsd', 'resultado-dte': 'RespuestaEnvioDTE_v10.xsd',
  'envio-recibos': 'EnvioRecibos_v10.xsd'
}

function tableComplaints (xml: Buffer): string[] {
  const { root, dispose } = parseXml(xml)
  try {
    return answerSchemaProblems(root)
  } finally {
    dispose()
  }
}

describe('an answer of the exchange', () => {
  it.each(names)('equals the stored example except for its keys: %s', async (name) => {
    const xml = (await files[name]()).toString('latin1').replace(
      /<(DigestValue|SignatureValue|Modulus|X509Certificate)>[^<]*<\/\1>/g, '<$1>(of this run)</$1>')

    await expect(xml).toMatchFileSnapshot(`../golden/${name}.xml`)
  })

  it.each([
    ['recepcion-envio', ['#Resultado']], ['resultado-dte', ['#Resultado']],
    ['envio-recibos', ['#R1T33', '#R9T52', '#SetRecibos']]
  ] as const)('has valid signatures: %s', async (name, uris) => {
    const verdicts = verifySignatures(await files[name]())

    expect(verdicts).toEqual(uris.map((uri) => ({ uri, digestIsRight: true, signatureIsRight: true })))
  })

  it('extracts each receipt with a valid signature', async () => {
    const { file, receipts } = await buildReceipts({ cover, receipts: [receipt] }, credential)
    const alone = first(receipts)

    expect(verifySignatures(alone)).toEqual([{ uri: '#R1T33', digestIsRight: true, signatureIsRight: true }])
    expect(file.includes(alone.subarray(alone.indexOf('<Recibo')))).toBe(true)
  })

  it('states each result in the official words, or in the given reason', async () => {
    const receptions = Object.keys(envelopeStates).map((state): Reception => ({
      ...reception, state: Number(state) as keyof typeof envelopeStates,
      documents: Object.keys(receptionStates).map((of) =>
        ({ ...ours, state: Number(of) as keyof typeof receptionStates }))
    }))
    const received = (await buildReceptionAnswer({ cover, answerNumber: 1, receptions }, credential)).toString('latin1')
    for (const words of Object.values(envelopeStates)) expect(received).toContain(`<RecepEnvGlosa>${words}<`)
    for (const words of Object.values(receptionStates)) expect(received).toContain(`<RecepDTEGlosa>${words}<`)
    const results = Object.keys(resultStates).map((state) => ({
      ...ours, receptionNumber: 1, state: Number(state) as keyof typeof resultStates
    }))
    const result = (await buildResultAnswer({ cover, answerNumber: 1, results }, credential)).toString('latin1')
    for (const words of Object.values(resultStates)) expect(result).toContain(`<EstadoDTEGlosa>${words}<`)
    expect((await files['resultado-dte']()).toString('latin1')).toContain(
      '<EstadoDTEGlosa>DTE Rechazado: RUT receptor &lt;otro&gt;, Ley 19.983 art. 3<')
  })

  it('answers an unreadable file without its documents', async () => {
    const { setId, digest, issuer, receiver, ...unread } = reception
    const xml = await buildReceptionAnswer(
      { cover, answerNumber: 1, receptions: [{ ...unread, state: 91, documents: [] }] }, credential)

    expect(xml.toString('latin1')).not.toContain('NroDTE')
    expect(tableComplaints(xml)).toEqual([])
  })

  it('cuts texts that are too long', async () => {
    const long = 'x'.repeat(300)
    const xml = await buildReceptionAnswer({
      cover: { ...cover, contactName: long, contactPhone: long, contactEmail: long }, answerNumber: 1,
      receptions: [{ ...reception, fileName: long, setId: long, comment: long }]
    }, credential)

    expect(tableComplaints(xml)).toEqual([])
  })

  it('refuses empty content, too much content, a repeated receipt, and unsupported characters', async () => {
    const many = Array.from({ length: 1001 }, () => reception)

    for (const refused of [
      buildReceptionAnswer({ cover, answerNumber: 1, receptions: [] }, credential),
      buildReceptionAnswer({ cover, answerNumber: 1, receptions: many }, credential),
      buildResultAnswer({ cover, answerNumber: 1, results: [] }, credential),
      buildReceipts({ cover, receipts: [] }, credential),
      buildReceipts({ cover, receipts: [receipt, receipt] }, credential),
      buildReceipts({ cover, receipts: [{ ...receipt, place: 'Łódź' }] }, credential)
    ]) await expect(refused).rejects.toThrow(RangeError)
  })

  it('supports the types of the formats, without settlements and exports', () => {
    expect([33, 34, 39, 43, 46, 52, 56, 61, 110].filter(isAnswered)).toEqual([33, 34, 46, 52, 56, 61])
  })
})

/** What must hold of whatever judges an answer: a schema of the SII, or the simulator's tables of it. */
function accept (complaintsOf: (name: Name) => (xml: Buffer) => string[]): void {
  it.each(names)('accept %s, and not without an element', async (name) => {
    const xml = await files[name]()
    const spoilt = xml.toString('latin1').replace(/<RutRecibe>[^<]*<\/RutRecibe>/, '')

    expect(complaintsOf(name)(xml)).toEqual([])
    expect(complaintsOf(name)(Buffer.from(spoilt, 'latin1'))).not.toEqual([])
  })
}

describe("the simulator's tables of the answers", () => accept(() => tableComplaints))

describe.skipIf(!hasSchemas)("the SII's schemas of the answers", () => {
  accept((name) => complaintsOfSchema(schemaOf[name]))

  it.each(names)("agree with the simulator's tables on each missing or wrong element: %s", async (name) => {
    const official = complaintsOfSchema(schemaOf[name])
    const text = (await files[name]()).toString('latin1')
    const leaves = [...text.slice(0, text.indexOf('<Signature')).matchAll(/<(\w+)>[^<]*<\/\1>/g)]

    for (const { 0: leaf, 1: element, index } of leaves) {
      for (const instead of ['', leaf + leaf, `<${element}>x</${element}>`, `<${element}>-1</${element}>`]) {
        const xml = Buffer.from(text.slice(0, index) + instead + text.slice(index + leaf.length), 'latin1')

        expect(tableComplaints(xml).length > 0, `${leaf} → ${instead}`).toBe(official(xml).length > 0)
      }
    }
  })
})

describe.skipIf(!hasTool('xmlsec1', '--version'))('xmlsec1', () => {
  const verify = (xml: Buffer, position: number) => withFiles({ 'answer.xml': xml, 'ca.pem': caPem }, (path) => run('sh', [
    '-c', 'exec xmlsec1 "$@" 2>&1', 'xmlsec1', '--verify',
    ...['SetRecibos', 'DocumentoRecibo', 'Resultado'].flatMap((part) => ['--id-attr:ID', `http://www.sii.cl/SiiDte:${part}`]),
    '--trusted-pem', path('ca.pem'), '--enabled-key-data', 'x509', '--verification-gmt-time', '2026-12-01 00:00:00',
    '--node-xpath', `(//*[local-name()='Signature'])[${position}]`, path('answer.xml')
  ]))

  it('verifies every signature in its place', async () => {
    for (const [name, signatures] of [['recepcion-envio', 1], ['resultado-dte', 1], ['envio-recibos', 3]] as const) {
      const xml = await files[name]()
      for (let position = 1; position <= signatures; position++) {
        expect(verify(xml, position)).toMatch(/^OK|SUCCEEDED/m)
      }
    }
  })

  it('verifies a receipt cut out', async () => {
    const { receipts } = await buildReceipts({ cover, receipts: [receipt] }, credential)

    expect(verify(first(receipts), 1)).toMatch(/^OK|SUCCEEDED/m)
  })
})

describe.skipIf(!hasTool('xmllint', '--version') || !hasSchemas)('xmllint with the schemas of the SII', () => {
  it.each(names)('accepts %s', async (name) => {
    const xml = await files[name]()
    const said = withFiles({ 'answer.xml': xml }, (path) => run('sh', [
      '-c', 'exec xmllint "$@" 2>&1', 'xmllint', '--noout', '--nonet', '--schema',
      fileURLToPath(new URL(schemaOf[name], schemasFolder)), path('answer.xml')
    ]))

    expect(said).toMatch(/answer\.xml validates/)
  })
})
