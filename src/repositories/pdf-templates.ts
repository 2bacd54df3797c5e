import type { PdfTemplate } from '../generated/prisma/client.ts'
import { foldedName } from '../shared/names.ts'
import { json, type Transaction } from './transaction.ts'

export type PdfTemplateRow = Omit<PdfTemplate, 'tenantId' | 'foldedName'>
/** A template without what makes it large. */
export type PdfTemplateSummary = Omit<PdfTemplateRow, 'settings' | 'logo' | 'source'>

const withoutContent = { settings: true, logo: true, source: true, tenantId: true, foldedName: true } as const
const omit = { tenantId: true, foldedName: true } as const

export const pdfTemplateRepository = (tx: Transaction, tenantId: string) => ({
  list: (): Promise<PdfTemplateSummary[]> =>
    tx.pdfTemplate.findMany({ where: { tenantId }, omit: withoutContent, orderBy: [{ name: 'asc' }] }),

  find: (id: string): Promise<PdfTemplateRow | null> =>
    tx.pdfTemplate.findUnique({ where: { tenantId_id: { tenantId, id } }, omit }),

  /** The default for a type and a format; one that names the type comes before one for all types. */
  async findDefault (documentType: number, format: string): Promise<PdfTemplateRow | null> {
    const where = { tenantId, format, isDefault: true }
    return await tx.pdfTemplate.findFirst({ where: { ...where, documentTypes: { has: documentType } }, omit }) ??
      await tx.pdfTemplate.findFirst({ where: { ...where, documentTypes: { isEmpty: true } }, omit })
  },

  async create (row: PdfTemplateRow): Promise<void> {
    await tx.pdfTemplate.create({
      data: { ...row, foldedName: foldedName(row.name), settings: json(row.settings), tenantId }
    })
  },

  /** A template that keeps its name keeps its folded one as well: a row from before names were folded may have none. */
  async update (row: PdfTemplateRow, { isRenamed }: { isRenamed: boolean }): Promise<void> {
    const names = isRenamed ? { foldedName: foldedName(row.name) } : {}
    await tx.pdfTemplate.update({
      where: { tenantId_id: { tenantId, id: row.id } }, data: { ...row, ...names, settings: json(row.settings) }
    })
  },

  async delete (id: string): Promise<void> {
    await tx.pdfTemplate.delete({ where: { tenantId_id: { tenantId, id } } })
  }
})
