const es = {
  billed: 'Facturado',
  billedNote: (net: string) => `neto ${net}`,
  documents: 'Documentos',
  aDay: (count: string) => `${count} por día`,
  acceptance: 'Aceptación del SII',
  verdicts: (count: string) => `${count} con veredicto`,
  verdict: 'Tiempo hasta el veredicto',
  median: 'mediana',
  perDay: 'Facturado por día',
  byType: 'Por tipo de documento',
  net: 'Neto', vat: 'IVA', exempt: 'Exento', otherTaxes: 'Otros impuestos', type: 'Tipo'
}

const en: typeof es = {
  billed: 'Billed',
  billedNote: (net) => `net ${net}`,
  documents: 'Documents',
  aDay: (count) => `${count} a day`,
  acceptance: 'Accepted by the SII',
  verdicts: (count) => `${count} with a verdict`,
  verdict: 'Time to the verdict',
  median: 'median',
  perDay: 'Billed per day',
  byType: 'By document type',
  net: 'Net', vat: 'VAT', exempt: 'Exempt', otherTaxes: 'Other taxes', type: 'Type'
}

export const words = { es, en }
