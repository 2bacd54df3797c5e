import type { Group } from '../http/operation.ts'
import { auditLogsGroup } from './audit-logs/index.ts'
import { authGroup } from './auth/index.ts'
import { bulkInvoiceGroup } from './bulk-invoice/index.ts'
import { certificationGroup } from '../certification/operations/index.ts'
import { commonGroup } from './common/index.ts'
import { customerGroup } from './customer/index.ts'
import { folioGroup } from './folio/index.ts'
import { ipAddressWhiteListGroup } from './ip-address-white-list/index.ts'
import { mailboxGroup } from './mailbox/index.ts'
import { notificationEndpointGroup } from './notification/endpoints.ts'
import { notificationGroup } from './notification/index.ts'
import { pdfTemplateGroup } from './pdf-template/index.ts'
import { productGroup } from './product/index.ts'
import { receivedGroup } from './received/index.ts'
import { receiverGroup } from './receiver/index.ts'
import { reportsGroup } from './reports/index.ts'
import { roleGroup } from './role/index.ts'
import { tenantGroup } from './tenant/index.ts'
import { userGroup } from './user/index.ts'
import { webhookGroup } from './webhook/index.ts'

type Needs<G extends (services: never) => Group> = Parameters<G>[0]

export type CatalogueDependencies =
  & Needs<typeof authGroup>
  & Needs<typeof bulkInvoiceGroup>
  & Needs<typeof certificationGroup>
  & Needs<typeof customerGroup>
  & Needs<typeof folioGroup>
  & Needs<typeof ipAddressWhiteListGroup>
  & Needs<typeof pdfTemplateGroup>
  & Needs<typeof productGroup>
  & Needs<typeof receivedGroup>
  & Needs<typeof receiverGroup>
  & Needs<typeof roleGroup>
  & Needs<typeof tenantGroup>
  & Needs<typeof userGroup>
  & Needs<typeof webhookGroup>
  & Needs<typeof reportsGroup>
  & Needs<typeof auditLogsGroup>
  & Needs<typeof notificationGroup>
  & Needs<typeof mailboxGroup>

/** The groups in the order of the published catalogue, each with what it needs. */
export function catalogue (services: CatalogueDependencies): readonly Group[] {
  return [
    authGroup(services),
    bulkInvoiceGroup(services),
    commonGroup(),
    folioGroup(services),
    ipAddressWhiteListGroup(services),
    pdfTemplateGroup(services),
    reportsGroup(services),
    roleGroup(services),
    tenantGroup(services),
    userGroup(services),
    webhookGroup(services),
    auditLogsGroup(services),
    notificationGroup(services),
    notificationEndpointGroup(services),
    mailboxGroup(services),
    certificationGroup(services),
    receiverGroup(services),
    customerGroup(services),
    productGroup(services),
    receivedGroup(services)
  ]
}
