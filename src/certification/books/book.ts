import { element } from '../../dte/xml/canonical.ts'

/** The cover sheet of a book that the SII asked for by a notification, sent whole (ESPECIAL, TOTAL). */
export interface BookCover {
  /** RUT of the taxpayer whose book it is. */
  issuer: string
  /** RUT of the certificate's holder, who uploads. */
  sender: string
  /** YYYY-MM */
  period: string
  /** FchResol and NroResol of the resolution that authorises the issuer; number 0 in certification. */
  resolutionDate: string
  resolutionNumber: number
  /** FolioNotificacion: in certification, the attention number of the book's set. */
  notificationNumber: number
  /** YYYY-MM-DDThh:mm:ss, local time of Chile. */
  signedAt: string
}

const periodShape = /^\d{4}-(0[1-9]|1[0-2])$/

// [S5]: RznSoc of all books.
const longestName = 50

/** Caratula. Only the book of purchases and sales says which of them it is (`operation`). Throws RangeError. */
export function coverXml (cover: BookCover, operation?: 'COMPRA' | 'VENTA'): string {
  if (!periodShape.test(cover.period)) throw new RangeError(`"${cover.period}" is not a month (YYYY-MM)`)
  return '<Caratula>' +
    element('RutEmisorLibro', cover.issuer) + element('RutEnvia', cover.sender) +
    element('PeriodoTributario', cover.period) + element('FchResol', cover.resolutionDate) +
    element('NroResol', cover.resolutionNumber) + element('TipoOperacion', operation) +
    element('TipoLibro', 'ESPECIAL') + element('TipoEnvio', 'TOTAL') +
    element('FolioNotificacion', cover.notificationNumber) + '</Caratula>\n'
}

/** RznSoc: a longer name is cut, as the format says. */
export function nameXml (name: string | undefined): string {
  return element('RznSoc', name?.trim().slice(0, longestName).trimEnd())
}

/** Throws RangeError when two entries have the same key. */
export function assertDistinct<T> (entries: readonly T[], keyOf: (entry: T) => string): void {
  const seen = new Set<string>()
  for (const entry of entries) {
    const key = keyOf(entry)
    if (seen.has(key)) throw new RangeError(`Document ${key} is in the book twice`)
    seen.add(key)
  }
}

/** The entries of each group, in ascending order of the groups. */
export function grouped<T> (entries: readonly T[], groupOf: (entry: T) => number): [number, T[]][] {
  const groups = new Map<number, T[]>()
  for (const entry of entries) {
    const group = groups.get(groupOf(entry))
    if (group) group.push(entry)
    else groups.set(groupOf(entry), [entry])
  }
  return [...groups].sort(([left], [right]) => left - right)
}
