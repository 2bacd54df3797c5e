import { z } from 'zod'

/** EnumTaxAuthority: where a tenant's documents go. */
export const taxAuthorities = {
  1: { name: 'Sii' },
  2: { name: 'Simulator' }
} as const

export type TaxAuthority = keyof typeof taxAuthorities

export const simulatorAuthority = 2 satisfies TaxAuthority

/** As columns hold it. */
export const taxAuthority = z.union([z.literal(1), z.literal(2)])

/** Of the SII: folios, tracks and documents of one are unknown in the other. */
export const environment = z.enum(['certification', 'production'])
export type Environment = z.output<typeof environment>
