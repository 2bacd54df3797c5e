import { labels } from '../shared/document/labels.ts'

const es = {
  sections: {
    ...labels.es.lists, document: 'Documento', particulars: 'Otros datos del documento', receiver: 'Cliente', contact: 'Otros datos del cliente', foreign: 'Cliente extranjero',
    payment: 'Pago y saldos', currency: 'Moneda', transport: 'Transporte', customs: 'Aduana', wood: 'Transporte de madera', sender: 'Emisor y terceros'
  },
  filled: (count: number) => count === 1 ? '1 dato' : `${count} datos`,
  titles: { row: 'Corregir un documento del envío', retry: 'Corregir y reintentar', factura: 'Emitir como factura', copy: 'Emitir otra vez' },
  rowOf: (key: string) => `Documento «${key}» de la planilla. Al guardar, se revisa otra vez y se emite con los demás.`,
  rowGone: 'Lo que se subió de este documento ya no se guarda: se emitió, se anuló o no se pudo leer.',
  saveRow: 'Guardar la corrección',
  type: 'Tipo de documento',
  grossPrices: 'Precios con IVA',
  outOfFolios: (type: string) => `${type} (sin folios)`,
  withoutFolios: 'Sin folios de este tipo: el documento no se emite hasta que se suban.',
  moreData: 'Más datos',
  terms: { cash: 'Contado', 30: '30 días', 60: '60 días', other: 'Otro' },
  notSaid: 'Sin indicar',
  yes: 'Sí', no: 'No',
  chooseCode: 'Código o nombre',
  nothingFound: 'Nada coincide. Puede escribir el código.',
  notElectronic: (rut: string) => `${rut} no está en el directorio de contribuyentes electrónicos: entregue el documento impreso.`,
  earlierReceivers: 'Clientes', earlierItems: 'Productos', exempt: 'exento', withVat: 'con IVA', withoutVat: 'neto',
  add: {
    details: 'Agregar línea', references: 'Agregar referencia', globalDiscounts: 'Agregar descuento o recargo', commissions: 'Agregar comisión',
    'header.totals.taxes': 'Agregar impuesto', 'header.documentId.payments': 'Agregar pago', 'header.transport.customs.packages': 'Agregar bultos'
  },
  row: labels.es.row,
  of: (row: string, index: number) => `${row} ${index}`,
  cell: (row: string, index: number, column: string) => `${row} ${index}: ${column}`,
  removed: (row: string, index: number) => `${row} ${index} eliminada.`,
  remove: (row: string, index: number) => `Eliminar: ${row.toLowerCase()} ${index}`,
  up: 'Subir', down: 'Bajar',
  more: (index: number) => `Más datos de la línea ${index}`,
  lineKeys: [
    [['Enter'], 'otra línea'], [['Alt', '↑', '↓'], 'mover'], [['Ctrl', 'Supr'], 'eliminar'], [['Ctrl', 'V'], 'pegar celdas de una planilla']
  ] as Array<[keys: string[], what: string]>,
  lineNumber: 'N°', options: 'Más',
  mistakes: {
    number: 'Esto no es un número. Escriba, por ejemplo, 1.234,5.',
    rut: 'Este RUT no es válido: revise los números y el dígito verificador.',
    time: 'Esto no es una hora. Escriba, por ejemplo, 08:30.',
    transfer: 'Elija el motivo del traslado.'
  },
  onTop: 'Antes de emitir, corrija:',
  otherProblems: 'Además:',
  totals: {
    title: 'Totales', net: 'Neto', exempt: 'Exento', vat: (rate: string) => `IVA ${rate} %`, tax: 'IVA', total: 'Total', commissions: 'Comisiones: neto', exemptCommissions: 'Comisiones: exento', taxOfCommissions: 'Comisiones: IVA',
    constructionCredit: 'Crédito constructoras', nonBillable: 'No facturable', period: 'Monto del período', previous: 'Saldo anterior',
    toPay: 'A pagar', unwithheld: 'IVA no retenido', deposit: 'Garantía de envases', otherTax: (code: string) => `Impuesto ${code}`
  },
  computing: 'Calculando…',
  left: (count: number) => count === 1 ? '1 dato por corregir' : `${count} datos por corregir`,
  ready: 'Listo para emitir',
  expected: 'Opcional. Si lo escribe, debe ser igual al calculado.',
  notices: (count: number) => count === 1 ? '1 aviso' : `${count} avisos`,
  draftPdf: { tab: 'Vista previa', title: 'Borrador del documento', open: 'Abrir el borrador', wait: 'El borrador aparece cuando el documento está completo.' },
  issue: 'Emitir', issueAndAnother: 'Emitir y otro igual', retry: 'Reintentar',
  confirm: {
    title: '¿Emitir el documento?',
    retryTitle: '¿Reintentar el documento?',
    sentence: (what: string, amount: string, receiver: string, where: string) =>
      `Se emitirá ${what} por ${amount}${receiver === '' ? '' : ` a ${receiver}`}, en ${where}.`,
    retrySentence: (what: string, amount: string, receiver: string, where: string) =>
      `Se reintentará ${what} por ${amount}${receiver === '' ? '' : ` a ${receiver}`}, en ${where}, con los datos corregidos.`,
    evenSo: 'No se conocen los motivos que el SII envió por correo: se asigna un folio nuevo y el anterior no se puede reutilizar.',
    undoneByCredit: 'No se puede deshacer; se anula con una nota de crédito.',
    undoneByDebit: 'No se puede deshacer; se anula con una nota de débito.',
    undoneAtSii: 'No se puede deshacer: ninguna nota anula una guía. Se anula en el sitio del SII.'
  },
  a: (name: string) => `una ${name.toLowerCase()}`,
  lost: {
    title: 'Se perdió la respuesta',
    text: 'El documento puede estar emitido o no. Se vuelve a preguntar con la misma clave, así que no se emite dos veces.',
    action: 'Volver a preguntar'
  },
  issued: (document: string) => `Se emitió: ${document}.`,
  see: 'Ver el documento',
  drafts: {
    menu: (count: number) => `Borradores (${count})`, title: 'Borradores en este navegador', noReceiver: 'Sin receptor aún',
    remove: (name: string) => `Eliminar el borrador: ${name}`, fresh: 'Empezar otro documento', kept: 'Lo que escribe se guarda en este navegador.'
  },
  retryOf: (document: string) => `Corrige ${document}`,
  rejected: 'Motivo de la detención',
  serviceIndicators: {
    documents: { 1: 'Servicios periódicos domiciliarios', 2: 'Otros servicios periódicos', 3: 'Servicios' },
    exports: { 3: 'Servicios', 4: 'Servicios de hotelería', 5: 'Transporte terrestre internacional', 6: 'Otros servicios' },
    boletas: { 1: 'Servicios periódicos', 2: 'Servicios periódicos domiciliarios', 3: 'Ventas y servicios', 4: 'Espectáculos de terceros' }
  },
  exemptions: {
    1: 'No afecto o exento de IVA', 2: 'No facturable', 3: 'Garantía de depósito por envases', 4: 'No es venta',
    5: 'Rebaja una guía anterior', 6: 'No facturable negativo'
  },
  discounted: { 1: 'Líneas exentas', 2: 'Líneas no facturables' },
  affected: 'Líneas afectas'
}

const en: typeof es = {
  sections: {
    ...labels.en.lists, document: 'Document', particulars: 'Other data of the document', receiver: 'Customer', contact: 'Other data of the customer', foreign: 'Foreign customer',
    payment: 'Payment and balances', currency: 'Currency', transport: 'Transport', customs: 'Customs', wood: 'Transport of wood', sender: 'Sender and third parties'
  },
  filled: (count) => count === 1 ? '1 value' : `${count} values`,
  titles: { row: 'Correct a document of the submission', retry: 'Correct and retry', factura: 'Issue as an invoice', copy: 'Issue again' },
  rowOf: (key) => `Document “${key}” of the spreadsheet. When you save, it is checked again, and issued with the others.`,
  rowGone: 'The uploaded data of this document are no longer stored: it was issued or cancelled, or could not be read.',
  saveRow: 'Save the correction',
  type: 'Type of document',
  grossPrices: 'Prices with VAT',
  outOfFolios: (type) => `${type} (no folios)`,
  withoutFolios: 'There are no folios of this type: the document is not issued until some are uploaded.',
  moreData: 'More data',
  terms: { cash: 'Cash', 30: '30 days', 60: '60 days', other: 'Other' },
  notSaid: 'Not stated',
  yes: 'Yes', no: 'No',
  chooseCode: 'Code or name',
  nothingFound: 'Nothing matches. You can type the code.',
  notElectronic: (rut) => `${rut} is not in the directory of electronic taxpayers: hand the document over on paper.`,
  earlierReceivers: 'Customers', earlierItems: 'Products', exempt: 'exempt', withVat: 'with VAT', withoutVat: 'net',
  add: {
    details: 'Add a line', references: 'Add a reference', globalDiscounts: 'Add a discount or surcharge', commissions: 'Add a commission',
    'header.totals.taxes': 'Add a tax', 'header.documentId.payments': 'Add a payment', 'header.transport.customs.packages': 'Add packages'
  },
  row: labels.en.row,
  of: (row, index) => `${row} ${index}`,
  cell: (row, index, column) => `${row} ${index}: ${column}`,
  removed: (row, index) => `${row} ${index} was deleted.`,
  remove: (row, index) => `Delete: ${row.toLowerCase()} ${index}`,
  up: 'Move up', down: 'Move down',
  more: (index) => `More of line ${index}`,
  lineKeys: [
    [['Enter'], 'another line'], [['Alt', '↑', '↓'], 'move'], [['Ctrl', 'Del'], 'delete'], [['Ctrl', 'V'], 'paste cells of a spreadsheet']
  ],
  lineNumber: 'No.', options: 'More',
  mistakes: {
    number: 'This is not a number. Type, for example, 1.234,5.',
    rut: 'This RUT is not valid: check the number and the check digit.',
    time: 'This is not a time of day. Type, for example, 08:30.',
    transfer: 'Choose the reason of the transfer.'
  },
  onTop: 'Before you issue, correct:',
  otherProblems: 'Also:',
  totals: {
    title: 'Totals', net: 'Net', exempt: 'Exempt', vat: (rate) => `VAT ${rate} %`, tax: 'VAT', total: 'Total', commissions: 'Commissions: net', exemptCommissions: 'Commissions: exempt', taxOfCommissions: 'Commissions: VAT',
    constructionCredit: 'Construction credit', nonBillable: 'Not billable', period: 'Amount of the period', previous: 'Previous balance',
    toPay: 'To pay', unwithheld: 'VAT not withheld', deposit: 'Deposit on containers', otherTax: (code) => `Tax ${code}`
  },
  computing: 'Computing…',
  left: (count) => count === 1 ? '1 value to correct' : `${count} values to correct`,
  ready: 'Ready to issue',
  expected: 'Optional. If you enter it, it must equal the computed one.',
  notices: (count) => count === 1 ? '1 notice' : `${count} notices`,
  draftPdf: { tab: 'Preview', title: 'Draft of the document', open: 'Open the draft', wait: 'The draft appears when the document is complete.' },
  issue: 'Issue', issueAndAnother: 'Issue, and another like it', retry: 'Retry',
  confirm: {
    title: 'Issue the document?',
    retryTitle: 'Retry the document?',
    sentence: (what, amount, receiver, where) => `${what} of ${amount} will be issued${receiver === '' ? '' : ` to ${receiver}`}, in ${where}.`,
    retrySentence: (what, amount, receiver, where) =>
      `${what} of ${amount}${receiver === '' ? '' : ` to ${receiver}`} will be retried with the corrected data, in ${where}.`,
    evenSo: 'The reasons that the SII mailed are not known: the document takes a new folio and the earlier one stays used.',
    undoneByCredit: 'It cannot be undone; a credit note annuls it.',
    undoneByDebit: 'It cannot be undone; a debit note annuls it.',
    undoneAtSii: "It cannot be undone: no note annuls a delivery note. It is annulled on the SII's site."
  },
  a: (name) => `${/^[aeiou]/i.test(name) ? 'An' : 'A'} ${name.charAt(0).toLowerCase()}${name.slice(1)}`,
  lost: {
    title: 'The answer was lost',
    text: 'The document may or may not have been issued. The request is repeated with the same key, so it is not issued twice.',
    action: 'Try again'
  },
  issued: (document) => `Issued: ${document}.`,
  see: 'See the document',
  drafts: {
    menu: (count) => `Drafts (${count})`, title: 'Drafts in this browser', noReceiver: 'No receiver yet',
    remove: (name) => `Delete the draft: ${name}`, fresh: 'Start another document', kept: 'What you type is saved in this browser.'
  },
  retryOf: (document) => `Corrects ${document}`,
  rejected: 'Why it stopped',
  serviceIndicators: {
    documents: { 1: 'Periodic household services', 2: 'Other periodic services', 3: 'Services' },
    exports: { 3: 'Services', 4: 'Hotel services', 5: 'International transport by land', 6: 'Other services' },
    boletas: { 1: 'Periodic services', 2: 'Periodic household services', 3: 'Sales and services', 4: "Third parties' shows" }
  },
  exemptions: {
    1: 'Exempt from VAT', 2: 'Not billable', 3: 'Deposit on containers', 4: 'Not a sale', 5: 'Reduces an earlier delivery note', 6: 'Not billable, negative'
  },
  discounted: { 1: 'Exempt lines', 2: 'Non-billable lines' },
  affected: 'Taxed lines'
}

export const words = { es, en }
