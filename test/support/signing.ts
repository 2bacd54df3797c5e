import { readCaf } from '../../src/dte/signing/caf.ts'
import { certificateFacts, credentialOf } from '../../src/dte/signing/certificate.ts'
import type { TaxDocument } from '../../src/dte/document.ts'
import type { CoverSheet } from '../../src/dte/signing/envelope.ts'
import { issueDocument } from '../../src/dte/signing/issue.ts'
import { type CafRequest, createAuthority } from './authority.ts'
import { issuedTypes } from './tax-documents.ts'

export const signedAt = '2026-11-20T07:30:00'

export const cover: CoverSheet = {
  issuer: '99999999-9',
  sender: '11111111-1',
  receiver: '60803000-K',
  resolutionDate: '2026-03-02',
  resolutionNumber: 0,
  signedAt
}

interface SigningOptions {
  keyBits?: number
  taxNumber?: string
  businessName?: string
  isStrange?: boolean
  authority?: ReturnType<typeof createAuthority>
  /** A CAF in all stamps that is not the one of the document. */
  stampedWith?: CafRequest
}

/** A certificate and a CAF for each type, and documents issued with them. */
export function createSigning (
  {
    keyBits = 2048, taxNumber = '99999999-9', businessName = 'COMERCIAL LOS ÑIRES SPA', isStrange = false,
    authority = createAuthority({ isStrange }), stampedWith
  }: SigningOptions = {}
) {
  const certificate = authority.certificate({ keyBits })
  const credential = credentialOf({ ...certificate, ...certificateFacts(certificate.certificateDer) })
  const cafs = Object.fromEntries(issuedTypes.map((documentType) => [
    documentType,
    readCaf(authority.caf({ documentType, taxNumber, businessName, to: 100_000 }), {
      today: '2026-11-20', extraKeys: authority.extraKeys
    })
  ]))
  const other = stampedWith && readCaf(authority.caf(stampedWith), { today: '2026-11-20', extraKeys: authority.extraKeys })
  const cafOf = (documentType: number) => {
    const caf = cafs[documentType]
    if (!caf) throw new Error(`No CAF of type ${documentType}`)
    return other ? { ...caf, xml: other.xml, privateKey: other.privateKey } : caf
  }
  return {
    caPem: authority.caPem,
    credential,
    cafOf,
    async issue (document: TaxDocument, folio = 60) {
      const { documentType } = document
      const issued = await issueDocument(document, { folio, caf: cafOf(documentType), credential, signedAt })
      return { documentType, ...issued }
    }
  }
}
