import { santiagoDateTime } from '../../dte/values/calendar.ts'
import type { WrittenRow } from '../../shared/spreadsheet.ts'
import type { Table, TableColumn } from '../table-files.ts'

/** An entry as clients see it. */
export interface AuditLogRecord {
  id: string
  sequence: number
  at: Date
  userId: string | null
  userName: string
  action: string
  entity: string
  entityId: string
  details: unknown
  address: string | null
  requestId: string | null
}

const columns: readonly TableColumn[] = [
  { heading: { en: 'No.', es: 'N°' }, width: 8, format: 'number' },
  { heading: { en: 'Date and time (Chile)', es: 'Fecha y hora' }, width: 20, format: 'moment' },
  { heading: { en: 'User', es: 'Usuario' }, width: 28 },
  { heading: { en: 'Action', es: 'Acción' }, width: 26 },
  { heading: { en: 'What', es: 'Qué' }, width: 20 },
  { heading: { en: 'Its id', es: 'Su id' }, width: 38 },
  { heading: { en: 'Details', es: 'Detalles' }, width: 60 },
  { heading: { en: 'Address', es: 'Dirección' }, width: 18 },
  { heading: { en: 'Request id', es: 'Id de solicitud' }, width: 38 },
  { heading: { en: 'User id', es: 'Id de usuario' }, width: 38 },
  { heading: { en: 'Entry id', es: 'Id del registro' }, width: 38 }
]

/** The audit log as a table; times are those of Chile. */
export function auditTable (records: AsyncIterable<AuditLogRecord>): Table {
  return { name: { en: 'audit-log', es: 'auditoria' }, columns, rows: rowsOf(records) }
}

async function * rowsOf (records: AsyncIterable<AuditLogRecord>): AsyncGenerator<WrittenRow> {
  for await (const record of records) {
    yield [
      record.sequence, { moment: santiagoDateTime(record.at) }, record.userName, record.action, record.entity,
      record.entityId, JSON.stringify(record.details), record.address, record.requestId, record.userId, record.id
    ]
  }
}
