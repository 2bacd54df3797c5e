const es = {
  last30: 'Últimos 30 días',
  setUp: {
    title: 'Termine la puesta en marcha',
    text: 'Falta esto para que sus documentos lleguen al SII:',
    first: 'Emita su primer documento.',
    link: 'Ir a la puesta en marcha',
    issue: 'Emitir un documento'
  },
  none: 'Sin documentos en los últimos 30 días',
  noneText: 'Lo que emita, aquí o por la API, aparece en este resumen al instante.',
  attention: 'Por atender',
  attentionNone: 'Nada pendiente',
  attentionNoneText: 'Ningún documento está rechazado ni detenido.',
  all: (count: string) => count === '1' ? 'Ver' : `Ver los ${count}`,
  folios: 'Folios',
  foliosNone: 'No hay folios activos. Súbalos para poder emitir.',
  toFolios: 'Ir a folios',
  left: (count: string) => `${count} disponibles`,
  days: (count: string, one: boolean) => one ? 'alcanzan para 1 día' : `alcanzan para ${count} días`,
  calm: 'sin consumo en la última semana',
  noneLeft: 'no quedan', ask: (count: string) => `Pida ${count} folios`, askSome: 'Pida folios', steps: 'Ver los pasos', activate: 'Active los folios subidos',
  certificate: 'Certificado',
  certificateNone: 'No hay certificado. Sin él no se puede firmar.',
  certificateEnds: (date: string) => `Vence el ${date}`,
  certificateEnded: (date: string) => `Venció el ${date}`,
  certificateDays: (count: string, one: boolean) => one ? 'queda 1 día' : `quedan ${count} días`,
  toCertificate: 'Ir al certificado'
}

const en: typeof es = {
  last30: 'Last 30 days',
  setUp: {
    title: 'Finish the set-up',
    text: 'This is missing before your documents reach the SII:',
    first: 'Issue your first document.',
    link: 'Go to the set-up',
    issue: 'Issue a document'
  },
  none: 'No documents in the last 30 days',
  noneText: 'What you issue, here or through the API, appears in this overview at once.',
  attention: 'Need attention',
  attentionNone: 'Nothing to do',
  attentionNoneText: 'No document is rejected or stopped.',
  all: (count) => `See all ${count}`,
  folios: 'Folios',
  foliosNone: 'There are no active folios. Upload some in order to issue.',
  toFolios: 'Go to folios',
  left: (count) => `${count} left`,
  days: (count, one) => one ? 'enough for 1 day' : `enough for ${count} days`,
  calm: 'none used in the last week',
  noneLeft: 'none left', ask: (count) => `Request ${count} folios`, askSome: 'Request folios', steps: 'See the steps', activate: 'Activate the uploaded folios',
  certificate: 'Certificate',
  certificateNone: 'There is no certificate. Nothing can be signed without it.',
  certificateEnds: (date) => `Expires on ${date}`,
  certificateEnded: (date) => `Expired on ${date}`,
  certificateDays: (count, one) => one ? '1 day left' : `${count} days left`,
  toCertificate: 'Go to the certificate'
}

export const words = { es, en }
