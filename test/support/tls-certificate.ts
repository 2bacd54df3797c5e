import { generateKeyPairSync } from 'node:crypto'
import forge from 'node-forge'
import { signCertificate } from '../../sii-simulator/index.ts'

/** A key and a self-signed certificate of a server, PEM. */
export function certificateFor (name: string): { key: string, cert: string } {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
  const key = forge.pki.privateKeyFromPem(pem)
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e)
  certificate.serialNumber = '01'
  certificate.validity.notBefore = new Date(Date.now() - 86_400_000)
  certificate.validity.notAfter = new Date(Date.now() + 86_400_000)
  const names = [{ name: 'commonName', value: name }]
  certificate.setSubject(names)
  certificate.setIssuer(names)
  certificate.setExtensions([{ name: 'basicConstraints', cA: true }, {
    name: 'subjectAltName', altNames: [{ type: 2, value: name }]
  }])
  signCertificate(certificate, privateKey)
  return { key: pem, cert: forge.pki.certificateToPem(certificate) }
}
