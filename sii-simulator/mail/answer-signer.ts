import { createPublicKey, X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import type { Authority } from '../authority.ts'
import type { AnswerSigner } from './answer-files.ts'

const holder = '11111111-1'

/** A signer for the company, with a certificate of the simulator's authority. */
export async function signerFor (authority: Authority, taxNumber: string, validFrom?: Date): Promise<AnswerSigner> {
  const password = 'answers'
  const file = await authority.issueCertificate({
    company: taxNumber, holderName: 'Cliente Simulado', holderTaxNumber: holder, password, validFrom
  })
  const p12 = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(file.toString('binary')), password)
  const bagOf = (bagType = '') => p12.getBags({ bagType })[bagType]?.[0]
  const [key, certificate] = [bagOf(forge.pki.oids['pkcs8ShroudedKeyBag']), bagOf(forge.pki.oids['certBag'])]
  if (!key?.key || !certificate?.cert) throw new Error('The certificate was issued without its key')
  return signerOf(forge.pki.privateKeyToPem(key.key), forge.pki.certificateToPem(certificate.cert), holder)
}

/** What stands in KeyInfo of a certificate. */
function signerOf (keyPem: string, certificatePem: string, rut: string): AnswerSigner {
  const { n = '', e = '' } = createPublicKey(keyPem).export({ format: 'jwk' })
  const base64 = (text: string) => Buffer.from(text, 'base64url').toString('base64')
  return {
    keyPem, rut, certificate: new X509Certificate(certificatePem).raw.toString('base64'), modulus: base64(n),
    exponent: base64(e)
  }
}
