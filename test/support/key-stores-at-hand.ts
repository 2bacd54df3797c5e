import { openPkcs12, type OpenedCertificate } from '../../src/dte/signing/certificate.ts'
import type { KeyStores } from '../../src/services/ports.ts'

/**
 * Opens .p12 files without a thread and without a deadline, and each of them once: for programs whose tests are not
 * about that. Throws as the adapter does.
 */
export function keyStoresAtHand (): KeyStores {
  const opened = new Map<string, OpenedCertificate>()
  return {
    async open (bytes, password) {
      const name = `${password} ${bytes.toString('base64')}`
      const certificate = opened.get(name) ?? openPkcs12(bytes, password)
      opened.set(name, certificate)
      const { privateKeyDer, certificateDer } = certificate
      // Copies: whoever asked wipes the key after its use.
      return {
        ...certificate, privateKeyDer: Buffer.from(privateKeyDer), certificateDer: Buffer.from(certificateDer)
      }
    }
  }
}
