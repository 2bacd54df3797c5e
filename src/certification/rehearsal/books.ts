import type { Kind, Rehearsing } from './attempts.ts'

/** Issues a book of the SII's file, or the report of folios. */
export async function issueBook ({ client, report }: Rehearsing, kind: Kind, name: string): Promise<void> {
  const { attempt, period, entries } = await client.post('/api/Certification/IssueBook', { body: { kind, name } })
  report.log('Certification/IssueBook', {
    en: `${name}, attempt ${attempt}: ${entries} entries, ${period}`,
    es: `${name}, intento ${attempt}: ${entries} líneas, ${period}`
  })
}
