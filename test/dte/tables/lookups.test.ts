import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findAdditionalTax, isWithheld } from '../../../src/dte/tables/additional-taxes.ts'
import { documentTypes, type DocumentType } from '../../../src/dte/values/document-types.ts'
import {
  invoiceTypes, paymentMedias, paymentMethods, purchaseTransactionTypes, referenceInvoiceTypes, saleTransactionTypes
} from '../../../src/dte/tables/lookups.ts'
import { defined } from '../../support/expecting.ts'
import { enumerated } from '../../support/schema-tables.ts'

/** The codes of [S1, section 4] that the buyer withholds, without those that stand for a full withholding. */
const withheld = ['15', '30', '31', '32', '33', '34', '36', '37', '38', '39', '41', '46', '47', '48', '49', '53']

const file = new URL('../../../../shared/domain/lookups.json', import.meta.url)
const present = existsSync(file)

interface Row {
  code: number | string
  name: string
  kind?: string
  rate?: number | null
  branch?: string
  folioExpires6Months?: boolean
  cedible?: boolean
}

describe('lookups', () => {
  it.each(
    Object.entries({
      invoiceTypes, paymentMethods, saleTransactionTypes, purchaseTransactionTypes, referenceInvoiceTypes
    })
  )('%s: every row has a code of its own and a name in two languages', (_, rows) => {
    expect(new Set(rows.map(({ code }) => code)).size).toBe(rows.length)
    for (const { name, nameEn } of rows) expect([name, nameEn]).not.toContain('')
  })

  it("uses the boleta's numbers as ids of payment methods, where it has them", () => {
    expect(paymentMedias.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(paymentMedias.slice(0, 5).map(({ boletaCode }) => boletaCode)).toEqual([1, 2, 3, 4, 5])
  })
})

describe("lookups compared with the simulator's tables of the schemas", () => {
  const codesOf = (rows: readonly { code: string }[]) => rows.map(({ code }) => code)
  const boletaTypes = ['39', '41']

  it('have every document type in its branch', () => {
    const ofBranch = (branch: string) =>
      Object.keys(documentTypes).filter((code) =>
        documentTypes[Number(code) as DocumentType].branch === branch && !boletaTypes.includes(code)
      )

    expect(ofBranch('Documento')).toEqual(enumerated('DTEType'))
    expect(ofBranch('Liquidacion')).toEqual(enumerated('LIQType'))
    expect(ofBranch('Exportaciones')).toEqual(enumerated('EXPType'))
    expect(codesOf(invoiceTypes)).toEqual(Object.keys(documentTypes))
  })

  it('have the transactions of the schema, except the sale that the format does not explain', () => {
    expect(codesOf(purchaseTransactionTypes)).toEqual(enumerated('TipoTransCOMPRA'))
    expect([...codesOf(saleTransactionTypes), '4']).toEqual(enumerated('TipoTransVENTA'))
  })

  it('say which taxes of the schema are withheld', () => {
    const full = ['301', '321', '331', '341', '361', '371', '481']

    expect(enumerated('ImpAdicDTEType').filter(isWithheld)).toEqual([...withheld, ...full])
  })

  it('name each type of reference once, and each document type among them', () => {
    for (const code of Object.keys(documentTypes)) expect(codesOf(referenceInvoiceTypes)).toContain(code)
  })
})

describe.skipIf(!present)('lookups compared with data collected from the SII', () => {
  const gathered = (present ? JSON.parse(readFileSync(file, 'utf8')) : {}) as Record<string, Row[]>

  it.each(
    [
      ['invoiceTypes', invoiceTypes], ['paymentMethods_FmaPago', paymentMethods],
      ['saleTransactionTypes_TpoTranVenta', saleTransactionTypes],
      ['purchaseTransactionTypes_TpoTranCompra', purchaseTransactionTypes],
      ['referenceTypes_TpoDocRef', referenceInvoiceTypes]
    ] as const
  )('%s: the same codes with the same names', (table, rows) => {
    expect(rows.map(({ code, name }) => [code, name])).toEqual(
      defined(gathered[table]).map(({ code, name }) => [String(code), name])
    )
  })

  it("has each document type's branch, folio expiry and assignability", () => {
    expect(
      Object.entries(documentTypes).map(([code, facts]) => ({
        code: Number(code), branch: facts.branch, folioExpires6Months: facts.folioExpires6Months,
        cedible: 'cedibleLegend' in facts
      }))
    )
      .toEqual(
        defined(gathered['invoiceTypes']).map(({ code, branch, folioExpires6Months, cedible }) => ({
          code, branch, folioExpires6Months, cedible
        }))
      )
  })

  it('has every additional tax and its rate', () => {
    for (const { code, kind, rate } of defined(gathered['additionalTaxes_ImptoReten'])) {
      const tax = findAdditionalTax(String(code))

      expect(Number(tax?.rate ?? Number.NaN)).toBe(rate ?? Number.NaN)
      expect(isWithheld(String(code))).toBe(kind === 'withheld')
    }
  })
})
