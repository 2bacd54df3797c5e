import { isExchanged } from '../../dte/exchange/exchanged.ts'
import { buildEnvelope } from '../../dte/signing/envelope.ts'
import { santiagoDateTime } from '../../dte/values/calendar.ts'
import type { MailRow } from '../../repositories/mail/mails.ts'
import type { TenantRow } from '../../repositories/tenants/tenants.ts'
import { documentIn } from '../../model/mails.ts'
import { mustBeInForce, wasAccepted } from '../invoicing/notes/in-force.ts'
import { ServiceError } from '../../shared/errors.ts'
import { serviceActor } from '../actor.ts'
import { resolutionOf } from '../resolution.ts'
import type { Records } from '../invoicing/documents/records.ts'
import type { TargetDependencies } from '../invoicing/target.ts'
import type { MailAttachment, PdfLogo } from '../ports.ts'
import { imageSize } from './pdf-logos.ts'
import type { DocumentFile, PdfFile, Printing } from './printing.ts'
import type { MailContent } from '../mail/contents.ts'
import { documentLetter, type ReceivedDocument } from '../mail/document-letter.ts'
import { sendingCompany } from '../mail/names.ts'

export interface DocumentMailDependencies extends TargetDependencies {
  records: Records
  printing: Pick<Printing, 'getXml' | 'getPdfIfDrawn'>
  tenantOf: (tenantId: string) => Promise<TenantRow>
  /** The document's public page, where it has one. */
  linkOf: (document: { tenantId: string, correlationId: string }) => Promise<string | undefined>
}

type Issued = Awaited<ReturnType<Records['getIssued']>>

/**
 * The mail that brings an accepted document to its receiver: the PDF, the signed XML and, for documents that companies
 * exchange, an EnvioDTE addressed to the receiver (SII, "Intercambio de DTE": RutReceptor of the cover sheet is the
 * client).
 */
export function createDocumentMail (
  { records, printing, tenantOf, certificateOf, linkOf, clock }: DocumentMailDependencies
) {
  /**
   * Undefined if the PDF cannot be drawn. The mail goes without it, because the signed XML is the document.
   */
  async function pdfOf (tenantId: string, correlationId: string): Promise<PdfFile | undefined> {
    try {
      return await printing.getPdfIfDrawn(serviceActor(tenantId), { correlationId, cedible: false })
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'PDF_TOO_LONG') return undefined
      throw error
    }
  }

  async function envelopeOf ({ invoice, xml }: Issued, tenant: TenantRow): Promise<MailAttachment> {
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
    return { fileName: envelopeName(invoice), mediaType: 'application/xml', bytes }
  }

  /**
   * The mail to the mailbox for exchange has the envelope alone: its reader is a program, which takes one XML file from
   * each mail (SII, "Instructivo técnico: emisión de documentos tributarios electrónicos", 2.7).
   */
  async function exchangeMail (tenant: TenantRow, issued: Issued): Promise<MailContent> {
    const envelope = await envelopeOf(issued, tenant)
    return {
      letter: documentLetter({
        ...factsOf(issued), senderName: tenant.businessName, files: { envelope: envelope.fileName }
      }),
      attachments: [envelope],
      ...sendingCompany(tenant)
    }
  }

  /** Undefined for what companies do not exchange, and for what a user sends: it may go to anybody. */
  async function envelopeIn (
    { kind }: MailRow, issued: Issued, tenant: TenantRow
  ): Promise<MailAttachment | undefined> {
    const { documentType, receiverTaxNumber } = issued.invoice
    return kind === 'documentAccepted' && isExchanged(documentType, receiverTaxNumber)
      ? envelopeOf(issued, tenant)
      : undefined
  }

  /** The mail that people read. */
  async function letterMail (
    mail: MailRow, tenant: TenantRow, issued: Issued, xml: MailAttachment
  ): Promise<MailContent> {
    const drawn = await pdfOf(tenant.tenantId, issued.invoice.id)
    const pdf = drawn && attached(drawn, 'application/pdf')
    const envelope = await envelopeIn(mail, issued, tenant)
    const logo = drawn?.logo && inlineLogo(drawn.logo)
    return {
      letter: documentLetter({
        ...factsOf(issued),
        senderName: tenant.businessName,
        logo: logo?.shown,
        link: await linkOf({ tenantId: tenant.tenantId, correlationId: issued.invoice.id }),
        ...mail.kind === 'documentSent' && mail.facts,
        files: { pdf: pdf?.fileName, xml: xml.fileName, envelope: envelope?.fileName }
      }),
      attachments: [pdf, xml, envelope, logo?.attachment].filter((file) => file !== undefined),
      ...sendingCompany(tenant)
    }
  }

  /** Throws ServiceError while something is missing: CERTIFICATE_MISSING, PDF_UNAVAILABLE … */
  return async function documentMail (mail: MailRow): Promise<MailContent> {
    const correlationId = documentIn(mail) ?? ''
    const actor = serviceActor(mail.tenantId)
    const tenant = await tenantOf(mail.tenantId)
    const issued = await records.getIssued(actor, correlationId)
    if (mail.kind === 'documentSent') mustBeInForce(issued.invoice)
    const xml = attached(await printing.getXml(actor, correlationId), 'application/xml')
    return mail.kind === 'documentExchange'
      ? exchangeMail(tenant, issued)
      : letterMail(mail, tenant, issued, xml)
  }
}

function factsOf (
  { invoice, document }: Issued
): Omit<ReceivedDocument, 'senderName' | 'logo' | 'files'> {
  return {
    documentType: document.documentType,
    folio: Number(invoice.folio),
    issueDate: document.issueDate,
    dueDate: document.dueDate,
    totalAmount: document.totals.totalAmount,
    currency: document.totals.currency,
    isAccepted: wasAccepted(invoice),
    senderTaxNumber: invoice.issuerTaxNumber
  }
}

/**
 * For programs: the receiver's answer repeats it as NmbEnvio, of at most 80 characters (SII, "Intercambio de DTE").
 */
function envelopeName ({ issuerTaxNumber, documentType, folio }: Issued['invoice']): string {
  return `EnvioDTE-${issuerTaxNumber}-T${documentType}F${folio}.xml`
}

function attached ({ fileName, bytes }: DocumentFile, mediaType: string): MailAttachment {
  return { fileName, mediaType, bytes }
}

const logoContentId = 'logo@timbre'
const largestLogo = { width: 220, height: 64 }

/** The logo for the mail. Undefined for an SVG, which mail programs do not show. */
function inlineLogo (
  logo: PdfLogo
): { attachment: MailAttachment, shown: NonNullable<ReceivedDocument['logo']> } | undefined {
  const size = imageSize(logo)
  if (!size) return undefined
  const scale = Math.min(1, largestLogo.width / size.width, largestLogo.height / size.height)
  const mediaType = logo.type === 'png' ? 'image/png' : 'image/jpeg'
  return {
    attachment: { fileName: `logo.${logo.type}`, mediaType, bytes: logo.bytes, contentId: logoContentId },
    shown: {
      contentId: logoContentId, width: Math.round(size.width * scale), height: Math.round(size.height * scale)
    }
  }
}
