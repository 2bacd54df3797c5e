const es = {
  title: 'Envíos masivos',
  submission: 'Envío masivo',
  back: 'Envíos masivos',
  search: 'Nombre del envío',
  caption: 'Envíos masivos, del más reciente al más antiguo',
  none: 'Aún no hay envíos masivos',
  noneText: 'Descargue una plantilla, escriba un documento por fila y súbala aquí: cada fila se revisa antes de emitir.',
  noMatch: 'Ningún envío tiene ese nombre.',
  count: (count: number, shown: string) => count === 1 ? '1 documento' : `${shown} documentos`,
  columns: { name: 'Envío', created: 'Creado', documents: 'Documentos', state: 'Estado', progress: 'Avance' },
  states: { 1: 'Por emitir', 2: 'Emitiéndose', 3: 'Terminado', 4: 'Terminado con errores', 5: 'Anulado' },
  upload: {
    title: 'Nuevo envío',
    drop: 'Suba una planilla',
    note: 'Hasta 10.000 documentos, en .xlsx o .csv según la plantilla. Nada se emite todavía: primero se revisa cada fila.',
    template: 'Descargar plantilla',
    type: 'Tipo de documento',
    xlsx: 'Excel (.xlsx)',
    csv: 'Texto (.csv)',
    sending: (name: string) => `Enviando ${name}`,
    checking: (name: string) => `Revisando ${name}`,
    sent: (sent: string, of: string) => `${sent} de ${of}`,
    left: (time: string) => `faltan ${time}`,
    cancel: 'Cancelar la subida'
  },
  counters: {
    documents: 'Documentos', ready: 'Listos para emitir', invalid: 'Con errores', skipped: 'Ya emitidos antes',
    taken: 'Emitidos', waiting: 'En espera', accepted: 'Aceptados', acceptedWithObjections: 'Con reparos',
    rejected: 'Rechazados', stopped: 'Detenidos', failed: 'No emitidos', sending: 'En camino al SII', cancelled: 'Anulados'
  },
  mistakes: {
    title: (count: string) => `${count} errores`,
    one: '1 error',
    text: 'Corrija la planilla y súbala otra vez, o corrija un documento aquí: pulse su nombre. Los documentos correctos se pueden emitir.',
    correct: (document: string) => `Corregir ${document}`,
    byCause: 'Por causa',
    allCauses: 'Todas las causas',
    column: 'Columna',
    anyColumn: 'Todas las columnas',
    row: 'Fila', cell: 'Celda', field: 'Columna', why: 'Qué corregir', stands: 'Valor actual', showMore: (count: string) => `Mostrar más (quedan ${count})`, document: 'Documento',
    caption: 'Errores de la planilla, en el orden de sus filas',
    download: 'Descargar los errores',
    fileName: 'errores.csv',
    more: (shown: string, all: string) => `Se muestran los errores de los primeros ${shown} documentos, de ${all} con errores.`,
    corrected: 'Subir el archivo corregido'
  },
  process: {
    button: (count: string) => `Emitir ${count} documentos`,
    one: 'Emitir 1 documento',
    title: 'Emitir los documentos',
    text: (count: string, environment: string) =>
      `Se emitirán ${count} documentos en ${environment}. No se puede deshacer; cada uno se anula con una nota de crédito.`,
    left: (count: string, one: boolean) => one
      ? 'El que tiene errores queda sin emitir; puede corregirlo después.'
      : `Los ${count} con errores quedan sin emitir; puede corregirlos después.`,
    folios: (type: string, needed: string, have: string) =>
      `${type}: se necesitan ${needed} folios y quedan ${have}. Los demás documentos esperarán hasta que suba más.`,
    action: 'Emitir'
  },
  types: { title: 'Documentos por emitir', type: 'Tipo', documents: 'Documentos', total: 'Total' },
  progress: {
    title: 'Avance',
    rate: (count: string) => `${count} documentos por segundo`,
    left: (time: string) => `faltan ${time}`,
    waits: 'Esperan',
    waitsFor: {
      FOLIOS_MISSING: 'faltan folios', CERTIFICATE_MISSING: 'falta el certificado', CERTIFICATE_EXPIRED: 'el certificado venció',
      REFERENCE_PENDING: 'el documento que modifican aún no tiene veredicto'
    },
    streamLost: 'Se perdió la conexión en vivo; el avance se consulta cada pocos segundos.',
    stop: 'Detener',
    stopTitle: 'Detener este envío',
    stopText: 'No se emiten más documentos. Los emitidos siguen su camino al SII, y los que esperan folios también.',
    stopAction: 'Detener el envío'
  },
  result: { xlsx: 'Resultado en Excel', csv: 'Resultado en texto', download: 'Descargar el resultado' },
  remove: {
    action: 'Eliminar el envío', title: 'Eliminar este envío',
    text: (name: string) => `Se elimina el envío «${name}», del que no se emitió nada.`
  },
  again: {
    title: 'Documentos sin emitir', action: 'Repetir los no emitidos', upload: 'Subir la planilla corregida',
    text: 'Los documentos que no se emitieron pasan a un envío nuevo, donde se revisan otra vez. Nada se emite dos veces.'
  },
  replaced: 'Este envío fue reemplazado por otro.',
  seeReplacement: 'Ver el que lo reemplaza',
  replaces: 'Ver el envío anterior',
  windows1252: 'El archivo no está en UTF-8; se leyó como Windows-1252. Revise que los nombres con tildes y eñes estén bien.',
  leftBehind: (count: string) => `${count} documentos correctos del envío anterior no están en este archivo y no se han emitido.`,
  failures: {
    title: 'Motivos de no emisión o rechazo',
    one: '1 documento', documents: (count: string) => `${count} documentos`,
    rows: (rows: string, more: boolean) => `Filas ${rows}${more ? ' …' : ''}`,
    show: 'Ver las filas', showOf: (reason: string) => `Ver las filas: ${reason}`
  },
  rows: {
    anyFailure: 'Mostrar todas las filas',
    title: 'Documentos', caption: 'Documentos del envío, en el orden del archivo', all: 'Todos', ready: 'Listos', invalid: 'Con errores',
    taken: 'Emitidos', failed: 'No emitidos', cancelled: 'Anulados', name: 'Documento', receiver: 'Receptor', total: 'Total', state: 'Estado',
    none: 'No hay documentos en este estado.',
    states: { 1: 'Listo', 2: 'Con errores', 3: 'Emitido', 4: 'No emitido', 5: 'Anulado' }
  }
}

const en: typeof es = {
  title: 'Bulk submissions',
  submission: 'Bulk submission',
  back: 'Bulk submissions',
  search: 'Name of the submission',
  caption: 'Bulk submissions, newest first',
  none: 'No bulk submissions yet',
  noneText: 'Download a template, fill in one document per row and upload it here. Every row is checked before anything is issued.',
  noMatch: 'No submission has that name.',
  count: (count, shown) => count === 1 ? '1 document' : `${shown} documents`,
  columns: { name: 'Submission', created: 'Created', documents: 'Documents', state: 'State', progress: 'Progress' },
  states: { 1: 'Not issued yet', 2: 'Being issued', 3: 'Completed', 4: 'Completed with errors', 5: 'Cancelled' },
  upload: {
    title: 'New submission',
    drop: 'Upload a spreadsheet',
    note: 'Up to 10,000 documents, as .xlsx or .csv based on the template. Nothing is issued yet: every row is checked first.',
    template: 'Download a template',
    type: 'Document type',
    xlsx: 'Excel (.xlsx)',
    csv: 'Text (.csv)',
    sending: (name) => `Sending ${name}`,
    checking: (name) => `Checking ${name}`,
    sent: (sent, of) => `${sent} of ${of}`,
    left: (time) => `${time} left`,
    cancel: 'Cancel the upload'
  },
  counters: {
    documents: 'Documents', ready: 'Ready to issue', invalid: 'With mistakes', skipped: 'Issued before',
    taken: 'Issued', waiting: 'Waiting', accepted: 'Accepted', acceptedWithObjections: 'With objections',
    rejected: 'Rejected', stopped: 'Stopped', failed: 'Not issued', sending: 'On their way to the SII', cancelled: 'Cancelled'
  },
  mistakes: {
    title: (count) => `${count} mistakes`,
    one: '1 mistake',
    text: 'Correct the spreadsheet and upload it again, or correct a document here: press its name. You can issue the correct documents now.',
    correct: (document) => `Correct ${document}`,
    byCause: 'By cause',
    allCauses: 'All causes',
    column: 'Column',
    anyColumn: 'All columns',
    row: 'Row', cell: 'Cell', field: 'Column', why: 'What to correct', stands: 'Current value', showMore: (count) => `Show more (${count} left)`, document: 'Document',
    caption: 'Mistakes of the spreadsheet, in the order of its rows',
    download: 'Download the mistakes',
    fileName: 'mistakes.csv',
    more: (shown, all) => `These are the mistakes of the first ${shown} of ${all} documents with mistakes.`,
    corrected: 'Upload the corrected file'
  },
  process: {
    button: (count) => `Issue ${count} documents`,
    one: 'Issue 1 document',
    title: 'Issue the documents',
    text: (count, environment) =>
      `${count} documents will be issued in ${environment}. This cannot be undone; a credit note annuls each of them.`,
    left: (count, one) => one
      ? 'The one with mistakes is not issued; you can correct it later.'
      : `The ${count} with mistakes are not issued; you can correct them later.`,
    folios: (type, needed, have) =>
      `${type}: ${needed} folios are needed and ${have} are left. The other documents will wait until you upload more.`,
    action: 'Issue'
  },
  types: { title: 'Documents to issue', type: 'Type', documents: 'Documents', total: 'Total' },
  progress: {
    title: 'Progress',
    rate: (count) => `${count} documents a second`,
    left: (time) => `${time} left`,
    waits: 'Waiting',
    waitsFor: {
      FOLIOS_MISSING: 'folios are missing', CERTIFICATE_MISSING: 'the certificate is missing', CERTIFICATE_EXPIRED: 'the certificate has expired',
      REFERENCE_PENDING: 'the document that they change has no verdict yet'
    },
    streamLost: 'The live connection was lost. The progress is updated every few seconds.',
    stop: 'Stop',
    stopTitle: 'Stop this submission',
    stopText: 'No further documents are issued. Documents already issued, or waiting for folios, still go to the SII.',
    stopAction: 'Stop the submission'
  },
  result: { xlsx: 'Result for Excel', csv: 'Result as text', download: 'Download the result' },
  remove: {
    action: 'Delete the submission', title: 'Delete this submission',
    text: (name) => `The submission “${name}” is deleted; nothing was issued from it.`
  },
  again: {
    title: 'Documents not issued', action: 'Repeat those not issued', upload: 'Upload the corrected spreadsheet',
    text: 'The documents that were not issued go to a new submission, where they are checked again. Nothing is issued twice.'
  },
  replaced: 'Another submission replaced this one.',
  seeReplacement: 'See the one that replaces it',
  replaces: 'See the earlier submission',
  windows1252: 'The file is not in UTF-8; it was read as Windows-1252. Check that accented names are correct.',
  leftBehind: (count) => `${count} correct documents of the earlier submission are not in this file and have not been issued.`,
  failures: {
    title: 'Why they were not issued, or rejected',
    one: '1 document', documents: (count) => `${count} documents`,
    rows: (rows, more) => `Rows ${rows}${more ? ' …' : ''}`,
    show: 'Show the rows', showOf: (reason) => `Show the rows: ${reason}`
  },
  rows: {
    anyFailure: 'Show all rows',
    title: 'Documents', caption: 'Documents of the submission, in the order of the file', all: 'All', ready: 'Ready', invalid: 'With mistakes',
    taken: 'Issued', failed: 'Not issued', cancelled: 'Cancelled', name: 'Document', receiver: 'Receiver', total: 'Total', state: 'State',
    none: 'No document is in this state.',
    states: { 1: 'Ready', 2: 'With mistakes', 3: 'Issued', 4: 'Not issued', 5: 'Cancelled' }
  }
}

export const words = { es, en }
