import { buildFolioConsumption } from '../books/folio-consumption.ts'
import { buildGuideBook } from '../books/guide-book.ts'
import { buildTradeBook } from '../books/trade-book.ts'
import {
  guideEntries, type IssuedCase, issuedFolios, proportionalityOf, purchaseEntries, salesEntries
} from '../sets/set-books.ts'
import type { GuideBookSet, PurchaseBookSet } from '../sets/test-set.ts'
import type { Credential } from '../../dte/signing/certificate.ts'
import { santiagoDate, santiagoDateTime } from '../../dte/values/calendar.ts'
import type { JourneyOptions } from '../../model/certification.ts'
import type { TenantRepositories } from '../../repositories/store.ts'
import type { TenantRow } from '../../repositories/tenants/tenants.ts'
import { ServiceError } from '../../shared/errors.ts'
import { resolutionOf } from '../../services/resolution.ts'
import { approvedAttempt, type Attempt, type Item, uploadedBoletas } from './items.ts'
import { salesSetOf } from './missing-requirements.ts'

export interface BookFacts {
  item: Item
  items: readonly Item[]
  options: JourneyOptions
  tenant: TenantRow
  credential: Credential
  /** FolioNotificacion, where it is not to be the attention number of the book's set. */
  notificationNumber: number | null
  at: Date
}

/** A book as it is signed; `details` are stored with its attempt. */
export interface WrittenBook {
  bytes: Buffer
  /** Documents or folios that it is about. */
  entries: number
  /** YYYY-MM */
  period: string
  details: BookDetails
}

/** Of the report of folios: whose boletas it is about, its day, and which report of that day it is. */
export interface BookDetails { boletas?: number, day?: string, sequence?: number }

/** Writes the book of an item. Throws ServiceError CERTIFICATION_ITEM_NOT_FOUND for any other item. */
export function writeBook (repositories: TenantRepositories, facts: BookFacts): Promise<WrittenBook> {
  const write = writers[facts.item.kind]
  if (!write) throw new ServiceError('CERTIFICATION_ITEM_NOT_FOUND')
  return write(repositories, facts)
}

type Writer = (repositories: TenantRepositories, facts: BookFacts) => Promise<WrittenBook>

const writers: Partial<Record<Item['kind'], Writer>> = {
  salesBook: async (repositories, facts) => {
    const issued = await issuedOf(repositories, attemptAt(facts, salesSetOf(facts.items)))
    const entries = salesEntries(issued)
    return written(facts, issued, entries.length, (period) => buildTradeBook({
      kind: 'sales', cover: coverOf(facts, period), entries
    }, facts.credential))
  },

  purchaseBook: async (repositories, facts) => {
    const set = facts.item.content as PurchaseBookSet
    const issued = await issuedOf(repositories, facts.items.map(approvedAttempt).find((one) => one !== undefined))
    const { receivers: [customer] = [], supplier = customer } = facts.options
    const { taxNumber, businessName: name } = supplier ?? {}
    if (!taxNumber || !name) throw new ServiceError('CERTIFICATION_INCOMPLETE')
    const entries = purchaseEntries(set, { date: dateOf(issued, facts.at), taxNumber, name })
    const proportionality = proportionalityOf(set)
    return written(facts, issued, entries.length, (period) => buildTradeBook({
      kind: 'purchases', cover: coverOf(facts, period), entries, ...proportionality !== undefined && { proportionality }
    }, facts.credential))
  },

  guideBook: async (repositories, facts) => {
    const issued = await issuedOf(repositories, attemptAt(facts, 'guides'))
    const guides = guideEntries(issued, facts.item.content as GuideBookSet)
    return written(facts, issued, guides.length, (period) => buildGuideBook({
      cover: coverOf(facts, period), guides
    }, facts.credential))
  },

  folioConsumption: async (repositories, facts) => {
    const boletas = uploadedBoletas(facts.items)
    const issued = await issuedOf(repositories, boletas)
    const day = dateOf(issued, facts.at)
    const sequence = facts.item.attempts.filter(({ details }) => (details as BookDetails).day === day).length + 1
    const { notificationNumber: _, period: _period, ...cover } = coverOf(facts, day.slice(0, 7))
    const folios = issuedFolios(issued)
    const book = await written(facts, issued, folios.length, () => buildFolioConsumption({
      cover: { ...cover, from: day, to: day, sequence }, issued: folios
    }, facts.credential))
    return { ...book, details: { day, sequence, ...boletas && { boletas: boletas.number } } }
  }
}

async function written (
  { at }: BookFacts, issued: readonly IssuedCase[], entries: number, build: (period: string) => Promise<Buffer>
): Promise<WrittenBook> {
  const period = dateOf(issued, at).slice(0, 7)
  return { bytes: await build(period), entries, period, details: {} }
}

/** The approved attempt at the set that a book is about. */
function attemptAt ({ items }: BookFacts, name: string): Attempt | undefined {
  const item = items.find((one) => one.name === name)
  return item && approvedAttempt(item)
}

async function issuedOf ({ invoices }: TenantRepositories, attempt: Attempt | undefined): Promise<IssuedCase[]> {
  const issued: IssuedCase[] = []
  for (const { invoiceId, folio } of attempt?.documents ?? []) {
    const content = await invoices.findContent(invoiceId)
    if (!content) throw new Error(`Document ${invoiceId} of an attempt has no content`)
    issued.push({ document: content.document, folio: Number(folio) })
  }
  return issued
}

/** All documents of a set have one date. */
function dateOf ([first]: readonly IssuedCase[], at: Date): string {
  return first?.document.issueDate ?? santiagoDate(at)
}

function coverOf ({ item, tenant, credential, notificationNumber, at }: BookFacts, period: string) {
  const resolution = resolutionOf(tenant)
  if (!resolution) throw new ServiceError('RESOLUTION_MISSING')
  return {
    issuer: tenant.taxNumber, sender: credential.holderTaxNumber, period, resolutionDate: resolution.date,
    resolutionNumber: resolution.number, notificationNumber: notificationNumber ?? item.attentionNumber ?? 0,
    signedAt: santiagoDateTime(at)
  }
}
