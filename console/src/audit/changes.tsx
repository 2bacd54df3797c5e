import { Anchor, Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { labelOf } from '../text/labels.ts'
import { useWords } from '../text/text.tsx'
import type { Recorded } from './records.ts'
import { words } from './words.ts'

/** The members that a change altered, with their values before and after, and the way to the thing itself. */
export function Changes ({ record }: { record: Recorded }) {
  const own = useWords(words)
  const rows = changesIn(record.details)
  const address = addressOf(record)
  return (
    <>
      {rows.length > 0 && (
        <Table>
          <caption className='unseen'>{own.details}</caption>
          <Table.Thead>
            <Table.Tr><Table.Th>{own.field}</Table.Th><Table.Th>{own.before}</Table.Th><Table.Th>{own.after}</Table.Th></Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(([name, before, after]) => (
              <Table.Tr
                key={name}
              >
                <Table.Td>{labelOf(own.fields, name) ?? name}</Table.Td><Table.Td className='secret'>{before}</Table.Td><Table.Td className='secret'>{after}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {address && <Anchor component={Link} to={address} size='sm'>{own.open}</Anchor>}
    </>
  )
}

/** A change is recorded as `{ before: { name: value }, after: { name: value } }`. */
function changesIn (details: unknown): Array<[name: string, before: string, after: string]> {
  if (!isRecord(details) || !isRecord(details['before']) || !isRecord(details['after'])) return []
  const { before, after } = details
  return Object.keys(after).map((name) => [name, shown(before[name]), shown(after[name])])
}

function shown (value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  if (Array.isArray(value)) return value.map(shown).join(', ') || '—'
  if (typeof value === 'number') return String(value).replace('.', ',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | boolean)
}

function isRecord (value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function addressOf ({ entity, entityId }: Recorded): string | undefined {
  switch (entity) {
    case 'invoice': return `/documents/${entityId}`
    case 'bulkInvoice': return `/bulk/${entityId}`
    case 'pdfTemplate': return `/templates/${entityId}`
    case 'folioBlock': return '/folios'
    case 'tenant': return '/company'
    case 'user':
    case 'role': return '/people'
    default: return undefined
  }
}
