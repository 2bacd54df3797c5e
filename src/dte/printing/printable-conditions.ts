import type { PaymentBlock } from '../fields/blocks.ts'
import type { TaxDocument } from '../document.ts'
import type { PrintableDocument } from './printable.ts'
import { countries } from '../tables/customs-places.ts'
import { named } from '../tables/customs-tables.ts'
import { dayMonthYear } from '../values/calendar.ts'
import { rowsOf, thousands, type LabelledValues } from './printable-rows.ts'
import { formatRut } from '../values/rut.ts'

const accountNames: Record<string, string> = {
  AHORRO: 'Cuenta de ahorro', CORRIENTE: 'Cuenta corriente', VISTA: 'Cuenta vista'
}

/** The printed terms of a document: its period, payment, and on whose behalf; undefined without any. */
export function conditionRows (document: TaxDocument): PrintableDocument['conditions'] {
  return rowsOf([...termRows(document), ...paymentRows(document), ...partyRows(document), ...saleRows(document)])
}

function termRows ({ periodFrom, periodTo, paymentTerms, paymentTermsDays }: TaxDocument): LabelledValues[] {
  return [
    ['Período', [periodFrom && `desde el ${dayMonthYear(periodFrom)}`, periodTo && `hasta el ${dayMonthYear(periodTo)}`]],
    ['Condiciones de pago', [paymentTerms, paymentTermsDays && `${paymentTermsDays} días`]]
  ]
}

function paymentRows (document: TaxDocument): LabelledValues[] {
  const {
    payments = [], paidOn, paidAmount, unpaidBalance, paymentAccountType = '', paymentAccountNumber, paymentBank
  } = document
  return [
    ...payments.map((
      payment, index
    ): LabelledValues => [payments.length > 1 ? `Pago ${index + 1}` : 'Pago', paymentParts(payment)]),
    ['Cancelada el', [paidOn && dayMonthYear(paidOn)]],
    ['Monto cancelado', [pesos(paidAmount)]],
    ['Saldo insoluto', [pesos(unpaidBalance)]],
    ['Cuenta para el pago', [accountNames[paymentAccountType], paymentAccountNumber, paymentBank]]
  ]
}

function paymentParts ({ date, amount, description }: PaymentBlock): LabelledValues[1] {
  return [date && dayMonthYear(date), pesos(amount), description]
}

function partyRows (
  { principalTaxNumber, requesterTaxNumber, receiver: { foreign, contact } }: TaxDocument
): LabelledValues[] {
  return [
    ['Por cuenta de', [principalTaxNumber && formatRut(principalTaxNumber)]],
    ['Solicitada por', [requesterTaxNumber && formatRut(requesterTaxNumber)]],
    ['Contacto', [contact]],
    ['Documento del receptor', [foreign?.documentNumber, foreign?.nationality && `nacionalidad ${named(countries, foreign.nationality)}`]]
  ]
}

// A boleta says in its references who sold and at which till (CodVndor and CodCaja [S2]).
function saleRows ({ references }: TaxDocument): LabelledValues[] {
  return [
    ['Vendedor', unique(references.map(({ salesPersonCode }) => salesPersonCode))],
    ['Caja', unique(references.map(({ cashRegisterCode }) => cashRegisterCode))]
  ]
}

function unique (codes: (string | undefined)[]): (string | undefined)[] {
  return [...new Set(codes)]
}

function pesos (amount: string | undefined): string | undefined {
  return amount && `$ ${thousands(amount)}`
}
