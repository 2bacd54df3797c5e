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
  attentionNoneText: 'Documentos, folios y certificado están al día.',
  attentionUnknown: 'No se pudo revisar todo. Vuelva a cargar la página.',
  tasks: {
    failed: (count: string, one: boolean) => one ? '1 documento recibido no pasó la revisión' : `${count} documentos recibidos no pasaron la revisión`,
    delayed: (count: string, one: boolean, since: string) => one
      ? `El SII no responde: 1 documento espera desde el ${since} y se enviará solo`
      : `El SII no responde: ${count} documentos esperan desde el ${since} y se enviarán solos`,
    today: (count: string, one: boolean) => one ? '1 documento recibido vence hoy' : `${count} documentos recibidos vencen hoy`,
    soon: (count: string, one: boolean) => one ? '1 documento recibido vence en 3 días' : `${count} documentos recibidos vencen en 3 días`,
    credit: (count: string, one: boolean) => one ? '1 con el crédito de IVA en riesgo este mes' : `${count} con el crédito de IVA en riesgo este mes`,
    approval: (count: string, one: boolean) => one ? '1 espera su aprobación' : `${count} esperan su aprobación`,
    notDone: (count: string, one: boolean) => one ? '1 pedido no llegó al registro del SII' : `${count} pedidos no llegaron al registro del SII`,
    claimed: (count: string, one: boolean) => one ? '1 documento emitido reclamado' : `${count} documentos emitidos reclamados`
  },
  lacks: {
    CERTIFICATE_MISSING: () => 'No hay un certificado vigente: no se puede firmar',
    CERTIFICATE_ENDS_SOON: () => 'El certificado vence dentro de 30 días',
    FOLIOS_MISSING: (type: string) => `No quedan folios: ${type}`,
    FOLIOS_INACTIVE: (type: string) => `Hay folios subidos sin activar: ${type}`,
    FOLIOS_LOW: (type: string) => `Quedan pocos folios: ${type}`
  },
  all: (count: string) => count === '1' ? 'Ver' : `Ver los ${count}`,
  folios: 'Folios',
  foliosNone: 'No hay folios activos. Súbalos para poder emitir.',
  toFolios: 'Ir a folios',
  left: (count: string) => `${count} disponibles`,
  days: (days: number) => days > 365 ? 'alcanzan para más de un año' : days === 1 ? 'alcanzan para 1 día' : `alcanzan para ${days} días`,
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
  noneText: 'Documents that you issue, here or through the API, appear in this overview at once.',
  attention: 'Need attention',
  attentionNone: 'Nothing to do',
  attentionNoneText: 'Documents, folios and certificate are up to date.',
  attentionUnknown: 'Not everything could be checked. Reload the page.',
  tasks: {
    failed: (count, one) => one ? '1 received document failed the checks' : `${count} received documents failed the checks`,
    delayed: (count, one, since) => one
      ? `The SII does not respond: 1 document has been waiting since ${since} and will be sent automatically`
      : `The SII does not respond: ${count} documents have been waiting since ${since} and will be sent automatically`,
    today: (count, one) => one ? 'The deadline of 1 received document is today' : `The deadline of ${count} received documents is today`,
    soon: (count, one) => one ? 'The deadline of 1 received document is within 3 days' : `The deadline of ${count} received documents is within 3 days`,
    credit: (count, one) => one ? '1 with its VAT credit at risk this month' : `${count} with their VAT credit at risk this month`,
    approval: (count, one) => one ? '1 awaiting approval' : `${count} awaiting approval`,
    notDone: (count, one) => one ? "1 request did not reach the SII's registry" : `${count} requests did not reach the SII's registry`,
    claimed: (count, one) => one ? '1 issued document was claimed' : `${count} issued documents were claimed`
  },
  lacks: {
    CERTIFICATE_MISSING: () => 'There is no valid certificate: nothing can be signed',
    CERTIFICATE_ENDS_SOON: () => 'The certificate expires within 30 days',
    FOLIOS_MISSING: (type) => `No folios are left: ${type}`,
    FOLIOS_INACTIVE: (type) => `Uploaded folios are not active: ${type}`,
    FOLIOS_LOW: (type) => `Few folios are left: ${type}`
  },
  all: (count) => `See all ${count}`,
  folios: 'Folios',
  foliosNone: 'There are no active folios. Upload some in order to issue.',
  toFolios: 'Go to folios',
  left: (count) => `${count} left`,
  days: (days) => days > 365 ? 'enough for more than a year' : days === 1 ? 'enough for 1 day' : `enough for ${days} days`,
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
