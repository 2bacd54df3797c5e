import type { Certificate } from '../../generated/prisma/client.ts'
import { bytes, type ReadRow, readRow, type Transaction } from '../postgres/transaction.ts'

export type CertificateRow = ReadRow<Certificate>

export const certificateRepository = (tx: Transaction, tenantId: string) => ({
  /** The certificate in use, valid or not; null when none was uploaded. */
  async findCurrent (): Promise<CertificateRow | null> {
    const row = await tx.certificate.findFirst({
      where: { tenantId, replacedAt: null }, orderBy: { uploadedAt: 'desc' }
    })
    return row && readRow(row)
  },

  async find (id: string): Promise<CertificateRow | null> {
    const row = await tx.certificate.findUnique({ where: { tenantId_id: { tenantId, id } } })
    return row && readRow(row)
  },

  /** Stores a certificate, which replaces the one in use. */
  async replace (
    { certificateDer, sealedKey, ...row }: Omit<CertificateRow, 'tenantId' | 'replacedAt'>, at: Date
  ): Promise<void> {
    await tx.certificate.updateMany({ where: { tenantId, replacedAt: null }, data: { replacedAt: at } })
    await tx.certificate.create({
      data: { ...row, certificateDer: bytes(certificateDer), sealedKey: bytes(sealedKey), tenantId }
    })
  }
})

/** A certificate in use, and its tenant. */
export interface EndingCertificate { tenantId: string, id: string, notAfter: Date }

export const certificatesOfAllTenants = (tx: Transaction) => ({
  /** Certificates in use that expire within a time. */
  listEnding: ({ after, until }: { after: Date, until: Date }): Promise<EndingCertificate[]> =>
    tx.certificate.findMany({
      where: { replacedAt: null, notAfter: { gt: after, lte: until } },
      select: { tenantId: true, id: true, notAfter: true }, orderBy: { tenantId: 'asc' }
    })
})
