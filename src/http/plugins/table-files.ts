import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { TableFile } from '../../services/table-files.ts'
import { minuteMs } from '../../shared/durations.ts'
import { fileAnswer, type FileAnswer } from '../envelope.ts'
import { type Sent, sendFile } from './downloads.ts'

/** How long a table may take to be written and received. */
export const tableTimeoutMs = 10 * minuteMs

/** A table is packed in the threads that also sign documents. */
export const tablesAtOnce = 8

/** The member of a query that chooses the form of the file. */
export const tableFormat = z.enum(['xlsx', 'csv']).default('xlsx')

export const tableMediaTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8'
}

/** Answers a table as a file, in one of the formats. */
export function tableAnswer (description: string): FileAnswer {
  return fileAnswer(description, Object.values(tableMediaTypes))
}

/** Sends a table as it is written; its stream is closed when the client leaves. */
export function sendTable (reply: FastifyReply, { stream, format, fileName }: TableFile): Sent {
  return sendFile(reply, { bytes: stream, mediaType: tableMediaTypes[format], fileName })
}
