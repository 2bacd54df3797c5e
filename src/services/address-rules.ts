import type { AddressRules } from './actor.ts'

/** The rule of a tenant without an allow list: an empty list lets everyone in. */
export const everyoneMayCall: AddressRules = { permits: async () => true }
