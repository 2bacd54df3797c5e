import type { FolioRange } from './cafs.ts'

/** A pair as the resolution that lets a company issue says it. */
export interface Resolution { number: number, date: string }

interface Company {
  senders: Set<string>
  folioRanges: FolioRange[]
  /** By type, the highest folio that was handed out or is about to be. */
  highest: Map<number, number>
  /** Unset: certification, number 0 with any date. */
  resolution?: Resolution
  /** Unset: any. */
  activityCodes?: number[]
  annulled: Set<string>
}

/** What the SII has on record of each company. */
export function createCompanies () {
  const companies = new Map<string, Company>()

  function register (taxNumber: string): Company {
    const known = companies.get(taxNumber)
    if (known) return known
    const company: Company = { senders: new Set(), folioRanges: [], highest: new Map(), annulled: new Set() }
    companies.set(taxNumber, company)
    return company
  }

  return {
    authoriseSender: (taxNumber: string, holder: string) => {
      register(taxNumber).senders.add(holder)
    },
    dismissSender: (taxNumber: string, holder: string) => {
      register(taxNumber).senders.delete(holder)
    },
    addFolioRange: (range: FolioRange) => {
      const { folioRanges, highest } = register(range.taxNumber)
      folioRanges.push(range)
      highest.set(range.documentType, Math.max(range.to, highest.get(range.documentType) ?? 0))
    },
    /** The next `count` unassigned folios of a type, none below `least`; two calls give two ranges. */
    nextFolios (taxNumber: string, documentType: number, { count, least }: { count: number, least: number }) {
      const { highest } = register(taxNumber)
      const from = Math.max(least, (highest.get(documentType) ?? 0) + 1)
      const to = from + count - 1
      highest.set(documentType, to)
      return { from, to }
    },
    setResolution: (taxNumber: string, resolution: Resolution) => {
      register(taxNumber).resolution = resolution
    },
    setActivityCodes: (taxNumber: string, codes: number[]) => {
      register(taxNumber).activityCodes = codes
    },
    annul: (taxNumber: string, documentType: number, folio: number) => {
      register(taxNumber).annulled.add(`${documentType}-${folio}`)
    },

    mayIssue: (taxNumber: string) => companies.has(taxNumber),
    maySend: (taxNumber: string, holder: string) => companies.get(taxNumber)?.senders.has(holder) ?? false,
    acceptsResolution (taxNumber: string, given: Resolution): boolean {
      const resolution = companies.get(taxNumber)?.resolution
      if (!resolution) return given.number === 0
      return resolution.number === given.number && resolution.date === given.date
    },
    hasActivity (taxNumber: string, code: number): boolean {
      return companies.get(taxNumber)?.activityCodes?.includes(code) ?? true
    },
    isAnnulled: (taxNumber: string, documentType: number, folio: number) =>
      companies.get(taxNumber)?.annulled.has(`${documentType}-${folio}`) ?? false,
    hasFolio (taxNumber: string, documentType: number, folio: number): boolean {
      const ranges = companies.get(taxNumber)?.folioRanges ?? []
      return ranges.some((range) => range.documentType === documentType && range.from <= folio && folio <= range.to)
    },
  }
}

export type Companies = ReturnType<typeof createCompanies>
