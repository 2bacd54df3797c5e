import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { verifyPart } from '../../../src/dte/signing/verification.ts'
import { buildReceipts, type Receipt } from '../../../src/dte/exchange/receipts.ts'
import { isAnswerRoot, readAnswer, type ReadAnswer } from '../../../src/dte/exchange/read-answer.ts'
import { buildReceptionAnswer, buildResultAnswer, type Reception } from '../../../src/dte/exchange/responses.ts'
import type { AnswerCover, ReceivedDocument } from '../../../src/dte/exchange/answer.ts'
import { parseReceived, type ReceivedXml, rootNameOf } from '../../../src/dte/xml/received.ts'
import { pesos } from '../../support/books.ts'
import { defined } from '../../support/expecting.ts'
import { createSigning } from '../../support/signing.ts'
import { hasXmlsec, signedByXmlsec } from '../../support/xmlsec.ts'

const { credential, caPem } = createSigning({ keyBits: 1024 })
const at = new Date('2026-11-20T12:00:00Z')
const terms = { at, authorities: undefined }
const trusting = { at, authorities: [new X509Certificate(caPem)] }

const cover: AnswerCover = { responder: '99999999-9', recipient: '88888888-8', signedAt: '2026-11-20T07:30:00' }
const document: ReceivedDocument = {
  documentType: 33, folio: 1, issueDate: '2026-10-05', issuer: '88888888-8', receiver: '99999999-9', total: pesos(119000)
}
const facts = { ...document, total: 119000 }
const reception: Reception = {
  fileName: 'ENVIO_DTE_1234.xml', receivedAt: '2026-11-20T07:15:00', receptionNumber: 7, setId: 'SetDoc', state: 0,
  documents: [{ ...document, state: 0 }, { ...document, folio: 2, state: 3 }]
}
const receipt: Receipt = { ...document, place: 'Bodega Ñuñoa', signer: '11111111-1' }

const receptionFile = () => buildReceptionAnswer({ cover, answerNumber: 1, receptions: [reception] }, credential)
const resultFile = (comment = 'DTE Rechazado: falta la orden de compra') => buildResultAnswer({
  cover, answerNumber: 2, results: [{ ...document, receptionNumber: 7, state: 2, comment }]
}, credential)
const receiptsFile = async () =>
  (await buildReceipts({ cover, receipts: [receipt, { ...receipt, documentType: 52, folio: 9 }] }, credential)).file

function changed (file: Buffer, from: string | RegExp, to: string): Buffer {
  const text = file.toString('latin1')
  expect(text).toMatch(from)
  return Buffer.from(text.replace(from, to), 'latin1')
}

/** The file signed again by xmlsec1, with comments in what is signed and in SignedInfo. */
function signedAgain (file: Buffer, { method, transform }: { method: string, transform: string }): Buffer {
  const template = file.toString('latin1')
    .replace(/(<CanonicalizationMethod Algorithm=")[^"]*/, `$1${method}`)
    .replace(/(<Transform Algorithm=")[^"]*/, `$1${transform}`)
    .replace(/(<DigestValue>)[^<]*/, '$1').replace(/(<SignatureValue>)[^<]*/, '$1')
    .replace('<SignedInfo>', '<SignedInfo><!-- i -->').replace('</Caratula>', '<!-- c --></Caratula>')
  return signedByXmlsec(Buffer.from(template, 'latin1'), credential.privateKey, 'Resultado')
}

async function read (file: Promise<Buffer> | Buffer): Promise<ReadAnswer> {
  const answer = readAnswer(await file, terms)
  if ('problem' in answer) throw new Error(answer.problem)
  return answer
}

describe('an answer of a customer', () => {
  it('reports which files arrived and which of their documents', async () => {
    const { responder, recipient, envelopes, documents } = await read(receptionFile())

    expect({ responder, recipient }).toEqual({ responder: '99999999-9', recipient: '88888888-8' })
    expect(envelopes).toEqual([{ setId: 'SetDoc', code: 0, comment: 'Envio Recibido Conforme' }])
    expect(documents).toMatchObject([
      { ...facts, kind: 'reception', code: 0, comment: 'DTE Recibido OK', signedAt: '2026-11-20T07:30:00' },
      { ...facts, folio: 2, kind: 'reception', code: 3 }
    ])
  })

  it('reports which documents are refused, and who signed the answer', async () => {
    const { documents } = await read(resultFile())

    expect(documents).toMatchObject([{
      ...facts, kind: 'result', code: 2, comment: 'DTE Rechazado: falta la orden de compra',
      signer: { taxNumber: '11111111-1', chain: 'unchecked' }
    }])
  })

  it('extracts each receipt as signed, with comments in between', async () => {
    const file = changed(await receiptsFile(), /<Recibo /, '<!-- <Recibo> --><Recibo ')
    const { documents } = await read(file)

    expect(documents).toMatchObject([
      { ...facts, kind: 'receipt', code: null, comment: 'Bodega Ñuñoa' }, { documentType: 52, folio: 9 }
    ])
    for (const { receipt: stored } of documents) {
      expect(stored?.toString()).toMatch(/^<Recibo [^<]*<DocumentoRecibo [\s\S]*Bodega Ñuñoa[\s\S]*<\/Recibo>$/)
      const { root } = parseReceived(defined(stored)) as ReceivedXml
      expect(verifyPart(root, 'DocumentoRecibo', terms)).not.toHaveProperty('problem')
    }
  })

  it('is read in UTF-8 with a byte order mark, and with k in lower case', async () => {
    const text = (await receiptsFile()).toString('latin1').replace(/<\?xml[^>]*\?>/, '')

    const declared = `<?xml version="1.0" encoding="ISO-8859-1"?>${text}`
    const mark = Buffer.from('EFBBBF', 'hex')

    expect((await read(Buffer.from(`\uFEFF${text}`))).documents[0]?.comment).toBe('Bodega Ñuñoa')
    expect((await read(Buffer.from(`\uFEFF${declared}`))).documents[0]?.comment).toBe('Bodega Ñuñoa')
    expect((await read(Buffer.concat([mark, Buffer.from(declared, 'latin1')]))).documents[0]?.comment).toBe('Bodega Ñuñoa')
    expect((await read(Buffer.from(text, 'latin1'))).documents[0]?.comment).toBe('Bodega Ñuñoa')
  })

  it.each([
    ['an amount', /<MntTotal>119000/, '<MntTotal>119001', 'DIGEST_WRONG'],
    ['the signature', /(<SignatureValue>\nA*)[^A]/, '$1A', 'SIGNATURE_WRONG'],
    ['the reference', /URI="#Resultado"/, 'URI=""', 'SIGNATURE_PROFILE'],
    ['the method', /#rsa-sha1/, '#hmac-sha1', 'SIGNATURE_PROFILE'],
    ['the transform', /#enveloped-signature/, '#base64', 'SIGNATURE_PROFILE'],
    ['the key', /<Modulus>\n...../, '<Modulus>\nAAAAA', 'CERTIFICATE_MISSING'],
    ['the certificate', /<X509Certificate>\n...../, '<X509Certificate>\n.....', 'CERTIFICATE_MISSING'],
    ['the ID, twice', /<Caratula /, '<Caratula ID="Resultado" ', 'SIGNATURE_MISPLACED'],
    ['the signature, away', /<Signature [\s\S]*<\/Signature>/, '', 'SIGNATURE_MISPLACED'],
    ['a second part', /<Signature /, '<Resultado ID="R2"><Caratula/></Resultado><Signature ', 'SIGNATURE_MISPLACED']
  ])('with an invalid signature is refused: %s', async (_what, from, to, problem) => {
    expect(readAnswer(changed(await resultFile(), from, to), terms)).toEqual({ problem })
  })

  describe.skipIf(!hasXmlsec)('signed by xmlsec1', () => {
    const inclusive = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
    const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
    it.each([
      [inclusive, inclusive], [inclusive, exclusive], [exclusive, exclusive], [exclusive, inclusive],
      [`${inclusive}#WithComments`, `${inclusive}#WithComments`], [`${exclusive}WithComments`, `${exclusive}WithComments`]
    ])('is read with the canonical form %s and the transform %s, and refused when altered', async (method, transform) => {
      const file = signedAgain(await resultFile('Falta Ñ'), { method, transform })

      expect((await read(file)).documents).toMatchObject([{ ...facts, kind: 'result', comment: 'Falta Ñ' }])
      expect(readAnswer(changed(file, /<MntTotal>119000/, '<MntTotal>119001'), terms)).toEqual({ problem: 'DIGEST_WRONG' })
      expect(readAnswer(changed(file, /<!-- i -->/, method.endsWith('s') ? '' : '<x/>'), terms))
        .toEqual({ problem: method.endsWith('s') ? 'SIGNATURE_WRONG' : expect.stringMatching(/^SIGNATURE_/) })
    })

    it('is refused with a selecting transform', async () => {
      const file = signedAgain(await resultFile(), { method: exclusive, transform: exclusive })
      const xpath = 'http://www.w3.org/TR/1999/REC-xpath-19991116'

      expect(readAnswer(changed(file, /(<Transform Algorithm=")[^"]*/, `$1${xpath}`), terms))
        .toEqual({ problem: 'SIGNATURE_PROFILE' })
    })
  })

  it('with one altered receipt is refused as a whole', async () => {
    const file = changed(await receiptsFile(), /<Folio>9</, '<Folio>8<')

    expect(readAnswer(file, terms)).toEqual({ problem: 'DIGEST_WRONG' })
  })

  it('needs a valid certificate, from a trusted authority if there is a list', async () => {
    const file = await resultFile()
    const late = { ...terms, at: new Date('2060-01-01T00:00:00Z') }
    const stranger = { at, authorities: [new X509Certificate(credential.certificateDer)] }

    expect(readAnswer(file, late)).toEqual({ problem: 'CERTIFICATE_EXPIRED' })
    expect(readAnswer(file, stranger)).toEqual({ problem: 'CERTIFICATE_NOT_TRUSTED' })
    expect(readAnswer(file, trusting)).toMatchObject({ documents: [{ signer: { chain: 'trusted' } }] })
  })

  it('that names no document or no recipient is malformed', async () => {
    const empty = await buildReceptionAnswer({
      cover: { ...cover, recipient: 'X' }, answerNumber: 1, receptions: [reception]
    }, credential)

    expect(readAnswer(empty, terms)).toEqual({ problem: 'ANSWER_MALFORMED' })
    expect(readAnswer(Buffer.from('<RespuestaDTE'), terms)).toEqual({ problem: 'ANSWER_MALFORMED' })
  })
})

describe('XML of others', () => {
  it.each([
    ['a DOCTYPE', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'XML_DOCTYPE'], ['no end', '<a><b></a>', 'XML_MALFORMED'],
    ['no XML', 'PK\u0003\u0004', 'XML_MALFORMED'], ['NUL', '<a>\0</a>', 'XML_MALFORMED'],
    ['too many tags', `<a>${'<b/>'.repeat(150_000)}</a>`, 'XML_TOO_MANY_TAGS'],
    ['too deep', `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`, 'XML_MALFORMED'],
    ['too large', `<a>${' '.repeat(7 * 1024 * 1024)}</a>`, 'FILE_TOO_LARGE']
  ])('is not read: %s', (_what, text, problem) => {
    expect(parseReceived(Buffer.from(text))).toEqual({ problem })
  })

  it.each([
    ['<?xml version="1.0"?>\n<!-- a --><sii:RespuestaDTE xmlns:sii="x">', 'RespuestaDTE'], ['\uFEFF<EnvioDTE>', 'EnvioDTE'],
    ['PK', undefined], ['', undefined]
  ])('is known by its root: %j', (text, name) => {
    expect(rootNameOf(Buffer.from(text))).toBe(name)
  })

  it('is recognised as an answer by its root element', () => {
    expect(['RespuestaDTE', 'RespuestaEnvioDTE', 'EnvioRecibos', 'EnvioDTE'].map(isAnswerRoot))
      .toEqual([true, true, true, false])
  })
})
