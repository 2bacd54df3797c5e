const es = {
  title: 'Auditoría',
  intro: 'Cada cambio queda anotado con quién lo hizo, y encadenado al anterior: nada se puede borrar ni alterar sin que se note.',
  user: 'Quién', action: 'Qué', at: 'Cuándo', entity: 'Sobre qué', address: 'Desde', details: 'Detalles', request: 'Solicitud',
  filters: { user: 'Persona', action: 'Acción', dates: 'Fechas', clear: 'Quitar filtros' },
  caption: 'Cambios, los más nuevos primero',
  none: 'Nada coincide con estos filtros.',
  noneText: 'Pruebe con otras fechas u otra persona.',
  system: 'Timbre',
  show: (sequence: string) => `Ver el detalle del registro ${sequence}`,
  open: 'Ver lo que cambió',
  before: 'Antes', after: 'Después', field: 'Dato',
  export: 'Exportar', xlsx: 'Excel (.xlsx)', csv: 'Texto (.csv)', fileName: 'auditoria',
  chain: {
    check: 'Revisar la cadena',
    checking: (upTo: string) => `Revisando: ${upTo} registros íntegros hasta ahora`,
    intact: (records: string) => `La cadena está íntegra hasta el registro ${records}.`,
    broken: (sequence: string) => `La cadena está rota en el registro ${sequence}. Avise a quien opera el servidor y guarde un respaldo ahora.`,
    empty: 'Aún no hay registros.',
    hash: 'Sello del último registro'
  }
}

const en: typeof es = {
  title: 'Audit log',
  intro: 'Each change is recorded with who made it, and chained to the one before: nothing can be deleted or altered unnoticed.',
  user: 'Who', action: 'What', at: 'When', entity: 'About', address: 'From', details: 'Details', request: 'Request',
  filters: { user: 'Person', action: 'Action', dates: 'Dates', clear: 'Clear filters' },
  caption: 'Changes, the newest first',
  none: 'Nothing matches these filters.',
  noneText: 'Try other dates or another person.',
  system: 'Timbre',
  show: (sequence) => `Show the details of record ${sequence}`,
  open: 'See what changed',
  before: 'Before', after: 'After', field: 'Field',
  export: 'Export', xlsx: 'Excel (.xlsx)', csv: 'Text (.csv)', fileName: 'audit-log',
  chain: {
    check: 'Check the chain',
    checking: (upTo) => `Checking: ${upTo} records intact so far`,
    intact: (records) => `The chain is intact up to record ${records}.`,
    broken: (sequence) => `The chain is broken at record ${sequence}. Tell whoever operates the server, and keep a backup now.`,
    empty: 'There are no records yet.',
    hash: 'Seal of the last record'
  }
}

export const words = { es, en }
