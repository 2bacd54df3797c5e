import type { Permission } from '../services/access/permissions.ts'

/** Who may call an operation. There is no default: a route without a rule cannot be registered. */
export type Rule =
  /** Anyone, without credentials. */
  | { readonly access: 'public' }
  /** A tenant's keys: in the body (`tenantCode`, `accessKey`, `secretKey`). */
  | { readonly access: 'tenantKeys' }
  /** Any signed-in user; with `orTenantKeys` as below. */
  | { readonly access: 'signedIn', readonly orTenantKeys?: true }
  /**
   * A signed-in user with a role that holds this claim; with `orTenantKeys`, also a machine with the tenant's keys in
   * headers (header-keys.ts), which hold the claim as well (services/access/permissions.ts).
   */
  | { readonly permission: Permission, readonly orTenantKeys?: true }

/** Whether the tenant's keys in headers do as well. */
export function takesKeys (rule: Rule): boolean {
  return 'orTenantKeys' in rule
}

/** Whether the rule is proven by credentials in headers, before the body is read. */
export function needsBearer (rule: Rule): boolean {
  return 'permission' in rule || rule.access === 'signedIn'
}
