import { type DocumentSet, sectionFacts, type SectionName, type TestCase } from '../sets/test-set.ts'
import { dispatchTypeOf, exportValueOf } from '../sets/words.ts'
import { isContainer } from '../../dte/tables/customs-tables.ts'
import { documentTypes, isDocumentType, isNote } from '../../dte/values/document-types.ts'
import { santiagoDate } from '../../dte/values/calendar.ts'
import type { ItemKind, JourneyOptions } from '../../model/certification.ts'
import type { ItemRow } from '../../repositories/tenants/certification.ts'
import type { TenantRepositories } from '../../repositories/store.ts'
import type { TenantRow } from '../../repositories/tenants/tenants.ts'
import { errorTable, problemAt, ServiceError, type Sentence } from '../../shared/errors.ts'
import { resolutionOf } from '../../services/resolution.ts'
import { isValidOn } from '../../services/tenants/certificates.ts'
import { isApproved, type Item, uploadedBoletas } from './items.ts'

/** What must be there before an item can be issued; `documentType` where it is about one type. */
export interface MissingRequirement { code: string, documentType: number | null, message: Sentence }

/** Folios of a type: for one attempt, in the active blocks, and in those that wait to be activated. */
export interface FolioNeed {
  documentType: number
  typeName: string
  needed: number
  active: number
  inactive: number
}

/** What decides whether an item can be issued. */
export interface JourneyFacts {
  tenant: TenantRow
  hasCertificate: boolean
  /** Folios left by type, of blocks in use and of others. */
  folios: ReadonlyMap<number, { active: number, inactive: number }>
  /** When the folios of the set of boletas were uploaded: a CAF of exactly five, of which none is taken. */
  boletaFoliosAt: Date | null
  at: Date
}

/** A CAF for the set of boletas has as many folios. */
export const boletaFolios = 5

/** Reads them in the caller's transaction. Throws ServiceError CERTIFICATION_ONLY. */
export async function journeyFacts (
  { tenant, certificates, folioBlocks }: TenantRepositories, at: Date
): Promise<JourneyFacts> {
  const row = await tenant.get()
  if (row.environment !== 'certification') throw new ServiceError('CERTIFICATION_ONLY')
  const certificate = await certificates.findCurrent()
  const folios = new Map<number, { active: number, inactive: number }>()
  let boletaFoliosAt: Date | null = null
  for (const block of await folioBlocks.listLeft(santiagoDate(at))) {
    if (block.environment !== row.environment) continue
    const { active, inactive } = folios.get(block.documentType) ?? { active: 0, inactive: 0 }
    const left = Number(block.rangeTo - block.next) + 1
    const size = Number(block.rangeTo - block.rangeFrom) + 1
    if (block.documentType === boleta && size === boletaFolios && left === size) boletaFoliosAt = block.uploadedAt
    folios.set(block.documentType, block.position === null
      ? { active, inactive: inactive + left }
      : { active: active + left, inactive })
  }
  return { tenant: row, hasCertificate: certificate !== null && isValidOn(certificate, at), folios, boletaFoliosAt, at }
}

/** What the company itself must have: asked at the start, and before each attempt. */
export function missingForCompany ({ tenant, hasCertificate }: JourneyFacts): MissingRequirement[] {
  const { businessActivity, activityCodes, address, municipality } = tenant
  const isComplete = businessActivity !== '' && activityCodes.length > 0 && Boolean(address) && Boolean(municipality)
  return [
    ...missingUnless(hasCertificate, 'CERTIFICATE_MISSING', errorTable.CERTIFICATE_MISSING),
    ...missingUnless(resolutionOf(tenant) !== undefined, 'RESOLUTION_MISSING', errorTable.RESOLUTION_MISSING),
    ...missingUnless(isComplete, 'ISSUER_INCOMPLETE', {
      en: 'Business activity, activity codes, address or municipality of the tenant are missing. Set them with Tenant/Update.',
      es: 'Faltan giro, códigos de actividad, dirección o comuna de la empresa. Complételos con Tenant/Update.'
    })
  ]
}

interface Context { options: JourneyOptions, facts: JourneyFacts, items: readonly Item[] }

/** What an item lacks for its next attempt. */
export function missingFor (item: Item, context: Context): MissingRequirement[] {
  return missingByKind[item.kind](item, context)
}

const setsFirst = (item: Item, { items }: Context): MissingRequirement[] =>
  missingUnless(areSetsDone(item, items), 'SETS_NOT_APPROVED', {
    en: 'Sets or books are not approved yet.', es: 'Aún hay sets o libros sin aprobar.'
  })

const missingByKind: Record<ItemKind, (item: Item, context: Context) => MissingRequirement[]> = {
  documents: (item, { options, facts }) =>
    [...missingForCompany(facts), ...missingForFolios(item, facts), ...missingForOptions(item, options)],
  guideBook: (_item, { items, facts }) => [...missingForCompany(facts), ...bookAfter(items, 'guides')],
  salesBook: (_item, { items, facts }) => [...missingForCompany(facts), ...bookAfter(items, salesSetOf(items))],
  purchaseBook: (item, context) => [
    ...missingForCompany(context.facts), ...setsFirst(item, context), ...missingForSupplier(context.options)
  ],
  folioConsumption: (_item, { items, facts }) => [
    ...missingForCompany(facts),
    ...missingUnless(uploadedBoletas(items) !== undefined, 'SET_NOT_UPLOADED', {
      en: 'The boletas of the set are not uploaded yet.', es: 'Las boletas del set aún no se envían.'
    })
  ],
  simulation: (item, context) => [...missingForCompany(context.facts), ...setsFirst(item, context)],
  exchange: setsFirst,
  samples: setsFirst,
  declaration: setsFirst
}

/** The set whose documents the book of sales is about. */
export function salesSetOf (items: readonly Item[]): 'basic' | 'exempt' {
  return items.some(({ name }) => name === 'basic') ? 'basic' : 'exempt'
}

/** The file does not say whose the purchases are. */
function missingForSupplier ({ supplier, receivers = [] }: JourneyOptions): MissingRequirement[] {
  return missingUnless(supplier !== undefined || receivers.length > 0, 'SUPPLIER_MISSING', {
    en: 'The book needs a supplier. Set supplier or receivers with Options.',
    es: 'El libro necesita un proveedor. Indique supplier o receivers con Options.'
  })
}

function bookAfter (items: readonly Item[], name: SectionName): MissingRequirement[] {
  const { page } = sectionFacts(name)
  return missingUnless(items.some((item) => item.name === name && isApproved(item)), 'SET_NOT_APPROVED', {
    en: `${page} is not approved yet.`, es: `${page} aún no está aprobado.`
  })
}

/** Folios that one attempt takes, by type. */
export function folioNeeds (types: readonly number[], { folios }: Pick<JourneyFacts, 'folios'>): FolioNeed[] {
  return [...new Set(types)].sort((left, right) => left - right).map((documentType) => ({
    documentType, typeName: isDocumentType(documentType) ? documentTypes[documentType].name : String(documentType),
    needed: types.filter((type) => type === documentType).length,
    ...folios.get(documentType) ?? { active: 0, inactive: 0 }
  }))
}

/** Each attempt takes new folios, so three times as many are a good number. The set of boletas wants a CAF of five. */
export function foliosToRequest (documentType: number, needed: number): number {
  return documentType === boleta ? boletaFolios : needed * 3
}

/** The types of an item's documents, one for each. */
export function typesOf ({ content }: Pick<ItemRow, 'content'>): number[] {
  if (content === null || !('cases' in content)) return []
  return 'kind' in content ? content.cases.map(({ documentType }) => documentType) : content.cases.map(() => boleta)
}

const boleta = 39

function missingForFolios (item: Item, facts: JourneyFacts): MissingRequirement[] {
  return folioNeeds(typesOf(item), facts).flatMap(({ documentType, needed, active }) => active >= needed
    ? []
    : [{
        code: 'FOLIOS_MISSING', documentType,
        message: {
          en: `Type ${documentType} needs ${needed} folios, and ${active} are active. Upload a CAF and activate it.`,
          es: `El tipo ${documentType} necesita ${needed} folios y hay ${active} activos. Suba un CAF y actívelo.`
        }
      }])
}

function missingForOptions ({ content }: Item, options: JourneyOptions): MissingRequirement[] {
  if (content === null) return []
  if (!('kind' in content)) {
    return missingUnless(options.consultUrl !== undefined, 'CONSULT_URL_MISSING', {
      en: 'The address of the page where buyers look up their boletas is missing. Set consultUrl with Options.',
      es: 'Falta la dirección del sitio donde se consultan las boletas. Indique consultUrl con Options.'
    })
  }
  return content.kind === 'documents' ? missingForParties(content, options) : []
}

function missingForParties (set: DocumentSet, options: JourneyOptions): MissingRequirement[] {
  if (set.name === 'selfBilled') {
    return missingUnless(options.supplier !== undefined, 'SUPPLIER_MISSING', optionMissing('supplier'))
  }
  if (set.name === 'settlements') {
    return missingUnless(options.principal !== undefined, 'PRINCIPAL_MISSING', optionMissing('principal'))
  }
  const isOfExports = set.name === 'exports1' || set.name === 'exports2'
  return isOfExports ? missingForExports(set.cases, options) : missingForSales(set, options)
}

function missingForSales (set: DocumentSet, { receivers = [], transport }: JourneyOptions): MissingRequirement[] {
  const needed = receiversNeeded(set)
  const needsTransport = set.cases.some(({ carriedBy }) => dispatchTypeOf(carriedBy ?? '') === dispatchByIssuer)
  return [
    ...missingUnless(receivers.length >= needed, 'RECEIVERS_MISSING', {
      en: `The set needs ${needed} customers, and there are ${receivers.length}. Set receivers with Options.`,
      es: `El set necesita ${needed} clientes y hay ${receivers.length}. Indique receivers con Options.`
    }),
    ...missingUnless(!needsTransport || transport !== undefined, 'TRANSPORT_MISSING', optionMissing('transport'))
  ]
}

const dispatchByIssuer = 2

/** Another customer for each invoice; those that move goods within the company need none. */
function receiversNeeded ({ cases }: DocumentSet): number {
  return cases.filter(({ documentType, transferReason = '' }) =>
    !isNote(documentType) && !/^TRASLADO/i.test(transferReason)).length
}

const paidInAdvance = 32

function missingForExports (cases: readonly TestCase[], { abroad }: JourneyOptions): MissingRequirement[] {
  if (!abroad) return missingUnless(false, 'ABROAD_MISSING', optionMissing('abroad'))
  const used = new Set(cases.flatMap(({ exportFacts: { 'MONEDA DE LA OPERACION': word } }) =>
    word === undefined ? [] : exportValueOf('MONEDA DE LA OPERACION', word) ?? []))
  const packageTypes = cases.flatMap(({ exportFacts: { 'TIPO DE BULTO': word } }) =>
    word === undefined ? [] : exportValueOf('TIPO DE BULTO', word) ?? [])
  const isSealed = abroad.containerId !== undefined && abroad.seal !== undefined
  const paidBefore = cases.some(({ exportFacts: { 'FORMA DE PAGO EXPORTACION': word } }) =>
    word !== undefined && exportValueOf('FORMA DE PAGO EXPORTACION', word) === paidInAdvance)
  return [
    ...[...used].flatMap((currency) => missingUnless(
      abroad.exchangeRates[currency] !== undefined, 'EXCHANGE_RATE_MISSING', {
        en: `The exchange rate of ${currency} is missing. Set abroad.exchangeRates with Options.`,
        es: `Falta el tipo de cambio de ${currency}. Indique abroad.exchangeRates con Options.`
      })),
    ...missingUnless(!paidBefore || abroad.paidOn !== undefined, 'PAID_ON_MISSING', optionMissing('abroad.paidOn')),
    // No file of a set says them, and the SII objects without (HED-2-804).
    ...missingUnless(packageTypes.length === 0 || abroad.marks !== undefined, 'MARKS_MISSING', optionMissing('abroad.marks')),
    ...missingUnless(!packageTypes.some(isContainer) || isSealed, 'CONTAINER_MISSING', {
      en: 'The set needs abroad.containerId and abroad.seal. Set them with Options.',
      es: 'El set necesita abroad.containerId y abroad.seal. Indíquelos con Options.'
    })
  ]
}

function optionMissing (option: string): Sentence {
  return { en: `The set needs ${option}. Set it with Options.`, es: `El set necesita ${option}. Indíquelo con Options.` }
}

function areSetsDone ({ kind }: Item, items: readonly Item[]): boolean {
  const before = items.filter(({ attentionNumber, kind: other }) => kind === 'purchaseBook'
    ? other === 'documents'
    : attentionNumber !== null || other === 'documents')
  return before.every(isApproved)
}

function missingUnless (isMet: boolean, code: string, message: Sentence): MissingRequirement[] {
  return isMet ? [] : [{ code, documentType: null, message }]
}

/** The refusal of an item that lacks something. */
export function incomplete (lacks: readonly MissingRequirement[]): ServiceError {
  return new ServiceError('CERTIFICATION_INCOMPLETE', {
    problems: lacks.map(({ code, message }) => problemAt(code, message))
  })
}
