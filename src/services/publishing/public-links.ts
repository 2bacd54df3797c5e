import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { AuditActor } from '../../repositories/audit/audit-log.ts'
import type { PublicLinkRow } from '../../repositories/invoicing/documents/public-links.ts'
import type { PlatformRepositories, Store } from '../../repositories/store.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { Actor } from '../actor.ts'
import { audited } from '../audit/audit-actor.ts'
import { mustBeInForce } from '../invoicing/notes/in-force.ts'
import { platformTenant } from '../platform-tenant.ts'
import type { Clock } from '../ports.ts'
import { service } from '../tasks/task-lease.ts'

export interface PublicLinksDependencies {
  store: Store
  /** Of the key that tokens are made with. */
  pepper: Buffer
  /** Where users reach this server. */
  publicUrl: string
  clock: Clock
}

/** Where a token leads. */
export interface Opened { tenantId: string, correlationId: string }

/** `isFirst`: the page was not opened before. */
export interface Opening extends Opened { isFirst: boolean }

/** `openedAt`: when the page was first opened; null if it was not. */
export interface GivenLink { url: string, openedAt: Date | null }

/**
 * Links with which anybody sees a document. A token is an HMAC of the document and a random salt, under a key made of
 * the pepper: 256 bits, and in no table. The database alone does not give it away, the same link can be shown again,
 * and it survives new master and token keys. A new salt makes another link. The directory has the token's keyed hash,
 * as that of an access key, and leads from there to the tenant.
 */
export function createPublicLinks ({ store, pepper, publicUrl, clock }: PublicLinksDependencies) {
  const key = Buffer.from(hkdfSync('sha256', pepper, '', 'timbre public links', 32))
  const tokenOf = ({ tenantId, correlationId }: Opened, { salt }: Pick<PublicLinkRow, 'salt'>): string =>
    createHmac('sha256', key).update(`${tenantId} ${correlationId} `).update(salt).digest('base64url')
  const addressOf = (token: string): string => `${publicUrl.replace(/\/+$/, '')}/d/${token}`

  async function create (
    platform: PlatformRepositories, opened: Opened, actor: AuditActor
  ): Promise<string> {
    const { tenantId, correlationId } = opened
    const repositories = platform.tenant(tenantId)
    const [at, salt] = [clock(), randomBytes(16)]
    const token = tokenOf(opened, { salt })
    await repositories.publicLinks.put(correlationId, salt, at)
    await platform.directory.claim('publicLink', token, { tenant: tenantId, subject: correlationId })
    repositories.auditLog.add([{
      actor, action: 'invoice.publicLink', entity: 'invoice', entityId: correlationId, details: {}
    }], at)
    return addressOf(token)
  }

  return {
    /**
     * The link to a document's public page, the same until it is revoked. Throws ServiceError DOCUMENT_NOT_FOUND,
     * DOCUMENT_NOT_ISSUED, DOCUMENT_NOT_IN_FORCE, PUBLIC_PAGES_OFF.
     */
    give: (actor: Actor, correlationId: string): Promise<GivenLink> => store.asPlatform(async (platform) => {
      const opened = { tenantId: actor.tenantId, correlationId }
      const { tenant, invoices, publicLinks } = platform.tenant(actor.tenantId)
      await tenant.lock()
      const invoice = await invoices.find(correlationId)
      if (!invoice) throw new ServiceError('DOCUMENT_NOT_FOUND')
      if (!(await tenant.get()).publicPages) throw new ServiceError('PUBLIC_PAGES_OFF')
      mustBeInForce(invoice)
      const link = await publicLinks.find(correlationId)
      return link?.revokedAt === null
        ? { url: addressOf(tokenOf(opened, link)), openedAt: link.openedAt }
        : { url: await create(platform, opened, audited(actor)), openedAt: null }
    }),

    /**
     * The same for a mail or a printed copy; undefined where the tenant has no public pages, or revoked the link of the
     * document.
     */
    forCopy: (opened: Opened): Promise<string | undefined> => store.asPlatform(async (platform) => {
      const { tenant, publicLinks } = platform.tenant(opened.tenantId)
      if (!(await tenant.get()).publicPages) return undefined
      let link = await publicLinks.find(opened.correlationId)
      if (!link) {
        await tenant.lock()
        link = await publicLinks.find(opened.correlationId)
      }
      if (!link) return create(platform, opened, service)
      return link.revokedAt === null ? addressOf(tokenOf(opened, link)) : undefined
    }),

    /** Ends the link for good; false if there was none. Throws ServiceError DOCUMENT_NOT_FOUND. */
    revoke: (actor: Actor, correlationId: string): Promise<boolean> => store.asPlatform(async (platform) => {
      const opened = { tenantId: actor.tenantId, correlationId }
      const { tenant, invoices, publicLinks, auditLog } = platform.tenant(actor.tenantId)
      await tenant.lock()
      if (!await invoices.find(correlationId)) throw new ServiceError('DOCUMENT_NOT_FOUND')
      const link = await publicLinks.find(correlationId)
      if (link?.revokedAt !== null) return false
      const at = clock()
      await publicLinks.revoke(correlationId, at)
      await platform.directory.release('publicLink', tokenOf(opened, link), correlationId)
      auditLog.add([{
        actor: audited(actor), action: 'invoice.revokePublicLink', entity: 'invoice', entityId: correlationId, details: {}
      }], at)
      return true
    }),

    /** Of the page of a token. */
    addressOf,

    /**
     * Where a token leads; undefined alike, and after the same statements, for a wrong, revoked or switched-off one.
     */
    async open (token: string): Promise<Opening | undefined> {
      const found = await store.asPlatform(({ directory }) => directory.find('publicLink', token))
      const { tenant: tenantId, subject } = found ?? { tenant: platformTenant, subject: platformTenant }
      const link = await store.asTenant(tenantId, ({ publicLinks }) => publicLinks.findOpening(subject))
      return link && { tenantId, correlationId: subject, isFirst: link.openedAt === null }
    },

    /** Stores that the page was opened, if it is the first time. */
    noteOpening: ({ tenantId, correlationId }: Opened): Promise<void> =>
      store.asTenant(tenantId, ({ publicLinks }) => publicLinks.noteOpening(correlationId, clock()))
  }
}

export type PublicLinks = ReturnType<typeof createPublicLinks>
