import type { PdfTemplate } from '../../generated/prisma/client.ts'
import { foldedName } from '../../shared/names.ts'
import { bytes, json, type ReadRow, readRow, type Transaction } from '../postgres/transaction.ts'

export type PdfTemplateRow = Omit<ReadRow<PdfTemplate>, 'tenantId' | 'foldedName'>
/** A template without what makes it large. */
export type PdfTemplateSummary = Omit<PdfTemplateRow, 'settings' | 'logo' | 'source'>

const withoutContent = { settings: true, logo: true, source: true, tenantId: true, foldedName: true } as const
const omit = { tenantId: true, foldedName: true } as const

function stored ({ settings, logo, ...row }: PdfTemplateRow) {
  return { ...row, settings: json(settings), logo: logo && bytes(logo) }
}

export const pdfTemplateRepository = (tx: Transaction, tenantId: string) => ({
  list: (): Promise<PdfTemplateSummary[]> =>
    tx.pdfTemplate.findMany({ where: { tenantId }, omit: withoutContent, orderBy: [{ name: 'asc' }] }),

  async find (id: string): Promise<PdfTemplateRow | null> {
    const row = await tx.pdfTemplate.findUnique({ where: { tenantId_id: { tenantId, id } }, omit })
    return row && readRow(row)
  },

  /** The default for a type and a format; a default for this type has precedence over one for all types. */
  async findDefault (documentType: number, format: string): Promise<PdfTemplateRow | null> {
    const where = { tenantId, format, isDefault: true }
    const row = await tx.pdfTemplate.findFirst({ where: { ...where, documentTypes: { has: documentType } }, omit }) ??
      await tx.pdfTemplate.findFirst({ where: { ...where, documentTypes: { isEmpty: true } }, omit })
    return row && readRow(row)
  },

  async create (row: PdfTemplateRow): Promise<void> {
    await tx.pdfTemplate.create({
      data: { ...stored(row), foldedName: foldedName(row.name), tenantId }
    })
  },

  /** The folded name changes with the name alone: a row from before names were folded may have none. */
  async update (row: PdfTemplateRow, { isRenamed }: { isRenamed: boolean }): Promise<void> {
    const names = isRenamed ? { foldedName: foldedName(row.name) } : {}
    await tx.pdfTemplate.update({
      where: { tenantId_id: { tenantId, id: row.id } }, data: { ...stored(row), ...names }
    })
  },

  async delete (id: string): Promise<void> {
    await tx.pdfTemplate.delete({ where: { tenantId_id: { tenantId, id } } })
  }
})
