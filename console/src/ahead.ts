import { defaultParseSearch } from '@tanstack/react-router'
import { readFilters } from './documents/filters.ts'
import { detail, list } from './documents/requests.ts'
import { attention, folios, report, tenant } from './overview/requests.ts'
import { base, isAllowed } from './session/session.ts'
import { documentTypes } from './shared/document-types.ts'
import { queries } from './shared/queries.ts'

/*
 * Asks for what the most visited places show while the rest of the console is still being read: on a slow line or
 * machine the answers are there when the place is drawn, and it is drawn once. Every place asks for itself, too: what
 * is missing here comes later.
 */
const [, place = '', id = ''] = location.pathname.slice(base.length).split('/')

if (isAllowed('Webhook.Read') && (place === '' || place === 'overview' || place === 'documents')) {
  void queries.prefetchQuery(documentTypes)
}
if (place === '' || place === 'overview') {
  if (isAllowed('Reports.Read')) void queries.prefetchQuery(report)
  if (isAllowed('Tenant.Read')) void queries.prefetchQuery(tenant)
  if (isAllowed('Webhook.Read')) void queries.prefetchQuery(attention)
  if (isAllowed('Folio.Read')) void queries.prefetchQuery(folios)
}
if (place === 'documents' && isAllowed('Webhook.Read')) {
  if (/^[\w-]+$/.test(id)) void queries.prefetchQuery(detail(id))
  else if (id === '') void queries.prefetchQuery(list(readFilters(defaultParseSearch(location.search))))
}
