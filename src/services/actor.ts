import { platformTenant } from './platform-tenant.ts'

/** Kinds of user as EnumUserType serves them; 9 is made from the command line only. */
export const userTypes = {
  1: { name: 'TenantAdministrator' },
  2: { name: 'TenantUser' },
  9: { name: 'PlatformOperator' }
} as const

export type UserType = keyof typeof userTypes

/**
 * Who acts, proven by an access token or by a tenant's keys. Every service verb takes one, and the tenant comes from
 * here alone: nothing a client writes in a query or a body can change it.
 */
export interface Actor {
  tenantId: string
  userId: string
  userName: string
  email: string
  userType: UserType
  /** Values of the claims of type `permission` (services/access/permissions.ts). */
  permissions: ReadonlySet<string>
  /** The tenant requires a second factor, and the user has none: until it is set up, there are no permissions. */
  lacksSecondFactor?: boolean
  requestId?: string
  /** The caller's IP address, IPv4-mapped IPv6 folded to IPv4. */
  address?: string
  /** Fires when the caller has left: waiting in line for it is of no use then. */
  signal?: AbortSignal
  /** Anybody who has a public link: what is drawn for them takes a small share of the tenant's turns. */
  isStranger?: true
}

/** The service itself at work for a tenant, where no person acts: reads what its own jobs need, and holds no claim. */
export function serviceActor (tenantId: string): Actor {
  return { tenantId, userId: platformTenant, userName: 'timbre', email: '', userType: 9, permissions: new Set() }
}

/** What an access token says: the user, the tenant, the generation of the user's sessions, and its own session. */
export interface SessionClaims {
  userId: string
  tenantId: string
  tokenVersion: number
  /** Absent in tokens of versions that had no sessions to end (services/access/user-sessions.ts). */
  sessionId?: string | undefined
}

/** A token that was accepted, with when the password was given for it and when it ends. */
export interface ReadToken extends SessionClaims { signedInAt: Date, expiration: Date }

/** What a client sends to prove that it speaks for a tenant. */
export interface TenantKeys { tenantCode: string, accessKey: string, secretKey: string }

export interface Sessions {
  /**
   * The actor as the user is now; undefined once the user is gone, the token's generation has passed or its session has
   * ended.
   */
  actorOf: (claims: SessionClaims) => Promise<Actor | undefined>
}

export interface TenantKeyring {
  /**
   * The actor behind a tenant's keys; undefined for an unknown tenant, access key or secret alike. Keys that were not
   * seen before are looked up in turns by caller: the address they come from. Throws ServiceError OVERLOADED when too
   * many of one wait.
   */
  actorOf: (keys: TenantKeys, caller?: string) => Promise<Actor | undefined>
}

export interface AddressRules {
  /** Whether the tenant's IP allow list lets this address in; an empty list lets everyone in. */
  permits: (tenantId: string, address: string) => Promise<boolean>
}
