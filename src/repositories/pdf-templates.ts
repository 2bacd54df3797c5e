import type { PdfTemplate } from '../generated/prisma/client.ts'
import { json, type Transaction } from './transaction.ts'

export type PdfTemplateRow = Omit<PdfTemplate, 'tenantId'>
/** A template without what makes it large. */
export type PdfTemplateSummary = Omit<PdfTemplateRow, 'settings' | 'logo' | 'source'>

const withoutContent = { settings: true, logo: true, source: true, tenantId: true } as const

export const pdfTemplateRepository = (tx: Transaction, tenantId: string) => ({
  list: (): Promise<PdfTemplateSummary[]> => tx.pdfTemplate.findMany({ where: { tenantId }, omit: withoutContent, orderBy: [{ name: 'asc' }] }),

  find: (id: string): Promise<PdfTemplateRow | null> =>
    tx.pdfTemplate.findUnique({ where: { tenantId_id: { tenantId, id } }, omit: { tenantId: true } }),

  /** The default for a type and a format; one that names the type comes before one for all types. */
  async findDefault (documentType: number, format: string): Promise<PdfTemplateRow | null> {
    const where = { tenantId, format, isDefault: true }
    const omit = { tenantId: true } as const
    return await tx.pdfTemplate.findFirst({ where: { ...where, documentTypes: { has: documentType } }, omit }) ??
      await tx.pdfTemplate.findFirst({ where: { ...where, documentTypes: { isEmpty: true } }, omit })
  },

  async create (row: PdfTemplateRow): Promise<void> {
    await tx.pdfTemplate.create({ data: { ...row, settings: json(row.settings), tenantId } })
  },

  async update (row: PdfTemplateRow): Promise<void> {
    await tx.pdfTemplate.update({ where: { tenantId_id: { tenantId, id: row.id } }, data: { ...row, settings: json(row.settings) } })
  },

  async delete (id: string): Promise<void> {
    await tx.pdfTemplate.delete({ where: { tenantId_id: { tenantId, id } } })
  }
})
