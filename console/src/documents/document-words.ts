/** The sentences of a document's page. */
export const documentWordsEs = {
  back: 'Documentos',
  pdf: 'Descargar PDF',
  xml: 'Descargar XML',
  evidence: 'Descargar la evidencia',
  copyId: 'Copiar el identificador',
  copyCurl: 'Copiar el comando curl',
  copyJson: 'Copiar el JSON',
  another: 'Emitir otro igual',
  annul: {
    action: 'Anular',
    title: (name: string) => `Anular ${name}`,
    text: 'Se emite la nota que deja el documento sin efecto, por el mismo monto. No se puede deshacer.',
    reason: 'Motivo',
    default: 'Anula el documento',
    asFactura: 'El cliente la quiere como factura: emitirla después'
  },
  amend: {
    action: 'Corregir',
    title: (name: string) => `Corregir ${name}`,
    label: 'Qué se corrige',
    kinds: { lower: 'Rebajar', add: 'Agregar', prices: 'Un precio', texts: 'Un texto' },
    part: (item: string, priced: boolean) => priced ? `Cantidad de ${item}` : `Monto de ${item}`,
    price: (item: string) => `Precio de ${item}`,
    total: 'Total de la nota',
    ofWhole: (whole: string) => `de ${whole}`,
    howMuch: { lower: 'Indique cuánto se rebaja; deje vacías las líneas que no cambian.', add: 'Indique cuánto se agrega; deje vacías las líneas que no cambian.', prices: 'Indique el precio que debió tener; la nota es por la diferencia.' },
    field: 'Dato (opcional)', was: 'Donde dice', is: 'Debe decir', reason: 'Motivo (opcional)',
    unit: (item: string) => `En qué se mide ${item}`, units: { quantity: 'unid.', amount: '$' },
    question: (total: string, receiver: string, where: string) =>
      `Se emitirá una nota por ${total}${receiver === '' ? '' : ` a ${receiver}`}, en ${where}. No se puede deshacer.`,
    issue: 'Emitir la nota'
  },
  annulledBy: 'Este documento fue anulado por la',
  toFolios: 'Ir a folios',
  reasons: { 1: 'Motivo de la espera', 6: 'Reparos del SII', 7: 'Motivo del rechazo', 8: 'Motivo de la detención', other: 'Motivo de la demora' },
  siiSays: 'El SII dice',
  whatToDo: 'Qué hacer',
  until: (moment: string) => `Timbre vuelve a intentarlo por sí solo: ${moment}.`,
  retryWill: 'Al reintentar',
  correct: 'Corregir y reintentar',
  retry: {
    title: 'Reintentar el documento',
    text: (name: string) => `Se reintentará ${name}. No se puede deshacer.`,
    evenSo: 'Sin los motivos que el SII envió por correo, se asigna un folio nuevo y el anterior no se puede reutilizar.',
    anyway: 'Reintentar de todos modos',
  },
  resultFile: {
    label: 'Suba el archivo de resultado que el SII envió por correo',
    note: 'Es el adjunto XML (RESULTADO_ENVIO) o de texto (.txt), o el correo completo (.eml). Con él, los motivos aparecen aquí con su remedio.',
    review: (item: string, attempt: string, outcome: 'Approved' | 'NotApproved') =>
      `Es la revisión de ${item}, intento ${attempt}: ${outcome === 'Approved' ? 'aprobado' : 'no aprobado'}. Quedó registrada en Certificación.`,
    done: (trackId: string, updated: string) => `El archivo es del envío ${trackId}: se agregaron los motivos a ${updated} de sus documentos.`,
    unchanged: (count: string) => `${count} quedaron como estaban.`,
    pending: (count: string) => `${count} aún no tienen veredicto: suba el archivo de nuevo cuando lo tengan.`,
    contradicted: (count: string) => `En ${count}, el archivo contradice el estado que informa el SII; no se cambiaron.`,
    unknown: (count: string) => `${count} no pertenecen a este envío.`
  },
  requestReasons: {
    button: 'Pedir los motivos de nuevo',
    requested: 'El SII enviará de nuevo el correo con los motivos, a la casilla que tiene registrada de la empresa.',
    refused: (words: string) => `El SII no enviará el correo: ${words}`,
    unknown: (words: string) => `No se sabe si el SII enviará el correo: ${words}`
  },
  summary: 'Datos principales',
  taxNumber: 'RUT',
  issueDate: 'Fecha de emisión',
  net: 'Neto', exempt: 'Exento', vat: 'IVA', tax: (code: string) => `Impuesto ${code}`, discountLine: 'Monto no facturable',
  toPay: 'Total a pagar',
  trackId: 'N° de envío (track id)',
  createdBy: 'Por',
  program: 'un programa, con las claves de la empresa',
  earlier: 'Folios anteriores',
  way: 'Recorrido',
  waitingForVerdict: 'Falta el veredicto del SII',
  took: (time: string) => `tras ${time}`,
  relations: {
    title: 'Relaciones',
    changes: { 1: 'Anula', 2: 'Corrige textos de', 3: 'Corrige montos de', other: 'Se refiere a' },
    changedBy: { 1: 'Anulado por', 2: 'Textos corregidos por', 3: 'Montos corregidos por', other: 'Referido por' },
    elsewhere: 'No está en Timbre'
  },
  customerSide: {
    title: 'El cliente ante el SII', received: 'El SII lo recibió', until: 'Puede reclamar hasta', assignable: 'Cesión', askedAt: 'Consultado',
    claimed: 'El cliente lo reclamó: anúlelo con una nota de crédito y, si corresponde, emita otro. No se puede ceder.',
    events: {
      ACD: 'Aceptó el contenido', ERM: 'Dio recibo de mercaderías o servicios', RCD: 'Reclamó el contenido', RFP: 'Reclamó falta parcial',
      RFT: 'Reclamó falta total', NCA: 'Una nota de crédito lo anuló', ENC: 'Se emitió una nota de crédito', PAG: 'Pagado al contado'
    },
    cash: 'Se paga al contado: el cliente no puede reclamarlo.',
    ask: 'Consultar al SII ahora', asked: 'Consultado: la respuesta aparece aquí en unos segundos.'
  },
  messages: 'Correo y notificaciones',
  mail: { queued: 'Correo en cola', sent: 'Correo enviado', failed: 'Correo sin enviar' },
  mailTo: (to: string, moment: string) => `a ${to}, ${moment}`,
  failures: {
    TOO_LATE: 'Pasó demasiado tiempo sin que el servidor de correo lo aceptara.',
    MAIL_OFF: 'Este servidor no envía correos.',
    RATE_LIMITED: 'Se alcanzó el límite diario de correos.'
  },
  deliveries: { 1: 'Notificación pendiente', 2: 'Notificación entregada', 3: 'Notificación sin entregar' },
  deliveryOf: (state: string, moment: string) => `«${state}», ${moment}`,
  attempts: (count: string, one: boolean) => one ? '1 intento' : `${count} intentos`,
  nextAttempt: (moment: string) => `próximo: ${moment}`,
  answer: (status: string) => `respondió ${status}`,
  tabs: { pdf: 'PDF', data: 'Datos', json: 'JSON' },
  formats: { letter: 'Carta', '80mm': '80 mm', '58mm': '58 mm' },
  format: 'Formato',
  cedible: 'Copia cedible',
  template: 'Plantilla',
  defaultTemplate: 'Plantilla predeterminada',
  fallback: 'No se pudo generar este documento con la plantilla; se muestra el diseño de Timbre.',
  pdfFrame: 'Representación impresa',
  openPdf: 'Abrir el PDF',
  data: {
    sender: 'Emisor', receiver: 'Receptor', lines: 'Detalle', references: 'Referencias', discounts: 'Descuentos y recargos', totals: 'Totales',
    terms: 'Condiciones', notices: 'Avisos', name: 'Nombre', activity: 'Giro', address: 'Dirección', email: 'Correo', contact: 'Contacto',
    item: 'Ítem', quantity: 'Cantidad', price: 'Precio', discount: 'Descuento', value: 'Valor', exempt: 'exento',
    document: 'Documento', folio: 'Folio', date: 'Fecha', reason: 'Motivo', code: 'Código',
    payment: 'Forma de pago', payments: { 1: 'Contado', 2: 'Crédito', 3: 'Sin costo' } as Record<number, string>, due: 'Vencimiento', externalId: 'Número interno', period: 'Período',
    surcharge: 'Recargo', globalDiscount: 'Descuento', destination: 'Destino', plate: 'Patente', driver: 'Conductor', noLines: 'Este documento no lleva detalle.'
  },
  json: 'El documento tal como se envió'
}

export const documentWordsEn: typeof documentWordsEs = {
  back: 'Documents',
  pdf: 'Download PDF',
  xml: 'Download XML',
  evidence: 'Download the evidence',
  copyId: 'Copy the identifier',
  copyCurl: 'Copy the curl command',
  copyJson: 'Copy the JSON',
  another: 'Issue another like it',
  annul: {
    action: 'Annul',
    title: (name) => `Annul ${name}`,
    text: 'Issues a note for the same amount, which annuls the document. This cannot be undone.',
    reason: 'Reason',
    default: 'Anula el documento',
    asFactura: 'The customer wants it as an invoice: issue that afterwards'
  },
  amend: {
    action: 'Correct',
    title: (name) => `Correct ${name}`,
    label: 'What to correct',
    kinds: { lower: 'Lower amounts', add: 'Raise amounts', prices: 'A price', texts: 'A text' },
    part: (item, priced) => priced ? `Quantity of ${item}` : `Amount of ${item}`,
    price: (item) => `Price of ${item}`,
    total: 'Total of the note',
    ofWhole: (whole) => `of ${whole}`,
    howMuch: { lower: 'How much to subtract; leave blank what does not change.', add: 'How much to add; leave blank what does not change.', prices: 'The correct price; the note is for the difference.' },
    field: 'What it is (optional)', was: 'It says', is: 'It should say', reason: 'Reason (optional)',
    unit: (item) => `How ${item} is measured`, units: { quantity: 'units', amount: '$' },
    question: (total, receiver, where) => `A note of ${total} will be issued${receiver === '' ? '' : ` to ${receiver}`}, in ${where}. It cannot be undone.`,
    issue: 'Issue the note'
  },
  annulledBy: 'This document was annulled by',
  toFolios: 'Go to folios',
  reasons: { 1: 'Why it is waiting', 6: "The SII's objections", 7: 'Why it was rejected', 8: 'Why it stopped', other: 'What delays it' },
  siiSays: 'The SII says',
  whatToDo: 'What to do',
  until: (moment) => `Timbre retries automatically: ${moment}.`,
  retryWill: 'Retrying',
  correct: 'Correct and retry',
  retry: {
    title: 'Retry the document',
    text: (name) => `${name} will be retried. This cannot be undone.`,
    evenSo: 'Without the reasons that the SII mailed, the document takes a new folio and the earlier one remains used.',
    anyway: 'Retry anyway',
  },
  resultFile: {
    label: 'Upload the result file that the SII sent by mail',
    note: 'The XML attachment (RESULTADO_ENVIO), the text (.txt) or the complete mail (.eml). The reasons then appear here with their remedies.',
    review: (item, attempt, outcome) =>
      `It is the review of ${item}, attempt ${attempt}: ${outcome === 'Approved' ? 'approved' : 'not approved'}. It was recorded in Certification.`,
    done: (trackId, updated) => `The file belongs to upload ${trackId}: reasons were added to ${updated} of its documents.`,
    unchanged: (count) => `${count} stayed as they were.`,
    pending: (count) => `${count} have no verdict yet: upload the file again once they have one.`,
    contradicted: (count) => `For ${count}, the file contradicts the state that the SII reports; they were not changed.`,
    unknown: (count) => `${count} do not belong to this upload.`
  },
  requestReasons: {
    button: 'Request the reasons again',
    requested: 'The SII will send the mail with the reasons again, to the address that it has on record for the company.',
    refused: (words) => `The SII will not send the mail: ${words}`,
    unknown: (words) => `It is not known whether the SII will send the mail: ${words}`
  },
  summary: 'Main facts',
  taxNumber: 'RUT',
  issueDate: 'Issue date',
  net: 'Net', exempt: 'Exempt', vat: 'VAT', tax: (code) => `Tax ${code}`, discountLine: 'Non-billable amount',
  toPay: 'Amount to pay',
  trackId: 'Upload number (track id)',
  createdBy: 'By',
  program: "a program, with the company's keys",
  earlier: 'Earlier folios',
  way: 'Timeline',
  waitingForVerdict: "The SII's verdict is still to come",
  took: (time) => `after ${time}`,
  relations: {
    title: 'Related documents',
    changes: { 1: 'Annuls', 2: 'Corrects texts of', 3: 'Corrects amounts of', other: 'Refers to' },
    changedBy: { 1: 'Annulled by', 2: 'Texts corrected by', 3: 'Amounts corrected by', other: 'Referred to by' },
    elsewhere: 'Not in Timbre'
  },
  customerSide: {
    title: 'The customer at the SII', received: 'The SII received it', until: 'Can be claimed until', assignable: 'Assignment', askedAt: 'Asked',
    claimed: 'The customer claimed it: annul it with a credit note and, if needed, issue another. It cannot be assigned.',
    events: {
      ACD: 'Accepted the content', ERM: 'Confirmed receipt of goods or services', RCD: 'Claimed the content', RFP: 'Claimed partial delivery',
      RFT: 'Claimed non-delivery', NCA: 'A credit note annulled it', ENC: 'A credit note was issued', PAG: 'Paid in cash'
    },
    cash: 'It was paid in cash: the customer cannot claim it.',
    ask: 'Ask the SII now', asked: 'Asked: the answer appears here in a few seconds.'
  },
  messages: 'Mail and notifications',
  mail: { queued: 'Mail queued', sent: 'Mail sent', failed: 'Mail not sent' },
  mailTo: (to, moment) => `to ${to}, ${moment}`,
  failures: {
    TOO_LATE: 'The mail server did not accept it in time.',
    MAIL_OFF: 'This server sends no mail.',
    RATE_LIMITED: 'The daily limit of mails was reached.'
  },
  deliveries: { 1: 'Notification pending', 2: 'Notification delivered', 3: 'Notification not delivered' },
  deliveryOf: (state, moment) => `“${state}”, ${moment}`,
  attempts: (count, one) => one ? '1 attempt' : `${count} attempts`,
  nextAttempt: (moment) => `next: ${moment}`,
  answer: (status) => `answered ${status}`,
  tabs: { pdf: 'PDF', data: 'Data', json: 'JSON' },
  formats: { letter: 'Letter', '80mm': '80 mm', '58mm': '58 mm' },
  format: 'Format',
  cedible: 'Assignable copy',
  template: 'Template',
  defaultTemplate: 'Default template',
  fallback: "The template could not draw this document; this is Timbre's built-in design.",
  pdfFrame: 'Printed document',
  openPdf: 'Open the PDF',
  data: {
    sender: 'Sender', receiver: 'Receiver', lines: 'Lines', references: 'References', discounts: 'Discounts and surcharges', totals: 'Totals',
    terms: 'Terms', notices: 'Notices', name: 'Name', activity: 'Business activity', address: 'Address', email: 'Email', contact: 'Contact',
    item: 'Item', quantity: 'Quantity', price: 'Price', discount: 'Discount', value: 'Value', exempt: 'exempt',
    document: 'Document', folio: 'Folio', date: 'Date', reason: 'Reason', code: 'Code',
    payment: 'Payment', payments: { 1: 'Cash', 2: 'Credit', 3: 'Free of charge' }, due: 'Due date', externalId: 'Own number', period: 'Period',
    surcharge: 'Surcharge', globalDiscount: 'Discount', destination: 'Destination', plate: 'Licence plate', driver: 'Driver', noLines: 'This document has no lines.'
  },
  json: 'The document as it was sent'
}
