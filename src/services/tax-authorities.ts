/** EnumTaxAuthority: where a tenant's documents go. */
export const taxAuthorities = {
  1: { name: 'Sii' },
  2: { name: 'Simulator' }
} as const

export type TaxAuthority = keyof typeof taxAuthorities

export const simulatorAuthority = 2 satisfies TaxAuthority
