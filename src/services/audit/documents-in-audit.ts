const most = 50

/** The first documents of many for the details of an audit row, and how many there were if those are not all. */
export function documentsInAudit (documents: readonly unknown[]): { documents: unknown[], documentCount?: number } {
  const count = documents.length
  return { documents: documents.slice(0, most), ...count > most && { documentCount: count } }
}
