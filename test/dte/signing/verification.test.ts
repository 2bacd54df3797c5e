import { describe, expect, it } from 'vitest'
import { siiNamespace } from '../../../src/dte/signing/signature.ts'
import { verifyPart } from '../../../src/dte/signing/verification.ts'
import { everyElement, parseReceived } from '../../../src/dte/xml/received.ts'
import { defined } from '../../support/expecting.ts'
import { createSigning } from '../../support/signing.ts'
import { hasXmlsec, signedByXmlsec } from '../../support/xmlsec.ts'

const { credential } = createSigning({ keyBits: 1024 })
const terms = { at: new Date('2026-11-20T12:00:00Z'), authorities: undefined }

const dsig = 'http://www.w3.org/2000/09/xmldsig#'
const inclusive = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const sii = `xmlns="${siiNamespace}"`
const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
const xsd = 'xmlns:xsd="http://www.w3.org/2001/XMLSchema"'

interface Profile { method?: string, transforms?: string[], uri?: string, hash?: string, keyInfo?: string }

/** A Signature to be filled in; `declared`: on itself. */
function template (prefix: string, isDeclared: boolean, profile: Profile = {}): string {
  const { method = inclusive, transforms = [`${dsig}enveloped-signature`], uri = '#D1', hash = 'sha1', keyInfo } = profile
  const sha2 = { signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-', digest: 'http://www.w3.org/2001/04/xmlenc#' }
  const { signature, digest } = hash === 'sha1' ? { signature: `${dsig}rsa-`, digest: dsig } : sha2
  const xml = `<Signature><SignedInfo>\n<CanonicalizationMethod Algorithm="${method}"/>` +
    `<SignatureMethod Algorithm="${signature}${hash}"/>\n<Reference URI="${uri}">${
      transforms.length > 0 ? `<Transforms>${transforms.map(transform).join('')}</Transforms>` : ''}` +
    `<DigestMethod Algorithm="${digest}${hash}"/><DigestValue/></Reference></SignedInfo><SignatureValue/>` +
    `${keyInfo ?? credential.keyInfo}</Signature>`
  const named = prefix === '' ? xml : xml.replace(/<(\/?)(?!\/|ec:)/g, `<$1${prefix}:`)
  return isDeclared ? named.replace('Signature', `Signature xmlns${prefix && ':'}${prefix}="${dsig}"`) : named
}

function transform (text: string): string {
  const [algorithm, prefixes] = text.split(' ')
  if (prefixes === undefined) return `<Transform Algorithm="${algorithm}"/>`
  return `<Transform Algorithm="${algorithm}"><ec:InclusiveNamespaces xmlns:ec="${exclusive}" PrefixList="${prefixes}"/></Transform>`
}

const declaration = '<?xml version="1.0" encoding="ISO-8859-1"?>\n'
const body = '<Documento ID="D1">\n<RznSoc>Ñandú &amp; Cía &#8364; "A"</RznSoc><!-- c -->\n<MntTotal>119000</MntTotal><Nada/></Documento>'

/** A DTE that is signed by itself; its elements have a prefix if one is declared for the SII's namespace. */
function signedDte (declared: string, signature: string): string {
  const own = /xmlns:(\w+)="http:\/\/www.sii.cl/.exec(declared)?.[1]
  const content = own === undefined ? body : body.replace(/<(\/?)(?=\w)/g, `<$1${own}:`)
  const name = own === undefined ? 'DTE' : `${own}:DTE`
  const xml = `${declaration}<${name} ${declared} version="1.0">${content}\n${signature}</${name}>`
  const signed = signedByXmlsec(Buffer.from(xml, 'latin1'), credential.privateKey, 'Documento')
  return signed.toString('latin1').replace(/^<\?xml[^>]*>\s*/, '')
}

function verified (file: string | Buffer, part = 'Documento') {
  const xml = parseReceived(typeof file === 'string' ? Buffer.from(declaration + file, 'latin1') : file)
  if ('problem' in xml) throw new Error(xml.problem)
  try {
    const parent = defined(
      [...everyElement(xml.root)].find(({ children }) => children.some(({ name }) => name === part))
    )
    const verification = verifyPart(parent, part, terms)
    return 'problem' in verification ? verification.problem : verification.signer.taxNumber
  } finally {
    xml.dispose()
  }
}

const holder = '11111111-1'
const signatures = ['', 'ds', 'dsig', 'x'].flatMap((prefix) => [
  { prefix, isDeclared: true }, ...prefix === '' ? [] : [{ prefix, isDeclared: false }]
])
const roots = ['', sii, `${sii} ${xsi}`, `${xsi} ${xsd} ${sii}`, `xmlns:s="${siiNamespace}"`, `${sii} xmlns:a="urn:a"`]

/** The DTE put into files of many kinds, as text and by programs that leave out what is declared outside. */
function filesWith (dte: string): string[] {
  const envelopes = [
    [`${sii} ${xsi} xsi:schemaLocation="${siiNamespace} EnvioDTE_v10.xsd"`], [sii], [`${sii} ${xsi} ${xsd} xmlns:ds="${dsig}" xmlns:a="urn:a"`],
    ['xmlns="urn:other" xmlns:b="urn:b"'], [`xmlns:s="${siiNamespace}" xmlns:x="${dsig}"`], ['', `${sii} ${xsi}`]
  ]
  return envelopes.flatMap(([root = '', set = '']) => {
    const around = (content: string) => `<EnvioDTE ${root}><SetDTE ${set} ID="S">${content}</SetDTE></EnvioDTE>`
    const outside = Array.from(`${root} ${set}`.matchAll(/xmlns[:\w]*="[^"]*"/g), ([text]) => text)
    const start = defined(/^<[^>]*>/.exec(dte))[0]
    const bare = outside.reduce((text, declared) => text.replace(` ${declared}`, ''), start)
    return Array.from(new Set([around(dte), around(dte.replace(start, bare))]))
  })
}

describe.skipIf(!hasXmlsec)('a document that xmlsec1 signed', () => {
  it.each(signatures)('is valid in any envelope, and not when altered: prefix "$prefix", declared on the signature: $isDeclared', { tags: 'slow' }, ({ prefix, isDeclared }) => {
    for (const root of roots) {
      const declared = isDeclared ? root : `${root} xmlns:${prefix}="${dsig}"`
      const dte = signedDte(declared, template(prefix, isDeclared))
      for (const file of [dte, dte.replaceAll('\n', '\r\n'), ...filesWith(dte)]) expect(verified(file), file).toBe(holder)
      expect(verified(dte.replace('119000', '119001')), declared).toBe('DIGEST_WRONG')
      expect(verified(dte.replace(/(URI="#D1")/, '$1 Type="x"')), declared).toBe('SIGNATURE_WRONG')
    }
  })

  const all = [inclusive, `${inclusive}#WithComments`, exclusive, `${exclusive}WithComments`, 'http://www.w3.org/2006/12/xml-c14n11']
  it.each<[string, Profile]>([
    ...all.map((method): [string, Profile] => [`canonical form ${method}`, { method }]),
    ...all.map((one): [string, Profile] => [`transform ${one}`, { transforms: [`${dsig}enveloped-signature`, one] }]),
    ['no transform', { transforms: [] }],
    ['a canonical transform alone', { transforms: [exclusive] }],
    ['two canonical transforms', { transforms: [exclusive, inclusive] }],
    ['prefixes of the exclusive form', { transforms: [`${dsig}enveloped-signature`, `${exclusive} xsi`] }],
    ['the default prefix of the exclusive form', { transforms: [`${exclusive} #default a`] }],
    ['a pointer', { uri: "#xpointer(id('D1'))" }],
    ['a pointer, with comments', { uri: "#xpointer(id('D1'))", transforms: [`${inclusive}#WithComments`] }],
    ['SHA-256', { hash: 'sha256' }],
    ['SHA-512', { hash: 'sha512' }]
  ])('is valid with %s', { tags: 'slow' }, (_what, profile) => {
    for (const prefix of ['', 'ds']) {
      const dte = signedDte(`${sii} ${xsi} xmlns:a="urn:a"`, template(prefix, true, profile))
      for (const file of filesWith(dte)) expect(verified(file), file).toBe(holder)
      expect(verified(dte.replace('119000', '119001'))).toBe('DIGEST_WRONG')
    }
  })

  it("is valid with authorities' certificates beside its own, with the certificate first, and without KeyValue", () => {
    const info = credential.keyInfo
    const other = createSigning({ keyBits: 2048 }).credential.certificateDer.toString('base64')
    const more = `<X509Certificate>${other}</X509Certificate>`
    const forms = [
      info.replace('<X509Certificate>', `${more}<X509Certificate>`), info.replace('<X509Data>', `<X509Data>${more}</X509Data><X509Data>`),
      info.replace(/<KeyValue>[\s\S]*<\/KeyValue>/, ''), info.replace(/(<KeyValue>[\s\S]*<\/KeyValue>)([\s\S]*)(?=<\/KeyInfo>)/, '$2$1')
    ]
    const signedWith = (keyInfo: string) => verified(signedDte(sii, template('', true, { keyInfo })))

    for (const form of forms) expect(signedWith(form), form).toBe(holder)
    expect(signedWith(info.replace(/<X509Data>[\s\S]*<\/X509Data>/, `<X509Data>${more}</X509Data>`))).toBe('CERTIFICATE_MISSING')
    expect(signedWith(`<KeyInfo><X509Data>${more}</X509Data></KeyInfo>`)).toBe('SIGNATURE_WRONG')
  })

  it('is valid beside another of the same ID, and neither is valid in place of the other', () => {
    const [one, other] = [signedDte(sii, template('ds', true)), signedDte('', template('', true))]
    const both = (first: string, second: string) => `<EnvioDTE ${sii}><SetDTE>${first}${second}</SetDTE></EnvioDTE>`
    const forged = one.replace('119000', '1')

    expect([verified(both(one, other)), verified(both(other, one))]).toEqual([holder, holder])
    expect(verified(both(forged, one))).toBe('DIGEST_WRONG')
    expect(verified(both(one.replace(/<Documento /, `${body.replace('119000', '1')}<Documento `), one))).toBe('SIGNATURE_MISPLACED')
  })
})

describe.skipIf(!hasXmlsec)('an envelope that xmlsec1 signed', () => {
  it.each(signatures)('is valid in place and below another root: prefix "$prefix", declared on the signature: $isDeclared', { tags: 'slow' }, ({ prefix, isDeclared }) => {
    const dte = `<DTE version="1.0">${body}<Otra xmlns="${dsig}"/></DTE>`
    for (const root of roots.slice(0, 3)) {
      const declared = isDeclared ? root : `${root} xmlns:${prefix}="${dsig}"`
      for (const content of [dte, dte.replace('<DTE', `<DTE ${sii} ${xsi}`)]) {
        const xml = `${declaration}<EnvioDTE ${declared}><SetDTE ID="D1">${content}</SetDTE>${template(prefix, isDeclared)}</EnvioDTE>`
          .replace('ID="D1">\n', 'ID="D2">\n')
        const signed = signedByXmlsec(Buffer.from(xml, 'latin1'), credential.privateKey, 'SetDTE')
          .toString('latin1').replace(/^<\?xml[^>]*>\s*/, '')
        expect(verified(signed, 'SetDTE'), declared).toBe(holder)
        expect(verified(`<Correo ${xsi}>${signed}</Correo>`, 'SetDTE'), declared).toBe(holder)
        expect(verified(signed.replace('119000', '119001'), 'SetDTE')).toBe('DIGEST_WRONG')
      }
    }
  })
})
