const es = {
  which: 'Cuáles se muestran', inUse: 'En uso', archived: 'Archivados',
  noMatch: 'Nada coincide con esta búsqueda', noMatchText: 'Pruebe con el comienzo del RUT o del código, o con palabras del nombre.',
  noneArchived: 'No hay archivados', noneArchivedText: 'Lo archivado no aparece en las listas, y los documentos todavía pueden nombrarlo.',
  isArchived: 'Archivado', archive: 'Archivar', restore: 'Volver a usar', saved: 'Guardado', kept: 'Los datos se guardaron.'
}

const en: typeof es = {
  which: 'Which ones are shown', inUse: 'In use', archived: 'Archived',
  noMatch: 'Nothing matches this search', noMatchText: 'Try the beginning of the RUT or code, or words of the name.',
  noneArchived: 'Nothing is archived', noneArchivedText: 'What is archived is left out of lists, and documents can still name it.',
  isArchived: 'Archived', archive: 'Archive', restore: 'Use again', saved: 'Saved', kept: 'The data were saved.'
}

export const words = { es, en }
