import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { createSiiGateway, type SiiGatewaySettings } from '../../../../src/adapters/sii/gateway.ts'
import type { Credential } from '../../../../src/dte/signing/certificate.ts'
import type { Rut } from '../../../../src/dte/values/rut.ts'
import type { DocumentQuery, EnvelopeUpload, SiiTarget } from '../../../../src/services/ports.ts'
import { patience } from '../../../support/patience.ts'

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 1024, privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  publicKeyEncoding: { type: 'spki', format: 'der' }
})

export function credential (certificate = 'certificate of Andes', holderTaxNumber = '11111111-1'): Credential {
  return {
    privateKey: createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' }),
    certificateDer: Buffer.from(certificate),
    holderTaxNumber: holderTaxNumber as Rut,
    keyInfo: '<KeyInfo></KeyInfo>'
  }
}

export const andes: SiiTarget = { authority: 'simulator', environment: 'certification', credential: credential() }

export const envelope: EnvelopeUpload = {
  kind: 'DTE',
  issuerTaxNumber: '99999999-9',
  fileName: 'EnvioDTE.xml',
  bytes: Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?>\n<EnvioDTE>Ñandú</EnvioDTE>', 'latin1')
}

export const boletas: EnvelopeUpload = { ...envelope, kind: 'BOLETA', fileName: 'EnvioBOLETA.xml' }

export const factura: DocumentQuery = {
  kind: 'DTE',
  issuerTaxNumber: '99999999-9',
  receiverTaxNumber: '77777777-K',
  documentType: 33,
  folio: 60,
  issueDate: '2026-11-05',
  totalAmount: '119000',
  signatureValue: 'c2lnbmF0\ndXJl+/==\n'
}

export const boleta: DocumentQuery = {
  ...factura, kind: 'BOLETA', documentType: 39, folio: 7, receiverTaxNumber: '66666666-6'
}

/** A clock the test moves. */
export function movableClock () {
  let now = Date.parse('2026-11-20T13:00:00Z')
  return { clock: () => new Date(now), advanceMinutes: (minutes: number) => { now += minutes * 60_000 } }
}

export function gatewayTo (simulatorUrl: string | undefined, settings: Partial<SiiGatewaySettings> = {}) {
  return createSiiGateway({
    clock: () => new Date('2026-11-20T13:00:00Z'),
    signSeed: (seed, { holderTaxNumber }) =>
      `<getToken><item><Semilla>${seed}</Semilla></item><Holder>${holderTaxNumber}</Holder></getToken>`,
    timeouts: { queryMs: patience.timeout, uploadMs: patience.timeout },
    simulatorUrl,
    ...settings
  })
}
