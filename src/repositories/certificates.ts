import type { Certificate, Prisma } from '../generated/prisma/client.ts'
import type { Transaction } from './transaction.ts'

export type CertificateRow = Certificate

export const certificateRepository = (tx: Transaction, tenantId: string) => ({
  /** The certificate in use, valid or not; null when none was uploaded. */
  findCurrent: (): Promise<CertificateRow | null> =>
    tx.certificate.findFirst({ where: { tenantId, replacedAt: null }, orderBy: { uploadedAt: 'desc' } }),

  find: (id: string): Promise<CertificateRow | null> =>
    tx.certificate.findUnique({ where: { tenantId_id: { tenantId, id } } }),

  /** Puts a certificate in the place of the one in use. */
  async replace (
    row: Omit<Prisma.CertificateUncheckedCreateInput, 'tenantId' | 'replacedAt'>, at: Date
  ): Promise<void> {
    await tx.certificate.updateMany({ where: { tenantId, replacedAt: null }, data: { replacedAt: at } })
    await tx.certificate.create({ data: { ...row, tenantId } })
  }
})

/** A certificate in use, and whose it is. */
export interface EndingCertificate { tenantId: string, id: string, notAfter: Date }

export const certificatesOfAllTenants = (tx: Transaction) => ({
  /** Those in use that end within a time. */
  listEnding: ({ after, until }: { after: Date, until: Date }): Promise<EndingCertificate[]> =>
    tx.certificate.findMany({
      where: { replacedAt: null, notAfter: { gt: after, lte: until } },
      select: { tenantId: true, id: true, notAfter: true }, orderBy: { tenantId: 'asc' }
    })
})
