import { createHash, verify, X509Certificate } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { isWithinValidity, publicKeyFromComponents, type Authority } from '../authority.ts'
import { holderRut } from '../certificates.ts'
import {
  canonicalIn, canonicalWithout, child, type Element, inheritedNamespaces, type Namespaces, ownNamespaces, parseXml,
  signatureNamespace, textAt
} from './xml.ts'

const canonicalXml = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
const envelopedSignature = `${signatureNamespace}enveloped-signature`

export interface Trust { authority: Authority, now: Date }

/** The holder who signed, or the problem of the signature. */
export type SignatureVerdict = { holder: string, problem?: undefined } | { holder?: undefined, problem: string }

/**
 * Verifies the signature of a DTE, which covers the DTE alone: as it stands outside the envelope, with its own
 * declarations, and with the SII's default namespace or without one, as issuers sign both.
 */
export function verifyDteSignature (dte: Element, signed: Element, trust: Trust): SignatureVerdict {
  const signature = signatureOf(dte)
  if (!signature) return { problem: 'the document has no Signature' }
  const own = ownNamespaces(dte)
  const cutOut = { '': dte.namespace, ...own }
  const signedTexts = [cutOut, own].map((scope) => () => canonicalIn(signed, scope))
  return verifySignature({ signature, signed, signedTexts, outer: cutOut }, trust)
}

/** Verifies the signature of the envelope in its place, with every namespace in scope. */
export function verifySetSignature (root: Element, set: Element, trust: Trust): SignatureVerdict {
  const signature = signatureOf(root)
  if (!signature) return { problem: 'the envelope has no Signature' }
  const signedTexts = [() => canonicalIn(set, inheritedNamespaces(set))]
  return verifySignature({ signature, signed: set, signedTexts, outer: inheritedNamespaces(signature) }, trust)
}

/** Verifies the enveloped signature of getToken, which covers the whole file except itself (URI=""). */
export function verifyTokenRequest (bytes: Buffer, trust: Trust): SignatureVerdict {
  const { root, dispose } = parseXml(bytes)
  try {
    const signature = signatureOf(root)
    if (!signature) return { problem: 'no Signature' }
    const signedTexts = [() => canonicalWithout(root, signature)]
    return verifySignature(
      { signature, signed: undefined, signedTexts, outer: inheritedNamespaces(signature) }, trust
    )
  } finally {
    dispose()
  }
}

function signatureOf (element: Element): Element | undefined {
  return element.children.find((candidate) =>
    candidate.name === 'Signature' && candidate.namespace === signatureNamespace
  )
}

interface Claim {
  signature: Element
  /** The element that the reference must name. Undefined for the whole file. */
  signed: Element | undefined
  /** Canonical forms of the signed content, each made when those before it do not match the digest. */
  signedTexts: (() => string)[]
  /** Namespaces in scope at Signature. */
  outer: Namespaces
}

function verifySignature (claim: Claim, trust: Trust): SignatureVerdict {
  const signedInfo = child(claim.signature, 'SignedInfo')
  if (!signedInfo) return { problem: 'no SignedInfo' }
  const problem = referenceProblem(claim, signedInfo)
  if (problem) return { problem }
  const certificate = certificateOf(claim.signature)
  if (typeof certificate === 'string') return { problem: certificate }
  const scope = { ...claim.outer, ...ownNamespaces(claim.signature) }
  const value = Buffer.from(textAt(claim.signature, 'SignatureValue') ?? '', 'base64')
  const signedBytes = Buffer.from(canonicalIn(signedInfo, scope), 'utf8')
  if (!verify('sha1', signedBytes, certificate.publicKey, value)) {
    return { problem: 'SignatureValue does not match SignedInfo' }
  }
  return judgeCertificate(certificate, trust)
}

function referenceProblem (claim: Claim, signedInfo: Element): string | undefined {
  const reference = child(signedInfo, 'Reference')
  const uri = claim.signed ? `#${claim.signed.attributes.get('ID') ?? ''}` : ''
  if (reference?.attributes.get('URI') !== uri) return `the Reference does not name ${uri || 'the whole file'}`
  if (!algorithmsAreAllowed(signedInfo, reference)) return 'an algorithm is not one of the SII\'s profile'
  const digest = (textAt(reference, 'DigestValue') ?? '').replace(/\s/g, '')
  const matches = claim.signedTexts.some((text) =>
    createHash('sha1').update(text(), 'utf8').digest('base64') === digest
  )
  return matches ? undefined : 'DigestValue does not match what is signed'
}

function algorithmsAreAllowed (signedInfo: Element, reference: Element): boolean {
  const algorithm = (element: Element | undefined) => element?.attributes.get('Algorithm')
  const transforms = child(reference, 'Transforms')?.children.map(algorithm) ?? []
  return algorithm(child(signedInfo, 'CanonicalizationMethod')) === canonicalXml &&
    algorithm(child(signedInfo, 'SignatureMethod')) === `${signatureNamespace}rsa-sha1` &&
    algorithm(child(reference, 'DigestMethod')) === `${signatureNamespace}sha1` &&
    transforms.length <= 1 &&
    transforms.every((transform) => transform === envelopedSignature || transform === canonicalXml)
}

interface KeyTexts { certificate: string, modulus: string, exponent: string }

// All documents of a company carry the same certificate, and reading it costs more than verifying a signature.
const knownCertificates = new LRUCache<string, X509Certificate | string>({ max: 500 })

/** The certificate in X509Data, if KeyValue has the same key. */
function certificateOf (signature: Element): X509Certificate | string {
  const keyInfo = child(signature, 'KeyInfo')
  const textOf = (path: string): string => textAt(keyInfo, path) ?? ''
  const texts: KeyTexts = {
    certificate: textOf('X509Data/X509Certificate'),
    modulus: textOf('KeyValue/RSAKeyValue/Modulus'),
    exponent: textOf('KeyValue/RSAKeyValue/Exponent')
  }
  const name = `${texts.certificate}/${texts.modulus}/${texts.exponent}`
  const certificate = knownCertificates.get(name) ?? readCertificate(texts)
  knownCertificates.set(name, certificate)
  return certificate
}

function readCertificate (texts: KeyTexts): X509Certificate | string {
  const bytesOf = (text: string) => Buffer.from(text, 'base64')
  try {
    const certificate = new X509Certificate(bytesOf(texts.certificate))
    const key = publicKeyFromComponents(bytesOf(texts.modulus), bytesOf(texts.exponent))
    return key.equals(certificate.publicKey) ? certificate : 'KeyValue and certificate are of different keys'
  } catch {
    return 'no certificate, or no key, in KeyInfo'
  }
}

const holders = new WeakMap<X509Certificate, string | undefined>()

function judgeCertificate (certificate: X509Certificate, { authority, now }: Trust): SignatureVerdict {
  if (!authority.isTrusted(certificate)) return { problem: 'the certificate is of no accredited authority' }
  if (!isWithinValidity(certificate, now)) return { problem: 'the certificate is not valid today' }
  const holder = holders.has(certificate) ? holders.get(certificate) : holderRut(certificate)
  holders.set(certificate, holder)
  return holder ? { holder } : { problem: 'the certificate does not say its holder\'s RUT' }
}
