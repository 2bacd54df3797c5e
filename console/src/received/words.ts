import { documentWordsEn, documentWordsEs } from './document-words.ts'

const es = {
  views: 'Vistas',
  all: 'Todos',
  view: { open: 'Por decidir', today: 'Vencen hoy', soon: 'Vencen en 3 días', credit: 'Crédito en riesgo', claimed: 'Reclamados', notDone: 'No realizados', failed: 'Con fallas' },
  toApprove: 'Por aprobar',
  policies: 'Políticas',
  search: 'Proveedor, RUT o folio',
  issuer: 'RUT del proveedor',
  type: 'Tipo de documento',
  sii: 'Estado en el SII',
  anySii: 'Cualquier estado en el SII',
  caption: 'Documentos recibidos, el más reciente primero',
  columns: { supplier: 'Proveedor', document: 'Documento', date: 'Emisión', total: 'Total', sii: 'SII y revisión', state: 'Estado y plazo' },
  confirmations: { 1: 'Por confirmar', 2: 'Confirmado', 3: 'Modificado', 4: 'No coincide con el SII', 5: 'Desconocido por el SII' } as Record<number, string>,
  fails: (checks: string) => `Falla: ${checks}`,
  left: (days: number) => days === 0 ? 'vence hoy' : days === 1 ? 'queda 1 día' : `quedan ${days} días`,
  ended: 'plazo vencido',
  noClaim: 'sin plazo',
  states: {
    1: 'Por decidir', 2: 'Aceptado', 3: 'Con recibo', 4: 'Aceptado y con recibo', 5: 'Reclamado', 6: 'Aceptado tácitamente', 7: 'Al contado: sin plazo',
    8: 'Anulado'
  } as Record<number, string>,
  credit: (day: string) => `dé acuse de recibo hasta el ${day}, o el crédito pasa al mes siguiente`,
  creditShort: (day: string) => `crédito: hasta el ${day}`,
  export: 'Exportar', exportExcel: 'Excel (XLSX)', exportCsv: 'Texto (CSV)', exportName: 'recibidos',
  act: { ACD: 'Aceptar', ERM: 'Dar acuse de recibo', claim: 'Reclamar', answer: 'Responder al proveedor' },
  none: 'Aún no hay documentos recibidos',
  noneText: 'Suba los archivos que le enviaron sus proveedores, o configure la casilla de intercambio y llegarán automáticamente.',
  toMailbox: 'Configurar la casilla',
  noMatch: 'Nada coincide con estos filtros',
  noMatchText: 'Pruebe con otras fechas, otra vista u otro texto.',
  upload: {
    open: 'Subir archivos', title: 'Subir archivos de proveedores', label: 'Archivos XML, ZIP o correos completos (EML)',
    note: 'Hasta 10 MB cada uno. Se revisan de inmediato y se guardan tal como llegaron.',
    outcomes: { new: 'nuevo', repeated: 'ya estaba', refused: 'rechazado' },
    taking: 'Revisando…',
    inOrder: 'sin fallas', documents: (count: number) => count === 1 ? '1 documento' : `${count} documentos`
  },
  ...documentWordsEs
}

const en: typeof es = {
  views: 'Views',
  all: 'All',
  view: { open: 'To decide', today: 'Due today', soon: 'Due in 3 days', credit: 'Credit at risk', claimed: 'Claimed', notDone: 'Not done', failed: 'With failed checks' },
  toApprove: 'To approve',
  policies: 'Rules',
  search: 'Supplier, RUT or folio',
  issuer: "Supplier's RUT",
  type: 'Document type',
  sii: 'State at the SII',
  anySii: 'Any state at the SII',
  caption: 'Received documents, newest first',
  columns: { supplier: 'Supplier', document: 'Document', date: 'Issued', total: 'Total', sii: 'SII and checks', state: 'State and deadline' },
  confirmations: { 1: 'To be confirmed', 2: 'Confirmed', 3: 'Changed', 4: 'Does not match the SII', 5: 'Unknown to the SII' },
  fails: (checks) => `Fails: ${checks}`,
  left: (days) => days === 0 ? 'due today' : days === 1 ? '1 day left' : `${days} days left`,
  ended: 'deadline passed',
  noClaim: 'no deadline',
  states: {
    1: 'To decide', 2: 'Accepted', 3: 'Receipt confirmed', 4: 'Accepted, receipt confirmed', 5: 'Claimed', 6: 'Tacitly accepted', 7: 'Cash: no deadline',
    8: 'Annulled'
  },
  credit: (day) => `confirm receipt by ${day}, or the VAT credit moves to the next month`,
  creditShort: (day) => `credit: until ${day}`,
  export: 'Export', exportExcel: 'Excel (XLSX)', exportCsv: 'Text (CSV)', exportName: 'received',
  act: { ACD: 'Accept', ERM: 'Confirm receipt', claim: 'Claim', answer: 'Answer the supplier' },
  none: 'No received documents yet',
  noneText: 'Upload the files that your suppliers sent, or set up the exchange mailbox to receive them automatically.',
  toMailbox: 'Set up the mailbox',
  noMatch: 'Nothing matches these filters',
  noMatchText: 'Try other dates, another view or another text.',
  upload: {
    open: 'Upload files', title: "Upload suppliers' files", label: 'XML files, ZIP files or complete emails (EML)',
    note: 'Up to 10 MB each. They are checked at once and stored unchanged.',
    outcomes: { new: 'new', repeated: 'already there', refused: 'rejected' },
    taking: 'Checking…',
    inOrder: 'all checks passed', documents: (count) => count === 1 ? '1 document' : `${count} documents`
  },
  ...documentWordsEn
}

export const words = { es, en }
