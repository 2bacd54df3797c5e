const es = {
  note: 'Lo que queda de cada tipo de documento, y para cuánto alcanza al ritmo de la última semana.',
  upload: 'Subir CAF',
  rehearse: 'Pedir al simulador',
  uploadTitle: 'Subir archivos CAF',
  rehearseTitle: 'Pedir folios al simulador',
  emptyTitle: 'Aún no hay folios',
  emptyNote: 'Sin folios no se emite nada. Pídalos en el sitio del SII y suba aquí los archivos CAF.',
  left: (count: string) => `${count} folios`,
  leftOne: '1 folio',
  none: 'Sin folios activos',
  days: (days: number, count: string) => days === 0 ? 'Se acaban hoy' : days === 1 ? 'Para 1 día' : `Para ${count} días`,
  daysUnknown: 'Sin uso reciente',
  expires: (date: string) => `Vencen el ${date}`,
  neverExpires: 'No vencen',
  inactive: (count: number) => count === 1 ? '1 rango sin activar' : `${count} rangos sin activar`,
  bar: (name: string, percent: string) => `${name}: queda ${percent} de los folios activos`,
  low: (days: string) => `Quedan folios para ${days}. Pida más al SII y súbalos aquí.`,
  lowDays: (days: number, count: string) => days === 0 ? 'hoy' : days === 1 ? '1 día' : `${count} días`,
  blocks: (name: string) => `Rangos de ${name}, en el orden en que se usan`,
  range: 'Folios', state: 'Estado', next: 'Siguiente', remaining: 'Quedan', authorised: 'Autorizados', expiry: 'Vencen',
  actions: 'Acciones',
  never: 'No vencen',
  states: { inUse: 'En uso', queued: 'En espera', uploaded: 'Sin activar', exhausted: 'Agotado', expired: 'Vencido' },
  activate: 'Activar',
  activateTitle: 'Activar estos folios',
  activateText: (range: string) => `${range} quedan al final de la fila de su tipo. Los documentos que esperan folios se emiten de inmediato, y eso no se puede deshacer.`,
  removeTitle: 'Eliminar este rango',
  removeText: (range: string) => `Se elimina de Timbre: ${range}. No se ha usado ninguno; puede volver a subir el archivo.`,
  block: (type: string, from: string, to: string) => `${type}, folios ${from} a ${to}`,
  plan: {
    title: 'Cuántos folios pedir',
    note: 'Al ritmo de la última semana, sin contar los que vencen antes de usarse. Pídalos en el sitio del SII, en «Timbraje electrónico».',
    days: 'Para que alcancen', daysOf: (days: number) => `${days} días`,
    caption: 'Folios que conviene pedir, por tipo de documento',
    type: 'Tipo', perDay: 'Por día', left: 'Quedan', waiting: 'Documentos en espera', runsOut: 'Se acaban', requestBy: 'Pídalos hasta', ask: 'Pida',
    inactive: (count: string) => `y ${count} sin activar`, expiring: (count: string) => `${count} vencen sin uso`,
    enough: 'Ninguno', now: 'Ya', never: '—',
    none: 'Ningún tipo se ha usado aún: el plan aparece cuando emita.'
  },
  certification: {
    title: 'Folios de la certificación',
    note: 'Cada intento usa folios nuevos: los que tomó uno no sirven para otro.',
    caption: 'Folios que usan los sets de prueba, por tipo de documento',
    type: 'Tipo', set: 'Set', needed: 'Próximo intento', taken: 'Usados', none: '—',
    attempt: (number: string, ranges: string) => `Intento ${number}: ${ranges}`,
    states: {
      Issued: 'emitido', Uploaded: 'enviado', Processed: 'recibido por el SII', Objected: 'con reparos', Refused: 'rechazado', Declared: 'en revisión',
      Approved: 'aprobado', NotApproved: 'no aprobado'
    } as Record<string, string>
  },
  spent: {
    title: 'Folios por anular en el SII',
    note: 'Folios que no quedaron en ningún documento válido. Anúlelos en el sitio del SII; aquí no cambia nada.',
    file: 'Descargar como CSV',
    fileName: 'folios-por-anular.csv',
    caption: 'Rangos de folios por anular',
    type: 'Tipo', from: 'Desde', to: 'Hasta', cause: 'Por qué',
    causes: { spent: 'Un documento rechazado los dejó', expired: 'Vencieron sin uso' }
  }
}

const en: typeof es = {
  note: 'What is left of each document type, and how long it lasts at the pace of the last week.',
  upload: 'Upload CAF',
  rehearse: 'Get from the simulator',
  uploadTitle: 'Upload CAF files',
  rehearseTitle: 'Get folios from the simulator',
  emptyTitle: 'No folios yet',
  emptyNote: 'Nothing can be issued without folios. Request them on the site of the SII and upload the CAF files here.',
  left: (count) => `${count} folios`,
  leftOne: '1 folio',
  none: 'No active folios',
  days: (days, count) => days === 0 ? 'Used up today' : days === 1 ? 'Enough for 1 day' : `Enough for ${count} days`,
  daysUnknown: 'Not used lately',
  expires: (date) => `Expire on ${date}`,
  neverExpires: 'Do not expire',
  inactive: (count) => count === 1 ? '1 block is not active' : `${count} blocks are not active`,
  bar: (name, percent) => `${name}: ${percent} of the active folios are left`,
  low: (days) => `Folios are left for ${days}. Ask the SII for more and upload them here.`,
  lowDays: (days, count) => days === 0 ? 'today' : days === 1 ? '1 day' : `${count} days`,
  blocks: (name) => `Blocks of ${name}, in the order of their use`,
  range: 'Folios', state: 'State', next: 'Next', remaining: 'Left', authorised: 'Authorised', expiry: 'Expire',
  actions: 'Actions',
  never: 'Never',
  states: { inUse: 'In use', queued: 'Next in line', uploaded: 'Not active', exhausted: 'Used up', expired: 'Expired' },
  activate: 'Activate',
  activateTitle: 'Activate these folios',
  activateText: (range) => `${range} go to the end of the line of their type. Documents that wait for folios are issued at once, which cannot be undone.`,
  removeTitle: 'Delete this block',
  removeText: (range) => `This is deleted from Timbre: ${range}. None of them was used; you can upload the file again.`,
  block: (type, from, to) => `${type}, folios ${from} to ${to}`,
  plan: {
    title: 'How many folios to request',
    note: 'At the pace of the last week, without those that expire before they are used. Request them on the site of the SII, at “Timbraje electrónico”.',
    days: 'To last for', daysOf: (days) => `${days} days`,
    caption: 'Folios to request, by document type',
    type: 'Type', perDay: 'A day', left: 'Left', waiting: 'Documents that wait', runsOut: 'Run out', requestBy: 'Request by', ask: 'Request',
    inactive: (count) => `and ${count} not active`, expiring: (count) => `${count} expire unused`,
    enough: 'None', now: 'Now', never: '—',
    none: 'No type has been used yet: the plan appears once you issue.'
  },
  certification: {
    title: 'Folios of the certification',
    note: 'Each attempt takes new folios: those that one took cannot be used by another.',
    caption: 'Folios that the sets of test cases take, by document type',
    type: 'Type', set: 'Set', needed: 'Next attempt', taken: 'Taken', none: '—',
    attempt: (number, ranges) => `Attempt ${number}: ${ranges}`,
    states: {
      Issued: 'issued', Uploaded: 'uploaded', Processed: 'taken by the SII', Objected: 'with objections', Refused: 'refused', Declared: 'under review',
      Approved: 'approved', NotApproved: 'not approved'
    }
  },
  spent: {
    title: 'Folios to annul at the SII',
    note: 'Folios that ended up in no valid document. Annul them on the site of the SII; nothing changes here.',
    file: 'Download as CSV',
    fileName: 'folios-to-annul.csv',
    caption: 'Ranges of folios to annul',
    type: 'Type', from: 'From', to: 'To', cause: 'Why',
    causes: { spent: 'A rejected document left them', expired: 'They expired unused' }
  }
}

export const words = { es, en }
