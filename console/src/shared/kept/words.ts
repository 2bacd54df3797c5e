const es = {
  which: 'Cuáles se muestran', inUse: 'En uso', archived: 'Archivados',
  noMatch: 'Nada coincide con esta búsqueda', noMatchText: 'Pruebe con el comienzo del RUT o del código, o con palabras del nombre.',
  noneArchived: 'No hay archivados', noneArchivedText: 'Lo archivado no aparece en las listas, y los documentos todavía pueden nombrarlo.',
  isArchived: 'Archivado', archive: 'Archivar', restore: 'Volver a usar', kept: 'Los datos se guardaron.',
  sheet: 'Planilla', xlsx: 'Descargar en Excel (.xlsx)', csv: 'Descargar como texto (.csv)', import: 'Importar una planilla',
  importText: 'Suba su propia planilla, o complete la plantilla: se toman todas las filas, o ninguna. Una celda en blanco borra el dato; una columna que falta lo deja como está.',
  file: 'Suba una planilla (.xlsx o .csv)', importing: 'Revisando la planilla…',
  imported: (created: string, updated: string, unchanged: string) => `Listo: ${created} nuevos, ${updated} modificados, ${unchanged} sin cambios.`,
  template: 'Descargar la plantilla',
  columnsText: 'Indique qué es cada columna. Aún no se importó nada.', columns: 'Columnas de la planilla', heading: 'En su planilla', isColumn: 'Se importa como',
  columnOf: (heading: string) => `Columna ${heading}`, choose: 'Elija…', leaveOut: 'No importar', twice: 'Otra columna ya es esta.',
  lacking: (columns: string) => `Falta: ${columns}.`, take: 'Importar',
  mistakes: 'La planilla tiene errores. No se importó nada.', cell: 'Celda', why: 'Qué corregir', download: 'Descargar los errores', mistakesFile: 'errores.csv'
}

const en: typeof es = {
  which: 'Which ones are shown', inUse: 'In use', archived: 'Archived',
  noMatch: 'Nothing matches this search', noMatchText: 'Try the beginning of the RUT or code, or words of the name.',
  noneArchived: 'Nothing is archived', noneArchivedText: 'Archived entries are left out of lists; documents can still use them.',
  isArchived: 'Archived', archive: 'Archive', restore: 'Use again', kept: 'The data were saved.',
  sheet: 'Sheet', xlsx: 'Download for Excel (.xlsx)', csv: 'Download as text (.csv)', import: 'Import a sheet',
  importText: 'Upload your own sheet, or fill in the template: all rows are imported, or none. A blank cell clears its value; a missing column leaves it unchanged.',
  file: 'Upload a sheet (.xlsx or .csv)', importing: 'Checking the sheet…',
  imported: (created, updated, unchanged) => `Done: ${created} new, ${updated} changed, ${unchanged} unchanged.`,
  template: 'Download the template',
  columnsText: 'Choose what each column is. Nothing has been imported yet.', columns: 'Columns of the sheet', heading: 'In your sheet', isColumn: 'Imported as',
  columnOf: (heading) => `Column ${heading}`, choose: 'Choose…', leaveOut: 'Do not import', twice: 'Another column is this one already.',
  lacking: (columns) => `Missing: ${columns}.`, take: 'Import',
  mistakes: 'The sheet has mistakes. Nothing was imported.', cell: 'Cell', why: 'What to correct', download: 'Download the mistakes', mistakesFile: 'mistakes.csv'
}

export const words = { es, en }
