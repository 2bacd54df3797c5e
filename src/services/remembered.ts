/** What an instance remembers for a few seconds of many tenants. */
export interface Remembered {
  forget: (tenantId: string) => void
  forgetAll: () => void
}

/** Several memories as one: what one tenant's change touches, all of them drop. */
export function rememberedTogether (memories: readonly Remembered[]): Remembered {
  return {
    forget: (tenantId) => { for (const memory of memories) memory.forget(tenantId) },
    forgetAll: () => { for (const memory of memories) memory.forgetAll() }
  }
}
