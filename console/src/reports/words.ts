const es = {
  range: 'Fechas de emisión',
  currency: 'Moneda',
  none: 'Sin documentos en estas fechas',
  noneText: 'Elija otras fechas. Los documentos cuentan por su fecha de emisión.',
  issue: 'Emitir un documento',
  byState: 'Por estado',
  byChannel: 'Por origen',
  state: 'Estado', channel: 'Origen', documents: 'Documentos', total: 'Monto de los documentos', billed: 'Facturado',
  codes: 'Motivos del SII',
  codesNote: 'Códigos de los documentos rechazados o con reparos, el más frecuente primero.',
  byMail: 'Abra el documento y suba el archivo de resultado que el SII envió por correo a la empresa.',
  codesNone: 'El SII no rechazó ni objetó ningún documento en estas fechas.',
  code: 'Código', meaning: 'Significado', remedy: 'Qué hacer',
  files: { days: 'por-dia', types: 'por-tipo', channels: 'por-origen', states: 'por-estado', codes: 'motivos-sii' }
}

const en: typeof es = {
  range: 'Issue dates',
  currency: 'Currency',
  none: 'No documents on these dates',
  noneText: 'Choose other dates. Documents count by their issue date.',
  issue: 'Issue a document',
  byState: 'By state',
  byChannel: 'By origin',
  state: 'State', channel: 'Origin', documents: 'Documents', total: 'Amount of the documents', billed: 'Billed',
  codes: 'Reasons of the SII',
  codesNote: 'Codes of rejected documents and of documents with objections, most frequent first.',
  byMail: 'Open the document and upload the result file that the SII mailed to the company.',
  codesNone: 'On these dates the SII rejected no document and raised no objections.',
  code: 'Code', meaning: 'Meaning', remedy: 'What to do',
  files: { days: 'by-day', types: 'by-type', channels: 'by-origin', states: 'by-state', codes: 'sii-reasons' }
}

export const words = { es, en }
