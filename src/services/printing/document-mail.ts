import { documentTypes, isBoleta, type DocumentType } from '../../dte/values/document-types.ts'
import { buildEnvelope } from '../../dte/signing/envelope.ts'
import { santiagoDateTime } from '../../dte/values/calendar.ts'
import type { MailRow } from '../../repositories/mails.ts'
import type { TenantRow } from '../../repositories/tenants.ts'
import { ServiceError } from '../../shared/errors.ts'
import { serviceActor } from '../actor.ts'
import type { OpenCertificate } from '../invoicing/pack.ts'
import { resolutionOf } from '../resolution.ts'
import type { Records } from '../invoicing/records.ts'
import type { Clock, MailAttachment } from '../ports.ts'
import type { Printing } from './printing.ts'
import type { MailContent } from '../mail/contents.ts'
import { documentLetter } from '../mail/letters.ts'
import { mailName } from '../mail/names.ts'

export interface DocumentMailDependencies {
  records: Records
  printing: Pick<Printing, 'getXml' | 'getPdf'>
  tenantOf: (tenantId: string) => Promise<TenantRow>
  certificateOf: (tenantId: string, at: Date) => Promise<OpenCertificate | undefined>
  clock: Clock
}

type Issued = Awaited<ReturnType<Records['getIssued']>>

// RUTRecep of a buyer abroad, who takes no part in the exchange of electronic documents [S1].
const foreignTaxNumber = '55555555-5'

/**
 * The mail with which an accepted document goes to its receiver: PDF, signed XML and, for documents that companies
 * exchange, the envelope EnvioDTE addressed to the receiver (SII, "Intercambio de DTE": RutReceptor of the cover sheet
 * is the client).
 */
export function createDocumentMail ({ records, printing, tenantOf, certificateOf, clock }: DocumentMailDependencies) {
  /** Undefined when the PDF would be too long to draw: the signed XML is the document. */
  async function pdfOf (tenantId: string, correlationId: string): Promise<MailAttachment | undefined> {
    try {
      const { bytes, fileName } = await printing.getPdf(serviceActor(tenantId), { correlationId, cedible: false })
      return { fileName, mediaType: 'application/pdf', bytes }
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'PDF_TOO_LONG') return undefined
      throw error
    }
  }

  async function envelopeOf ({ invoice, xml }: Issued, tenant: TenantRow, xmlName: string): Promise<MailAttachment> {
    const at = clock()
    const certificate = await certificateOf(tenant.tenantId, at)
    const resolution = resolutionOf(tenant)
    if (!certificate || !resolution) throw new ServiceError(certificate ? 'RESOLUTION_MISSING' : 'CERTIFICATE_MISSING')
    const { credential } = certificate
    const bytes = await buildEnvelope({
      kind: 'DTE',
      cover: {
        issuer: invoice.issuerTaxNumber,
        sender: credential.holderTaxNumber,
        receiver: invoice.receiverTaxNumber,
        resolutionDate: resolution.date,
        resolutionNumber: resolution.number,
        signedAt: santiagoDateTime(at)
      },
      documents: [{ documentType: invoice.documentType, xml }],
      credential
    })
    return { fileName: `EnvioDTE-${xmlName}`, mediaType: 'application/xml', bytes }
  }

  /** Throws ServiceError with the code of what is missing for now: CERTIFICATE_MISSING, PDF_UNAVAILABLE … */
  return async function documentMail ({ tenantId, about: correlationId }: MailRow): Promise<MailContent> {
    const actor = serviceActor(tenantId)
    const tenant = await tenantOf(tenantId)
    const issued = await records.getIssued(actor, correlationId)
    const { fileName, bytes } = await printing.getXml(actor, correlationId)
    const pdf = await pdfOf(tenantId, correlationId)
    const documentType = issued.invoice.documentType as DocumentType
    return {
      letter: documentLetter({
        documentType,
        folio: Number(issued.invoice.folio),
        issueDate: issued.invoice.issueDate,
        senderName: tenant.businessName,
        senderTaxNumber: issued.invoice.issuerTaxNumber,
        hasPdf: pdf !== undefined
      }),
      attachments: [
        ...(pdf ? [pdf] : []),
        { fileName, mediaType: 'application/xml', bytes },
        ...(isExchanged(issued) ? [await envelopeOf(issued, tenant, fileName)] : [])
      ],
      fromName: mailName(tenant.businessName) ?? `RUT ${tenant.taxNumber}`,
      ...(tenant.email === null ? {} : { replyTo: tenant.email })
    }
  }
}

function isExchanged ({ invoice }: Issued): boolean {
  const documentType = invoice.documentType as DocumentType
  return documentType in documentTypes && !isBoleta(documentType) && invoice.receiverTaxNumber !== foreignTaxNumber
}
