import { sign } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Check } from '../../../src/dte/receiving/checks.ts'
import { readReceived, type ReceivedFile, type Recipient } from '../../../src/dte/receiving/read-received.ts'
import { buildEnvelope, type CoverSheet } from '../../../src/dte/signing/envelope.ts'
import { type CafRequest, createAuthority } from '../../support/authority.ts'
import { defined, first } from '../../support/expecting.ts'
import { cover, createSigning } from '../../support/signing.ts'
import { type IssuedType, sampleDocument } from '../../support/tax-documents.ts'
import { hasXmlsec, signedByXmlsec } from '../../support/xmlsec.ts'

const authority = createAuthority()
const supplier = createSigning({ keyBits: 1024, authority })
const stranger = createSigning({ keyBits: 1024 })
const us = '77777777-7'
const recipient: Recipient = { taxNumber: us, environment: 'certification', cafKeys: authority.extraKeys }
const at = new Date('2026-11-21T12:00:00Z')
const terms = { at, authorities: undefined }

type Signing = ReturnType<typeof createSigning>
const issued = (type: IssuedType = 33, folio = 60, signing: Signing = supplier) =>
  signing.issue(sampleDocument(type), folio)

async function envelope (changes: Partial<CoverSheet> = {}, documents = [issued()]): Promise<string> {
  const bytes = await buildEnvelope({
    kind: 'DTE', cover: { ...cover, receiver: us, ...changes }, documents: await Promise.all(documents),
    credential: supplier.credential
  })
  return bytes.toString('latin1')
}

const readText = (text: string, to = recipient) => readReceived(Buffer.from(text, 'latin1'), terms, to)

function read (text: string, to = recipient): ReceivedFile {
  const file = readText(text, to)
  if ('problem' in file) throw new Error(file.problem)
  return file
}

/** What did not pass, of the file and of its documents. */
function found (file: ReceivedFile): string[] {
  const said = ({ check, outcome, detail = '' }: Check) => `${check} ${outcome} ${detail}`.trim()
  return [...file.checks, ...file.documents.flatMap(({ checks }) => checks)]
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'warning').map(said)
}

let whole = ''
beforeAll(async () => { whole = await envelope() })

function changed (from: RegExp | string, to: string | (() => string), text = whole): string {
  expect(text).toMatch(from)
  return text.replace(from, to as string)
}

describe('an envelope of a supplier', () => {
  it('is read with its documents, and passes every check', async () => {
    const file = read(await envelope({}, [issued(), issued(43), issued(61, 7)]))

    expect(file).toMatchObject({
      kind: 'EnvioDTE', setId: 'SetDoc', issuer: '99999999-9', receiver: us, resolutionNumber: 0, state: 0, unidentified: 0
    })
    expect(file.digest).toMatch(/^.{27}=$/)
    expect(found(file)).toEqual([])
    expect(file.documents).toMatchObject([
      {
        documentType: 33, folio: 60, issueDate: '2026-11-20', issuer: '99999999-9', issuerName: 'COMERCIAL LOS ÑIRES SPA',
        receiver: us, paymentMethod: 1, environment: 'certification', position: 0, signer: '11111111-1'
      },
      { documentType: 43, position: 1 },
      {
        documentType: 61, folio: 7, position: 2,
        references: [{ documentType: expect.any(String), folio: expect.any(String) }]
      }
    ])
    const { netAmount, vatAmount, totalAmount } = first(file.documents)
    expect(Number(netAmount) + Number(vatAmount)).toBe(Number(totalAmount))
    expect(file.documents[0]?.checks).toContainEqual({ check: 'signerAuthorised', outcome: 'notPossible' })
  })

  it('passes with every type that companies exchange, and warns about a certificate of an untrusted authority', async () => {
    const types: IssuedType[] = [33, 34, 46, 52, 56, 61, 110, 111, 112]
    const file = read(await envelope({}, types.map((type) => issued(type))), { ...recipient })
    const others = file.documents.filter(({ receiver }) => receiver !== us).length
    expect(found(file).filter((one) => !one.startsWith('receiver ') && !one.startsWith('addressee '))).toEqual([])
    expect(found(file).filter((one) => one.startsWith('receiver ')).length).toBe(others)

    const untrusting = readReceived(Buffer.from(whole, 'latin1'), { at, authorities: [] }, recipient) as ReceivedFile
    expect(found(untrusting)).toEqual(['envelopeSignature warning CERTIFICATE_NOT_TRUSTED', 'signature warning CERTIFICATE_NOT_TRUSTED'])
    expect(untrusting.state).toBe(0)
  })

  it.each<[string, RegExp | string, string, string[], number]>([
    ['an amount, after it was signed', /<MntTotal>\d+/, '<MntTotal>1', [
      'envelopeSignature failed DIGEST_WRONG', 'signature failed DIGEST_WRONG', 'stamp failed STAMP_DIFFERS: MNT',
      'amounts warning TOTAL_DIFFERS'
    ], 2],
    ['what the stamp says', /(<DD>.*<MNT>)\d+/, '$12', [
      'envelopeSignature failed DIGEST_WRONG', 'signature failed DIGEST_WRONG', 'stamp failed STAMP_SIGNATURE_WRONG'
    ], 2],
    ['the CAF', /<H>\d+/, '<H>99', [
      'envelopeSignature failed DIGEST_WRONG', 'signature failed DIGEST_WRONG', 'stamp failed CAF_SIGNATURE_WRONG'
    ], 2],
    ['the cover', /<TmstFirmaEnv>....-..-..T07:30:00/, '<TmstFirmaEnv>2026-11-20T07:30:01', [
      'envelopeSignature failed DIGEST_WRONG'
    ], 2],
    ['an ID, twice', /<Caratula /, '<Caratula ID="SetDoc" ', ['envelopeSignature failed SIGNATURE_MISPLACED'], 2],
    ['an element of the cover, away', /<FchResol>[^<]*<\/FchResol>/, '', [
      'structure failed ELEMENT_MISSING: SetDTE/Caratula/FchResol', 'envelopeSignature failed DIGEST_WRONG'
    ], 1],
    ['the order of the cover', /(<RutEmisor>.*<\/RutEmisor>)(<RutEnvia>.*<\/RutEnvia>)/, '$2$1', [
      'structure failed ELEMENT_MISPLACED: SetDTE/Caratula/RutEmisor', 'envelopeSignature failed DIGEST_WRONG'
    ], 1],
    ['the count', /<NroDTE>1/, '<NroDTE>2', ['envelopeSignature failed DIGEST_WRONG', 'counts warning COUNTS_DIFFER'], 2],
    ['an element of the document, away', /<TmstFirma>[^<]*<\/TmstFirma>/, '', [
      'structure failed ELEMENT_MISSING: SetDTE/DTE/Documento/TmstFirma', 'envelopeSignature failed DIGEST_WRONG',
      'documentStructure failed ELEMENT_MISSING: Documento/TmstFirma', 'signature failed DIGEST_WRONG'
    ], 1]
  ])('that was altered fails its checks: %s', (_what, from, to, findings, state) => {
    const file = read(changed(from, to))

    expect(found(file)).toEqual(findings)
    expect(file.state).toBe(state)
    expect(file.documents).toHaveLength(1)
  })

  it('with a stamp of a CAF not signed by the SII fails that check', async () => {
    expect(found(read(await envelope({}, [issued(33, 60, stranger)])))).toEqual(['stamp failed CAF_SIGNATURE_WRONG'])
  })

  it('fails with a CAF of another type, company or range, also if the document was signed again', async () => {
    const findings = async (signing: Signing) =>
      found(read(await envelope({}, [signing.issue(sampleDocument(33), 60)])))
    const withCaf = (stampedWith: CafRequest) => createSigning({ keyBits: 1024, authority, stampedWith })

    expect(await findings(withCaf({ to: 59 }))).toEqual(['stamp failed FOLIO_OUT_OF_RANGE'])
    expect(await findings(withCaf({ taxNumber: '88888888-8' }))).toEqual(['stamp failed CAF_ISSUER'])
    expect(await findings(withCaf({ documentType: 34 }))).toEqual(['stamp failed CAF_TYPE'])
  })

  it('of another company fails that check', async () => {
    const foreign = await envelope({ issuer: '88888888-8' })
    expect(found(read(foreign))).toEqual(['issuer failed COVER_DIFFERS'])
  })

  it('to the SII is read if its documents are for the tenant, and to another company is refused', async () => {
    const toSii = read(await envelope({ receiver: '60803000-K' }))
    expect(found(toSii)).toEqual(['addressee failed ADDRESSED_TO_SII'])
    expect(toSii.state).toBe(3)
    expect(found(read(await envelope({ receiver: '60803000-K' }), { ...recipient }))).toHaveLength(1)
    expect(readText(whole, { ...recipient, taxNumber: '88888888-8' })).toEqual({ problem: 'OTHER_RECEIVER' })
  })

  it('with a document for another company fails that check', async () => {
    const other = supplier.issue(sampleDocument(33, {
      receiver: { ...sampleDocument(33).receiver, taxNumber: '88888888-8' as never }
    }), 61)
    const file = read(await envelope({}, [issued(), other]))

    expect(found(file)).toEqual(['receiver failed OTHER_RECEIVER'])
    expect(file.state).toBe(0)
  })

  it('of certification is never accepted in production', () => {
    const file = read(whole, { ...recipient, environment: 'production' })

    expect(found(file)).toEqual(['environment failed OTHER_ENVIRONMENT'])
    expect(file).toMatchObject({ state: 99, documents: [{ environment: 'certification' }] })
  })

  it('is read with a lower-case k, in undeclared Latin-1, and with a byte order mark', async () => {
    const declared = /^<\?xml[^>]*>\n/
    const undeclared = changed(declared, '')
    expect(found(read(undeclared))).toEqual([])
    const utf8 = readReceived(Buffer.from(`\uFEFF${undeclared}`), terms, recipient) as ReceivedFile
    expect(found(utf8)).toEqual([])
    expect(utf8.documents[0]?.contentSha256).toBe(read(whole).documents[0]?.contentSha256)

    const lower = read(await envelope({ receiver: '60803000-k' }))
    expect(found(lower)).toEqual(['addressee failed ADDRESSED_TO_SII'])
  })

  it('is read as a single document and within a file of another kind', async () => {
    const alone = (await issued()).xml.toString('latin1')
    const file = read(alone)
    expect(file).toMatchObject({ kind: 'DTE', setId: null, issuer: null, state: 0 })
    expect(found(file)).toEqual([])
    expect(file.documents[0]?.contentSha256).toBe(read(whole).documents[0]?.contentSha256)

    expect(file.documents[0]?.printable).toMatchObject({ folio: 60, ted: '', watermark: 'REPRESENTACIÓN DEL DOCUMENTO RECIBIDO' })
    expect(read(whole).documents[0]?.printable).toMatchObject({
      documentName: 'FACTURA ELECTRÓNICA', sender: { taxNumber: '99.999.999-9' }, resolution: { number: 0, year: 2026 },
      ted: defined(/<TED [\s\S]*<\/TED>/.exec(whole))[0]
    })

    const inside = read(`<Facturas>${alone.replace(/^<\?xml[^>]*>/, '')}</Facturas>`)
    expect(inside).toMatchObject({ kind: 'other', documents: [{ folio: 60 }] })
    expect(found(inside)).toEqual([])

    const bare = alone.replace(/<DTE xmlns="[^"]*"/, '<DTE')
    expect(bare).not.toBe(alone)
    expect(found(read(bare))).toEqual(['documentStructure warning NAMESPACE_MISSING'])
  })

  it.each([['.00', []], ['.01', ['stamp failed STAMP_DIFFERS: MNT']]])(
    'can have a total with decimals in the stamp, like exports: %s', (decimals, findings) => {
      const stamped = defined(/<DD>[\s\S]*<\/DD>/.exec(whole))[0].replace(/<\/MNT>/, `${decimals}</MNT>`)
      const signature = sign('sha1', Buffer.from(stamped, 'latin1'), supplier.cafOf(33).privateKey).toString('base64')
      const file = read(whole.replace(/<DD>[\s\S]*<\/FRMT>/, `${stamped}<FRMT algoritmo="SHA1withRSA">${signature}</FRMT>`))

      expect(found(file).filter((one) => one.startsWith('stamp'))).toEqual(findings)
    })

  it.skipIf(!hasXmlsec)("passes in other programs' notation: with prefixes, time zones, signs and leading zeros", async () => {
    const again = (text: string, part: string) =>
      signedByXmlsec(Buffer.from(text, 'latin1'), supplier.credential.privateKey, part).toString('latin1')
    const blank = (text: string) => text.replace(/(<(?:ds:)?(?:DigestValue|SignatureValue)>)[^<]*(?![\s\S]*<(?:ds:)?SignatureValue>)/g, '$1')
    const written: [RegExp, string][] = [
      [/<FchEmis>[^<]*/, '$&-03:00'], [/<TmstFirma>[^<]*/, '<TmstFirma>\n2026-11-20T24:00:00.000+14:00 '], [/(<TipoDTE>)33/, '$1+33'],
      [/(<IdDoc>.*?<Folio>)60/, '$1 0000000060'], [/<(MntTotal|MntNeto|IVA)>/g, '<$1>+0'], [/(<FmaPago>)/, '$10'], [/<DTE ([^>]*)version="1.0"/, '<DTE $1version="1.00"']
    ]
    const plain = (await issued()).xml.toString('latin1')
    const other = written.reduce((text, [from, to]) => changed(from, to, text), plain)
      .replace(/<Signature xmlns=/, '<Signature xmlns:ds=').replace(/<(\/?)(?=Signature|SignedInfo|Canon|Reference|Transform|Digest|KeyInfo|KeyValue|RSAKeyValue|Modulus|Exponent|X509)/g, '<$1ds:')
    const dte = again(blank(other), 'Documento').replace(/^<\?xml[^>]*>\s*/, '').replace(/ xmlns="[^"]*" xmlns:xsi="[^"]*"/, '')
    const inside = changed(/<DTE [\s\S]*<\/DTE>/, () => dte)
    const cover: [RegExp, string][] = [
      [/<TmstFirmaEnv>[^<]*/, '<TmstFirmaEnv>2026-11-20T10:30:00Z'], [/<FchResol>[^<]*/, '$&Z'], [/<NroResol>/, '<NroResol>000000'], [/<NroDTE>/, '<NroDTE>0']
    ]
    const file = read(again(cover.reduce((text, [from, to]) => changed(from, to, text), inside)
      .replace(/(<\/SetDTE>[\s\S]*<DigestValue>)[^<]*([\s\S]*<SignatureValue>)[^<]*/, '$1$2'), 'SetDTE'))

    expect(found(file)).toEqual([])
    const [ours, theirs] = [first(read(whole).documents), first(file.documents)]
    expect(file).toMatchObject({ resolutionNumber: 0, state: 0, unidentified: 0 })
    for (const key of ['documentType', 'folio', 'issueDate', 'netAmount', 'vatAmount', 'totalAmount', 'paymentMethod'] as const) {
      expect(theirs[key], key).toBe(ours[key])
    }
    expect(theirs.printable).toEqual(ours.printable)
  })

  it('with two documents of one ID breaks the schema, and their signatures are valid', async () => {
    const [one, two] = [await issued(), await issued(34, 60)]
    const second = two.xml.toString('latin1').replaceAll('F60T34', 'F60T33')
    const file = read(await envelope({}, [Promise.resolve(one), Promise.resolve({ ...two, xml: Buffer.from(second, 'latin1') })]))

    expect(found(file)).toEqual(['structure failed ATTRIBUTE_WRONG: SetDTE/DTE/Documento@ID', 'signature failed DIGEST_WRONG'])
    expect(file.documents[0]?.checks).toContainEqual({ check: 'signature', outcome: 'passed' })
  })

  it('whose signature covers something else fails that check', () => {
    const dte = defined(/<DTE [\s\S]*<\/DTE>/.exec(whole))[0]
    const signature = defined(/<Signature [\s\S]*<\/Signature>/.exec(dte))[0]
    const original = defined(/<Documento [\s\S]*<\/Documento>/.exec(dte))[0]
    const forged = original.replace(/<MntTotal>\d+/, '<MntTotal>1')
    const wrapped = (inside: string) => whole.replace(dte, dte.replace(original, inside))
    const signatureOf = (text: string) => found(read(text)).filter((one) => one.startsWith('signature'))

    expect(signatureOf(wrapped(forged + original))).toEqual(['signature failed SIGNATURE_MISPLACED'])
    expect(signatureOf(wrapped(forged.replace('ID="F60T33"', 'ID="X"').replace('</Documento>', `${original}</Documento>`))))
      .toEqual(['signature failed SIGNATURE_PROFILE'])
    expect(signatureOf(wrapped(forged + `<Object>${original}</Object>`))).toEqual(['signature failed SIGNATURE_MISPLACED'])
    expect(signatureOf(whole.replace(signature, signature + signature))).toEqual(['signature failed SIGNATURE_MISPLACED'])
    expect(found(read(whole.replace(/<SetDTE /, '<SetDTE ID="X"><Caratula/></SetDTE><SetDTE ')))).toContain('envelopeSignature failed SIGNATURE_MISPLACED')
  })

  it.each([
    ['DOCTYPE', '<!DOCTYPE EnvioDTE><EnvioDTE/>', 'XML_DOCTYPE'],
    ['entity bomb', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><EnvioDTE>&b;</EnvioDTE>', 'XML_DOCTYPE'],
    ['two million tags', `<EnvioDTE>${'<a/>'.repeat(2_000_000)}</EnvioDTE>`, 'FILE_TOO_LARGE'],
    ['too many tags', `<EnvioDTE>${'<a/>'.repeat(200_000)}</EnvioDTE>`, 'XML_TOO_MANY_TAGS'],
    ['not well formed', '<EnvioDTE>', 'XML_MALFORMED'],
    ['boletas', '<EnvioBOLETA/>', 'BOLETAS'],
    ['no documents', '<EnvioDTE/>', 'NO_DOCUMENTS']
  ])('is refused with its reason: %s', (_what, text, problem) => {
    expect(readText(text)).toEqual({ problem })
  })

  it('reports how many documents cannot be distinguished', async () => {
    const file = read(changed(/<Folio>60</, '<Folio>x<', await envelope({}, [issued(), issued(34, 61)])))

    expect(file).toMatchObject({ unidentified: 1, documents: [{ folio: 61, position: 1 }] })
  })

  it('with hundreds of documents is read in seconds', async () => {
    const document = await issued()
    const many = await envelope({}, Array.from({ length: 300 }, () => Promise.resolve(document)))
    const begun = process.cpuUsage()
    expect(read(many).documents).toHaveLength(300)
    // Of the processor: a busy machine takes longer.
    expect(process.cpuUsage(begun).user / 1e6).toBeLessThan(15)
  })
})
