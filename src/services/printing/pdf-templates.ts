import { createHash } from 'node:crypto'
import type { PdfTemplateRow, PdfTemplateSummary } from '../../repositories/tenants/pdf-templates.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { invalidAt, problemAt, ServiceError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import { foldedName } from '../../shared/names.ts'
import type { Actor } from '../actor.ts'
import { audited } from '../audit/audit-actor.ts'
import { changesBetween } from '../audit/changes.ts'
import {
  designOf, settingsFrom, settingsView, storedDesign, type PdfSettingsInput, type PdfSettingsView
} from './pdf-designs.ts'
import type { PdfTrials } from './pdf-trials.ts'
import type { Clock, PdfDesign, PdfFormat } from '../ports.ts'
import type { ConcurrencyLimiter } from '../../shared/concurrency-limiter.ts'

export type PdfTemplateKind = 'settings' | 'code'

export interface PdfTemplateListItem {
  id: string
  name: string
  kind: PdfTemplateKind
  /** Null stands for every type. */
  documentTypes: number[] | null
  format: PdfFormat
  isDefault: boolean
  createdAt: Date
  updatedAt: Date
}

export interface PdfTemplateView extends PdfTemplateListItem { settings: PdfSettingsView, source: string | null }

export interface NewPdfTemplate {
  name: string
  kind: PdfTemplateKind
  documentTypes: number[] | null
  format: PdfFormat
  isDefault: boolean
  settings: PdfSettingsInput
  source?: string | null | undefined
}

/** `kind` is the one that the template has. */
export type PdfTemplateChange = { [Member in keyof NewPdfTemplate]?: NewPdfTemplate[Member] | undefined }

/** A template ready to draw with. */
export interface ChosenTemplate { id: string, format: PdfFormat, updatedAt: Date, design: PdfDesign }

export interface TemplateWish {
  documentType: number
  usualFormat: PdfFormat
  format?: PdfFormat | undefined
  templateId?: string | undefined
}

export interface PdfTemplatesDependencies {
  store: Store
  trials: PdfTrials
  renderLimit: ConcurrencyLimiter
  clock: Clock
}

const mostTemplates = 50
const membersDrawn = ['settings', 'source', 'format', 'documentTypes'] as const

/**
 * A tenant's templates for printed documents. A saved template has drawn every sample with all legally required
 * content.
 */
export function createPdfTemplates ({ store, trials, renderLimit, clock }: PdfTemplatesDependencies) {
  const find = (tenantId: string, id: string): Promise<PdfTemplateRow> =>
    store.asTenant(tenantId, async ({ pdfTemplates }) => found(await pdfTemplates.find(id)))

  return {
    /** Sorted by name, without settings and source. */
    list: ({ tenantId }: Actor): Promise<PdfTemplateListItem[]> =>
      store.asTenant(tenantId, async ({ pdfTemplates }) => (await pdfTemplates.list()).map(listItem)),

    /** Throws ServiceError PDF_TEMPLATE_NOT_FOUND. */
    get: async ({ tenantId }: Actor, id: string): Promise<PdfTemplateView> => view(await find(tenantId, id)),

    /**
     * Tries the template and saves it. Throws ServiceError PDF_TEMPLATE_INVALID, PDF_TEMPLATE_INCOMPLETE,
     * PDF_TEMPLATE_TOO_COSTLY, PDF_TEMPLATE_BUSY, PDF_TEMPLATE_NAME_TAKEN, PDF_TEMPLATE_DEFAULT_TAKEN,
     * PDF_TEMPLATE_LIMIT or VALIDATION_FAILED.
     */
    async create (actor: Actor, given: NewPdfTemplate): Promise<PdfTemplateView> {
      const at = clock()
      const design = designFrom(given.kind, { settings: settingsFrom(given.settings), source: given.source })
      const { name, kind, format, isDefault } = given
      const documentTypes = sorted(given.documentTypes)
      await renderLimit.run(actor.tenantId, () => trials.mustDraw(design, { format, documentTypes }, actor))
      const row = {
        id: newId(), name, kind, format, isDefault, documentTypes, ...storedDesign(design), createdAt: at, updatedAt: at
      }
      await store.asTenant(actor.tenantId, async (repositories) => {
        await mustFit(repositories, row, { isNamed: true })
        await repositories.pdfTemplates.create(row)
        repositories.auditLog.add([{
          actor: audited(actor), action: 'pdfTemplate.create', entity: 'pdfTemplate', entityId: row.id,
          details: { name, kind }
        }], at)
      })
      return { ...listItem(row), settings: settingsView(design.settings), source: design.source ?? null }
    },

    /**
     * Changes only the given members. Throws the errors of create, PDF_TEMPLATE_NOT_FOUND, and PDF_TEMPLATE_CHANGED if
     * the template was changed meanwhile.
     */
    async update (actor: Actor, id: string, { kind, ...change }: PdfTemplateChange): Promise<PdfTemplateView> {
      const at = clock()
      const before = await find(actor.tenantId, id)
      if (kind !== undefined && kind !== before.kind) throw isFixed('kind')
      const row = { ...changed(before, change), updatedAt: at }
      if (membersDrawn.some((member) => change[member] !== undefined)) {
        await renderLimit.run(
          actor.tenantId,
          () => trials.mustDraw(
            designOf(row),
            { format: row.format as PdfFormat, documentTypes: row.documentTypes },
            actor
          )
        )
      }
      const isRenamed = foldedName(row.name) !== foldedName(before.name)
      const members = Object.keys(change).filter((member) => change[member as keyof typeof change] !== undefined)
        .sort()
      await store.asTenant(actor.tenantId, async (repositories) => {
        await mustFit(repositories, row, { isNamed: isRenamed })
        const present = await repositories.pdfTemplates.find(id)
        if (present?.updatedAt.getTime() !== before.updatedAt.getTime()) throw new ServiceError('PDF_TEMPLATE_CHANGED')
        await repositories.pdfTemplates.update(row, { isRenamed })
        repositories.auditLog.add([{
          actor: audited(actor), action: 'pdfTemplate.update', entity: 'pdfTemplate', entityId: id,
          details: { members, ...changesBetween(auditDetails(before), auditDetails(row)) }
        }], at)
      })
      return view(row)
    },

    /** Throws ServiceError PDF_TEMPLATE_NOT_FOUND. */
    async delete (actor: Actor, id: string): Promise<void> {
      await store.asTenant(actor.tenantId, async ({ tenant, pdfTemplates, auditLog }) => {
        await tenant.lock()
        const { name } = found(await pdfTemplates.find(id))
        await pdfTemplates.delete(id)
        auditLog.add([{
          actor: audited(actor), action: 'pdfTemplate.delete', entity: 'pdfTemplate', entityId: id, details: { name }
        }], clock())
      })
    },

    /**
     * The template for a document: the requested one, or the tenant's default for its type and format. Undefined
     * without one. Throws ServiceError PDF_TEMPLATE_NOT_FOUND, PDF_TEMPLATE_NOT_FOR_DOCUMENT.
     */
    async choose (
      { tenantId }: Actor, { documentType, format, usualFormat, templateId }: TemplateWish
    ): Promise<ChosenTemplate | undefined> {
      if (templateId === undefined) {
        const row = await store.asTenant(
          tenantId, ({ pdfTemplates }) => pdfTemplates.findDefault(documentType, format ?? usualFormat)
        )
        return row ? chosen(row) : undefined
      }
      const row = await find(tenantId, templateId)
      const isForIt = row.documentTypes.length === 0 || row.documentTypes.includes(documentType)
      if (!isForIt || (format ?? row.format) !== row.format) throw new ServiceError('PDF_TEMPLATE_NOT_FOR_DOCUMENT')
      return chosen(row)
    }
  }
}

export type PdfTemplates = ReturnType<typeof createPdfTemplates>

/** A design of a kind. Throws ServiceError VALIDATION_FAILED if a code template has no source, or a form has one. */
export function designFrom (
  kind: string, { settings, source }: { settings: PdfDesign['settings'], source?: string | null | undefined }
): PdfDesign {
  if (kind === 'code' && typeof source === 'string') return { settings, source }
  if (kind === 'settings' && typeof source !== 'string') return { settings }
  const message = kind === 'code'
    ? { en: 'is required in a code template', es: 'es obligatorio en una plantilla de código' }
    : { en: 'has no place in a settings template', es: 'no corresponde en una plantilla de ajustes' }
  throw invalidAt('source', message)
}

function isFixed (member: string): ServiceError {
  const message = { en: 'cannot be changed', es: 'no se puede cambiar' }
  return invalidAt(member, message)
}

function found (row: PdfTemplateRow | null): PdfTemplateRow {
  if (!row) throw new ServiceError('PDF_TEMPLATE_NOT_FOUND')
  return row
}

function changed (
  before: PdfTemplateRow, { name, documentTypes, format, isDefault, settings, source }: PdfTemplateChange
): PdfTemplateRow {
  const design = designOf(before)
  const newDesign = designFrom(before.kind, {
    settings: settings ? settingsFrom(settings, design.settings) : design.settings,
    source: source === undefined ? design.source : source
  })
  return {
    ...before,
    name: name ?? before.name,
    format: format ?? before.format,
    isDefault: isDefault ?? before.isDefault,
    documentTypes: documentTypes === undefined ? before.documentTypes : sorted(documentTypes),
    ...storedDesign(newDesign)
  }
}

type FittingRow = Pick<PdfTemplateRow, 'id' | 'name' | 'format' | 'isDefault' | 'documentTypes'>

/**
 * The rules on names, defaults and the number of templates hold for the whole tenant: its changes are serialised from
 * here to the commit. `isNamed`: the name is new.
 */
async function mustFit (
  { tenant, pdfTemplates }: TenantRepositories, row: FittingRow, { isNamed }: { isNamed: boolean }
): Promise<void> {
  await tenant.lock()
  const others = (await pdfTemplates.list()).filter(({ id }) => id !== row.id)
  if (others.length >= mostTemplates) throw new ServiceError('PDF_TEMPLATE_LIMIT')
  if (isNamed && others.some(({ name }) => foldedName(name) === foldedName(row.name))) {
    throw new ServiceError('PDF_TEMPLATE_NAME_TAKEN')
  }
  const rival = row.isDefault ? others.find((other) => areRivals(other, row)) : undefined
  if (!rival) return
  const message = {
    en: `are those of the default template "${rival.name}"`,
    es: `son los de la plantilla predeterminada "${rival.name}"`
  }
  throw new ServiceError('PDF_TEMPLATE_DEFAULT_TAKEN', { problems: [problemAt('documentTypes', message)] })
}

type Scope = Pick<PdfTemplateSummary, 'format' | 'isDefault' | 'documentTypes'>

/**
 * Whether two defaults claim the same type. A default for a named type comes before one for all types, so those two are
 * no rivals.
 */
function areRivals (one: Scope, other: Scope): boolean {
  const bothForAll = one.documentTypes.length === 0 && other.documentTypes.length === 0
  return one.isDefault && one.format === other.format &&
    (bothForAll || one.documentTypes.some((type) => other.documentTypes.includes(type)))
}

function sorted (documentTypes: readonly number[] | null): number[] {
  return [...new Set(documentTypes ?? [])].sort((one, other) => one - other)
}

function listItem (
  { id, name, kind, documentTypes, format, isDefault, createdAt, updatedAt }: PdfTemplateSummary
): PdfTemplateListItem {
  return {
    id,
    name,
    kind: kind as PdfTemplateKind,
    documentTypes: documentTypes.length === 0 ? null : documentTypes,
    format: format as PdfFormat,
    isDefault,
    createdAt,
    updatedAt
  }
}

function view (row: PdfTemplateRow): PdfTemplateView {
  const { settings, source } = designOf(row)
  return { ...listItem(row), settings: settingsView(settings), source: source ?? null }
}

/** A template as the audit log shows it, with hashes of its logo and source. */
function auditDetails ({ name, format, isDefault, documentTypes, settings, logo, source }: PdfTemplateRow) {
  const hashed = (content: Buffer | string | null) => content && createHash('sha256').update(content).digest('hex')
  return {
    name, format, isDefault, documentTypes, ...settings as object, logo: hashed(logo), source: hashed(source)
  }
}

function chosen (row: PdfTemplateRow): ChosenTemplate {
  return { id: row.id, format: row.format as PdfFormat, updatedAt: row.updatedAt, design: designOf(row) }
}
