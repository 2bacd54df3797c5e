import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findAdditionalTax, isWithheld } from '../../../src/dte/tables/additional-taxes.ts'
import { documentTypes } from '../../../src/dte/values/document-types.ts'
import {
  invoiceTypes, paymentMedias, paymentMethods, purchaseTransactionTypes, referenceInvoiceTypes, saleTransactionTypes
} from '../../../src/dte/tables/lookups.ts'

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

  it('gives the ways of paying the boleta\'s numbers as ids, as far as it has them', () => {
    expect(paymentMedias.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(paymentMedias.slice(0, 5).map(({ boletaCode }) => boletaCode)).toEqual([1, 2, 3, 4, 5])
  })
})

describe.skipIf(!present)('lookups, held against what was gathered from the SII', () => {
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
      gathered[table]!.map(({ code, name }) => [String(code), name])
    )
  })

  it('knows of each document type where it belongs, when its folios expire and who may assign it', () => {
    expect(
      Object.entries(documentTypes).map(([code, facts]) => ({
        code: Number(code), branch: facts.branch, folioExpires6Months: facts.folioExpires6Months,
        cedible: 'cedibleLegend' in facts
      }))
    )
      .toEqual(
        gathered['invoiceTypes']!.map(({ code, branch, folioExpires6Months, cedible }) => ({
          code, branch, folioExpires6Months, cedible
        }))
      )
  })

  it('knows every additional tax and its rate', () => {
    for (const { code, kind, rate } of gathered['additionalTaxes_ImptoReten']!) {
      const tax = findAdditionalTax(String(code))

      expect(Number(tax?.rate ?? Number.NaN)).toBe(rate ?? Number.NaN)
      expect(isWithheld(String(code))).toBe(kind === 'withheld')
    }
  })
})
