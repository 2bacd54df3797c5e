import {
  BookOpenCheck, ContactRound, FileBadge, FilePlus2, FileUp, Globe, KeyRound, LayoutTemplate, LockKeyhole, Package,
  ShieldPlus, UserPlus, type LucideIcon
} from 'lucide-react'
import type { Claim } from '../text/claims.ts'
import type { Texts } from '../text/es.ts'

interface Action {
  name: keyof Texts['commands']
  icon: LucideIcon
  /** Where it is done. */
  to: string
  /** What is begun there at once: see shared/begin.ts. */
  hash?: string
  search?: Record<string, string>
  claim?: Claim
  /** Whether it is found by the names of documents, too. */
  issues?: true
}

/** What can be begun from anywhere, with the claim that it needs. */
export const actions: readonly Action[] = [
  { name: 'issue', icon: FilePlus2, to: '/issue', claim: 'Webhook.Issue', issues: true },
  { name: 'customer', icon: ContactRound, to: '/customers', hash: 'new', claim: 'Customer.Manage' },
  { name: 'product', icon: Package, to: '/products', hash: 'new', claim: 'Product.Manage' },
  { name: 'sheet', icon: FileUp, to: '/bulk', claim: 'BulkInvoice.Manage' },
  { name: 'caf', icon: BookOpenCheck, to: '/folios', hash: 'upload', claim: 'Folio.Manage' },
  { name: 'certificate', icon: FileBadge, to: '/company', hash: 'certificate', claim: 'Tenant.Manage' },
  { name: 'person', icon: UserPlus, to: '/people', hash: 'new', claim: 'User.Manage' },
  { name: 'role', icon: ShieldPlus, to: '/people', hash: 'role', search: { tab: 'roles' }, claim: 'Role.Manage' },
  { name: 'template', icon: LayoutTemplate, to: '/templates/new', claim: 'PdfTemplate.Manage' },
  { name: 'key', icon: KeyRound, to: '/keys', claim: 'Tenant.Manage' },
  { name: 'address', icon: Globe, to: '/addresses', hash: 'new', claim: 'IpAddressWhiteList.Manage' },
  { name: 'password', icon: LockKeyhole, to: '/account' }
]
