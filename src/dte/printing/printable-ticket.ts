import type { TicketBlock } from '../fields/line-blocks.ts'
import { dayMonthYear } from '../values/calendar.ts'

/** What is printed of a show's ticket, below its line: the show, the seat, and the ticket itself. */
export function ticketSentences (ticket: TicketBlock): string[] {
  const { number, issuedAt, eventName, ticketType, eventCode, eventAt, place, section, row, seat } = ticket
  const event = joined([eventName, eventCode && `(${eventCode})`], ' ')
  return [
    joined([event, eventAt && dayAndTime(eventAt)]),
    joined([place, section, row && `fila ${row}`, seat && `asiento ${seat}`]),
    joined([joined(['Ticket N°', number, ticketType], ' '), issuedAt && `emitido el ${dayAndTime(issuedAt)}`])
  ]
}

/** "2027-01-15T21:00:00" → "15-01-2027 21:00" */
function dayAndTime (moment: string): string {
  return `${dayMonthYear(moment.slice(0, 10))} ${moment.slice(11, 16)}`
}

function joined (parts: (string | number | undefined)[], separator = ', '): string {
  return parts.filter((part) => part !== undefined).join(separator)
}
