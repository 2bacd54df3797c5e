import type { Permission } from '../services/access/permissions.ts'

/** Who may call an operation. There is no default: a route without a rule cannot be registered. */
export type Rule =
  /** Anyone, without credentials. */
  | { readonly access: 'public' }
  /** A tenant's keys: in the body (`tenantCode`, `accessKey`, `secretKey`). */
  | { readonly access: 'tenantKeys' }
  /** Any signed-in user. */
  | { readonly access: 'signedIn' }
  /** A signed-in user with a role that holds this claim. */
  | { readonly permission: Permission }

/** Whether the rule is proven by an access token, before the body is read. */
export function needsBearer (rule: Rule): boolean {
  return 'permission' in rule || rule.access === 'signedIn'
}
