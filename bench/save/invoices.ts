import { invoice } from '../invoice.ts'

/** As many different documents as there are; a tenant posts them one after the other. */
export const variants = 50

// All quantities have three digits, so all documents of as many lines are of the same length.
const firstQuantity = 100

/** A factura of so many lines, as Webhook/Save takes it. */
export function invoiceOf (variant: number, lines: number): object {
  return invoice(firstQuantity + variant, lines)
}

interface Line { quantity: number, unitPrice: number }

/** What that factura comes to in pesos: its lines and 19 % of VAT, rounded. */
export function totalOf (variant: number, lines: number): number {
  const { details } = invoiceOf(variant, lines) as { details: Line[] }
  const net = details.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0)
  return net + Math.round(net * 19 / 100)
}

/** The document that comes in a turn, so that each tenant's documents differ from each other. */
export function variantOf (turn: number, tenants: number): number {
  return (turn + Math.floor(turn / tenants)) % variants
}
