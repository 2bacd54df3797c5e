import { documentWordsEn, documentWordsEs } from './document-words.ts'

const es = {
  views: 'Estados',
  all: 'Todos',
  attend: 'Por atender',
  onTheirWay: 'En camino',
  atLeast: (count: string) => `${count} o más`,
  search: 'Receptor, RUT o folio',
  type: 'Tipo de documento',
  anyType: 'Todos los tipos',
  channel: 'Origen',
  anyChannel: 'Todos los orígenes',
  dates: 'Fechas de emisión',
  filters: 'Filtros',
  clear: 'Quitar los filtros',
  caption: 'Documentos, el más reciente primero',
  document: 'Documento',
  receiver: 'Receptor',
  date: 'Emisión',
  total: 'Total',
  status: 'Estado',
  none: 'Aún no hay documentos',
  noneText: 'Lo que emita, aquí o por la API, aparece en esta lista al instante.',
  issue: 'Emitir un documento',
  noMatch: 'Nada coincide con estos filtros',
  noMatchText: 'Pruebe con otras fechas, otro estado u otro texto.',
  selected: (count: string, one: boolean) => one ? '1 documento seleccionado' : `${count} documentos seleccionados`,
  selectAll: 'Seleccionar todos los de esta página',
  select: (name: string) => `Seleccionar ${name}`,
  unselect: 'Quitar la selección',
  retryThem: (count: string) => `Reintentar ${count}`,
  retryTitle: 'Reintentar documentos',
  retryText: (count: string, one: boolean) => one
    ? 'Se reintentará 1 documento detenido o rechazado. Si el SII no liberó su folio, sale con uno nuevo; el anterior queda usado.'
    : `Se reintentarán ${count} documentos detenidos o rechazados. Los que no recuperan su folio salen con uno nuevo; el anterior queda usado.`,
  retryHint: 'Corrija antes la causa: sin eso, vuelven a quedar como están.',
  retried: (count: string, one: boolean) => one ? '1 documento va otra vez en camino.' : `${count} documentos van otra vez en camino.`,
  notRetried: (name: string) => `${name}: no se reintentó.`,
  pdfs: 'Descargar los PDF',
  pdfOf: (done: string, all: string) => `PDF ${done} de ${all}`,
  waiting: {
    FOLIOS_MISSING: 'faltan folios', CERTIFICATE_MISSING: 'falta el certificado', RESOLUTION_MISSING: 'falta la resolución',
    REFERENCE_PENDING: 'espera a otro documento', REASONS_BY_MAIL: 'motivos por correo', OBJECTIONS_BY_MAIL: 'reparos por correo',
    SII_UNAVAILABLE: 'el SII no responde'
  } as Record<string, string>,
  ...documentWordsEs
}

const en: typeof es = {
  views: 'States',
  all: 'All',
  attend: 'Need attention',
  onTheirWay: 'On their way',
  atLeast: (count) => `${count} or more`,
  search: 'Receiver, RUT or folio',
  type: 'Document type',
  anyType: 'All types',
  channel: 'Origin',
  anyChannel: 'All origins',
  dates: 'Issue dates',
  filters: 'Filters',
  clear: 'Clear the filters',
  caption: 'Documents, newest first',
  document: 'Document',
  receiver: 'Receiver',
  date: 'Issued',
  total: 'Total',
  status: 'State',
  none: 'No documents yet',
  noneText: 'What you issue, here or through the API, appears in this list at once.',
  issue: 'Issue a document',
  noMatch: 'Nothing matches these filters',
  noMatchText: 'Try other dates, another state or another text.',
  selected: (count, one) => one ? '1 document selected' : `${count} documents selected`,
  selectAll: 'Select all on this page',
  select: (name) => `Select ${name}`,
  unselect: 'Clear the selection',
  retryThem: (count) => `Retry ${count}`,
  retryTitle: 'Retry documents',
  retryText: (count, one) => one
    ? '1 stopped or rejected document will be retried. If the SII did not release its folio, it takes a new one; the earlier folio stays used.'
    : `${count} stopped or rejected documents will be retried. Those whose folio the SII did not release take a new one; the earlier folio stays used.`,
  retryHint: 'Correct the cause first: otherwise they end up where they are now.',
  retried: (count, one) => one ? '1 document is on its way again.' : `${count} documents are on their way again.`,
  notRetried: (name) => `${name}: not retried.`,
  pdfs: 'Download the PDFs',
  pdfOf: (done, all) => `PDF ${done} of ${all}`,
  waiting: {
    FOLIOS_MISSING: 'no folios', CERTIFICATE_MISSING: 'no certificate', RESOLUTION_MISSING: 'no resolution',
    REFERENCE_PENDING: 'waits for another document', REASONS_BY_MAIL: 'reasons by mail', OBJECTIONS_BY_MAIL: 'objections by mail',
    SII_UNAVAILABLE: 'the SII does not answer'
  },
  ...documentWordsEn
}

export const words = { es, en }
