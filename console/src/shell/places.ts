import {
  BadgeCheck, Bell, BookOpenCheck, Building2, ChartColumn, ContactRound, FileInput, FilePlus2, FileText,
  Files, Globe, Inbox, KeyRound, LayoutDashboard,
  LayoutTemplate, ListChecks, Package, ScrollText, Server, UserRound, Users, type LucideIcon
} from 'lucide-react'
import type { Claim } from '../text/claims.ts'
import type { Texts } from '../text/es.ts'

export type PlaceName = keyof Texts['places']

export interface Place {
  to: `/${PlaceName}`
  name: PlaceName
  icon: LucideIcon
  /** Where it is in the menu; `none` is reached from elsewhere. */
  group: 'work' | 'company' | 'administration' | 'none'
  /** One of them is enough to see something here; none: everybody may. */
  claims: readonly Claim[]
  /** Not in the menu of a company that is in production. */
  until?: 'production'
}

/** Every place of the console, in the menu's order, with what a person must be allowed in order to see it. */
export const places: readonly Place[] = [
  {
    to: '/overview', name: 'overview', icon: LayoutDashboard, group: 'work',
    claims: ['Reports.Read', 'Webhook.Read', 'Folio.Read', 'Tenant.Read']
  },
  { to: '/documents', name: 'documents', icon: FileText, group: 'work', claims: ['Webhook.Read'] },
  { to: '/received', name: 'received', icon: FileInput, group: 'work', claims: ['Received.Read'] },
  { to: '/issue', name: 'issue', icon: FilePlus2, group: 'work', claims: ['Webhook.Issue'] },
  { to: '/bulk', name: 'bulk', icon: Files, group: 'work', claims: ['BulkInvoice.Read'] },
  { to: '/customers', name: 'customers', icon: ContactRound, group: 'work', claims: ['Customer.Read'] },
  { to: '/products', name: 'products', icon: Package, group: 'work', claims: ['Product.Read'] },
  { to: '/reports', name: 'reports', icon: ChartColumn, group: 'work', claims: ['Reports.Read'] },
  { to: '/folios', name: 'folios', icon: BookOpenCheck, group: 'work', claims: ['Folio.Read'] },
  { to: '/company', name: 'company', icon: Building2, group: 'company', claims: ['Tenant.Read'] },
  { to: '/templates', name: 'templates', icon: LayoutTemplate, group: 'company', claims: ['PdfTemplate.Read'] },
  { to: '/mailbox', name: 'mailbox', icon: Inbox, group: 'company', claims: ['Mailbox.Read'] },
  { to: '/certification', name: 'certification', icon: BadgeCheck, group: 'company', claims: ['Certification.Read'], until: 'production' },
  { to: '/people', name: 'people', icon: Users, group: 'administration', claims: ['User.Read', 'Role.Read'] },
  { to: '/addresses', name: 'addresses', icon: Globe, group: 'administration', claims: ['IpAddressWhiteList.Read'] },
  { to: '/keys', name: 'keys', icon: KeyRound, group: 'administration', claims: ['Tenant.Manage'] },
  { to: '/notifications', name: 'notifications', icon: Bell, group: 'administration', claims: ['Notification.Read'] },
  { to: '/audit', name: 'audit', icon: ScrollText, group: 'administration', claims: ['AuditLogs.Read'] },
  { to: '/service', name: 'service', icon: Server, group: 'administration', claims: [] },
  { to: '/setup', name: 'setup', icon: ListChecks, group: 'none', claims: ['Tenant.Read'] },
  { to: '/account', name: 'account', icon: UserRound, group: 'none', claims: [] }
]

/** Whether a place is in the menu: it may be seen, and has something to show. */
export function isOffered ({ claims, until }: Place, can: (claim: Claim) => boolean, environment: string): boolean {
  return environment !== until && isOpen({ claims }, can)
}

/** Whether one of the claims is there, or none is needed. */
export function isOpen ({ claims }: Pick<Place, 'claims'>, can: (claim: Claim) => boolean): boolean {
  return claims.length === 0 || claims.some(can)
}

/** The place to which an address belongs: `/documents/…` to the documents. */
export function placeOf (pathname: string): Place | undefined {
  return places.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
}
