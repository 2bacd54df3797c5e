import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { readFilters } from './documents/filters.ts'
import { issueSearch } from './issue/search.ts'
import { readRange } from './reports/range.ts'
import { readFilters as readAuditFilters } from './audit/filters.ts'
import { readFilters as readBulkFilters } from './bulk/filters.ts'
import { readFilters as readMailboxFilters } from './mailbox/filters.ts'
import { readFilters as readDeliveryFilters } from './notifications/filters.ts'
import { readFilters as readReceivedFilters } from './received/filters.ts'
import { base } from './session/session.ts'
import { readKeptSearch } from './shared/kept/filters.ts'
import { newName } from './shared/new-name.ts'
import { part } from './shell/not-loaded.ts'
import { NotFound, Shell } from './shell/shell.tsx'
import { Unexpected } from './shell/unexpected.tsx'

const root = createRootRoute({ component: Shell, errorComponent: Unexpected, notFoundComponent: NotFound })
const getParentRoute = () => root

const start = createRoute({ getParentRoute, path: '/', beforeLoad: () => { throw redirect({ to: '/overview', replace: true }) } })

// One part of the program a place: it is loaded when somebody goes there.
const overview = createRoute({
  getParentRoute, path: '/overview', component: lazyRouteComponent(part(() => import('./overview/overview.tsx')), 'Overview')
})
const documents = createRoute({
  getParentRoute, path: '/documents', validateSearch: readFilters, component: lazyRouteComponent(part(() => import('./documents/list.tsx')), 'DocumentList')
})
const document = createRoute({
  getParentRoute, path: '/documents/$id', component: lazyRouteComponent(part(() => import('./documents/document.tsx')), 'DocumentPage')
})
const received = createRoute({
  getParentRoute, path: '/received', validateSearch: readReceivedFilters,
  component: lazyRouteComponent(part(() => import('./received/list.tsx')), 'ReceivedList')
})
const receivedDocument = createRoute({
  getParentRoute, path: '/received/$id', component: lazyRouteComponent(part(() => import('./received/document.tsx')), 'ReceivedPage')
})
const receivingPolicies = createRoute({
  getParentRoute, path: '/received/policies',
  component: lazyRouteComponent(part(() => import('./received/policies.tsx')), 'ReceivingPolicies')
})
const receivedApprovals = createRoute({
  getParentRoute, path: '/received/approvals', component: lazyRouteComponent(part(() => import('./received/approvals.tsx')), 'Approvals')
})
const issue = createRoute({
  getParentRoute, path: '/issue', validateSearch: issueSearch,
  // Each form has a name, so that a reload finds what was typed in it.
  beforeLoad: ({ search }) => {
    if (!search.draft) throw redirect({ to: '/issue', search: { ...search, draft: newName() }, replace: true })
  },
  component: lazyRouteComponent(part(() => import('./issue/issue.tsx')), 'IssuePage')
})
const submissions = createRoute({
  getParentRoute, path: '/bulk', validateSearch: readBulkFilters, component: lazyRouteComponent(part(() => import('./bulk/submissions.tsx')), 'Submissions')
})
const submission = createRoute({
  getParentRoute, path: '/bulk/$id', component: lazyRouteComponent(part(() => import('./bulk/submission.tsx')), 'SubmissionPage')
})
const customers = createRoute({
  getParentRoute, path: '/customers', validateSearch: readKeptSearch, component: lazyRouteComponent(() => import('./customers/customers.tsx'), 'Customers')
})
const customer = createRoute({
  getParentRoute, path: '/customers/$id', component: lazyRouteComponent(() => import('./customers/customer.tsx'), 'CustomerPage')
})
const products = createRoute({
  getParentRoute, path: '/products', validateSearch: readKeptSearch, component: lazyRouteComponent(() => import('./products/products.tsx'), 'Products')
})
const reports = createRoute({
  getParentRoute, path: '/reports', validateSearch: readRange, component: lazyRouteComponent(part(() => import('./reports/reports.tsx')), 'Reports')
})
const folios = createRoute({
  getParentRoute, path: '/folios', component: lazyRouteComponent(part(() => import('./folios/folios.tsx')), 'Folios')
})
const company = createRoute({
  getParentRoute, path: '/company', component: lazyRouteComponent(part(() => import('./company/company.tsx')), 'CompanyPage')
})
const templates = createRoute({
  getParentRoute, path: '/templates', component: lazyRouteComponent(part(() => import('./templates/templates.tsx')), 'Templates')
})
const template = createRoute({
  getParentRoute, path: '/templates/$id', component: lazyRouteComponent(part(() => import('./templates/template.tsx')), 'TemplatePage')
})
const mailbox = createRoute({
  getParentRoute, path: '/mailbox', validateSearch: readMailboxFilters, component: lazyRouteComponent(part(() => import('./mailbox/mailbox.tsx')), 'MailboxPage')
})
const certification = createRoute({
  getParentRoute, path: '/certification', component: lazyRouteComponent(part(() => import('./certification/certification.tsx')), 'CertificationPage')
})
const people = createRoute({
  getParentRoute, path: '/people', validateSearch: readTab, component: lazyRouteComponent(part(() => import('./people/people.tsx')), 'People')
})
const addresses = createRoute({
  getParentRoute, path: '/addresses', component: lazyRouteComponent(part(() => import('./addresses/addresses.tsx')), 'Addresses')
})
const keys = createRoute({
  getParentRoute, path: '/keys', component: lazyRouteComponent(part(() => import('./keys/keys.tsx')), 'Keys')
})
const notifications = createRoute({
  getParentRoute, path: '/notifications', validateSearch: readDeliveryFilters,
  component: lazyRouteComponent(part(() => import('./notifications/notifications.tsx')), 'NotificationsPage')
})
const audit = createRoute({
  getParentRoute, path: '/audit', validateSearch: readAuditFilters, component: lazyRouteComponent(part(() => import('./audit/audit.tsx')), 'Audit')
})
const service = createRoute({
  getParentRoute, path: '/service', component: lazyRouteComponent(part(() => import('./service/service.tsx')), 'ServicePage')
})
const setup = createRoute({
  getParentRoute, path: '/setup', component: lazyRouteComponent(part(() => import('./setup/setup.tsx')), 'Setup')
})
const account = createRoute({
  getParentRoute, path: '/account', component: lazyRouteComponent(part(() => import('./account/account.tsx')), 'AccountPage')
})

function readTab ({ tab }: Record<string, unknown>): { tab?: 'roles' } {
  return tab === 'roles' ? { tab } : {}
}

export const router = createRouter({
  routeTree: root.addChildren([
    start, overview, documents, document, received, receivedDocument, receivingPolicies, receivedApprovals,
    issue, submissions, submission, customers, customer, products, reports,
    folios, company, templates,
    template, mailbox, certification, people, addresses, keys, notifications, audit, service, setup, account
  ]),
  basepath: base, defaultPreload: 'intent', scrollRestoration: true, defaultErrorComponent: Unexpected
})

declare module '@tanstack/react-router' {
  interface Register { router: typeof router }
}
