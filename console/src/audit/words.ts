const es = {
  title: 'Auditoría',
  intro: 'Cada cambio se registra con su autor y se encadena al anterior: ninguno se puede borrar ni alterar sin dejar huella.',
  user: 'Quién', action: 'Qué', at: 'Cuándo', entity: 'Sobre qué', identifier: 'Identificador', address: 'Desde', details: 'Detalles', request: 'Solicitud',
  filters: { user: 'Persona', action: 'Acción', dates: 'Fechas' },
  caption: 'Cambios, del más reciente al más antiguo',
  none: 'Nada coincide con estos filtros.',
  noneText: 'Pruebe con otras fechas u otra persona.',
  system: 'Timbre',
  key: (key: string) => `Clave ${key}`,
  subjects: {
    folios: (type: string, from: string, to: string) => `${type}, folios ${from} a ${to}`,
    document: '1 documento', documents: (count: string) => `${count} documentos`
  },
  fields: {
    businessName: 'Razón social', businessActivity: 'Giro', activityCodes: 'Códigos de actividad', address: 'Dirección', municipality: 'Comuna',
    city: 'Ciudad', siiOffice: 'Unidad del SII', phone: 'Teléfono', branchName: 'Sucursal', branchCode: 'Código de sucursal', email: 'Correo',
    environment: 'Ambiente', taxAuthority: 'Destino de los documentos', mailReceivers: 'Correo al receptor', strictFormat: 'Formato estricto', publicPages: 'Páginas públicas', qrOnPdf: 'Código QR', keepIssued: 'Guardar lo emitido',
    requireSecondFactor: 'Segundo factor obligatorio',
    whenNotReady: 'Si faltan folios o certificado', fullName: 'Nombre', name: 'Nombre', claims: 'Permisos', roles: 'Roles',
    host: 'Servidor', events: 'Avisos', enabled: 'Activo', description: 'Descripción', ipAddress: 'Dirección IP'
  } as Record<string, string>,
  show: (sequence: string) => `Ver el detalle del registro ${sequence}`,
  open: 'Ver lo que cambió',
  before: 'Antes', after: 'Después', field: 'Dato',
  export: 'Exportar', xlsx: 'Excel (.xlsx)', csv: 'Texto (.csv)', fileName: 'auditoria',
  chain: {
    check: 'Verificar la cadena',
    checking: (upTo: string) => `Verificando: ${upTo} registros íntegros hasta ahora`,
    intact: (records: string) => `La cadena está íntegra hasta el registro ${records}.`,
    broken: (sequence: string) => `La cadena está rota en el registro ${sequence}. Avise a quien opera el servidor y guarde un respaldo ahora.`,
    empty: 'Aún no hay registros.',
    hash: 'Hash del último registro'
  }
}

const en: typeof es = {
  title: 'Audit log',
  intro: 'Each change is recorded with its author and chained to the previous one, so no deletion or alteration goes unnoticed.',
  user: 'Who', action: 'What', at: 'When', entity: 'About', identifier: 'Identifier', address: 'From', details: 'Details', request: 'Request',
  filters: { user: 'Person', action: 'Action', dates: 'Dates' },
  caption: 'Changes, newest first',
  none: 'Nothing matches these filters.',
  noneText: 'Try other dates or another person.',
  system: 'Timbre',
  key: (key) => `Key ${key}`,
  subjects: {
    folios: (type, from, to) => `${type}, folios ${from} to ${to}`,
    document: '1 document', documents: (count) => `${count} documents`
  },
  fields: {
    businessName: 'Business name', businessActivity: 'Activity', activityCodes: 'Activity codes', address: 'Address', municipality: 'Municipality',
    city: 'City', siiOffice: 'SII office', phone: 'Phone', branchName: 'Branch', branchCode: 'Branch code', email: 'Email',
    environment: 'Environment', taxAuthority: 'Sent to', mailReceivers: 'Mail to the receiver', strictFormat: 'Strict format', publicPages: 'Public pages', qrOnPdf: 'QR code', keepIssued: 'Keep what is issued', requireSecondFactor: 'Second factor required',
    whenNotReady: 'Without folios or certificate', fullName: 'Name', name: 'Name', claims: 'Claims', roles: 'Roles',
    host: 'Server', events: 'Messages', enabled: 'On', description: 'Description', ipAddress: 'IP address'
  },
  show: (sequence) => `Show the details of record ${sequence}`,
  open: 'See what changed',
  before: 'Before', after: 'After', field: 'Field',
  export: 'Export', xlsx: 'Excel (.xlsx)', csv: 'Text (.csv)', fileName: 'audit-log',
  chain: {
    check: 'Verify the chain',
    checking: (upTo) => `Verifying: ${upTo} records intact so far`,
    intact: (records) => `The chain is intact up to record ${records}.`,
    broken: (sequence) => `The chain is broken at record ${sequence}. Tell the operator of the server, and keep a backup now.`,
    empty: 'There are no records yet.',
    hash: 'Hash of the last record'
  }
}

export const words = { es, en }
