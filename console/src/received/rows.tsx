import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTypeName } from '../shared/document-types.ts'
import { Rows, TypeAndFolio, type Column } from '../shared/list/rows.tsx'
import type { Selection } from '../shared/selection.ts'
import { useText, useWords } from '../text/text.tsx'
import { useReceivedName } from './name.ts'
import type { Row } from './requests.ts'
import { Confirmation, Deadline } from './state.tsx'
import { words } from './words.ts'

export function ReceivedRows ({ rows, selection }: { rows: Row[], selection: Selection<Row> }) {
  const { columns: names, caption } = useWords(words)
  const { format } = useText()
  const typeOf = useTypeName()
  const nameOf = useReceivedName()
  const columns: Array<Column<Row>> = [
    {
      name: names.supplier,
      cell: (row) => (
        <RowLink row={row}>
          <p className='words strong clip tip' title={`${row.issuerName} · ${format.rut(row.issuer)}`}>{row.issuerName}</p>
        </RowLink>
      )
    },
    { name: names.document, width: '15%', cell: (row) => <TypeAndFolio type={typeOf(row.documentType)} folio={`N° ${row.folio}`} /> },
    { name: names.date, width: '11%', cell: (row) => <span className='words quiet numbers'>{format.date(row.issueDate)}</span> },
    {
      name: names.total, width: '12%', isAmount: true,
      cell: (row) => <span className='words strong numbers'>{format.amount(row.totalAmount)}</span>
    },
    { name: names.sii, width: '23%', cell: (row) => <Confirmation row={row} /> },
    { name: names.state, width: '18%', cell: (row) => <Deadline row={row} /> }
  ]
  return (
    <Rows
      caption={caption} rows={rows} selection={selection} nameOf={nameOf} columns={columns}
      card={(row) => ({
        title: <RowLink row={row}><p className='words strong clip'>{row.issuerName}</p></RowLink>,
        note: `${typeOf(row.documentType)} N° ${row.folio} · ${format.date(row.issueDate)}`,
        amount: format.amount(row.totalAmount),
        foot: <><Deadline row={row} /><Confirmation row={row} /></>
      })}
    />
  )
}

/** The document's page leads back to the list as it is now. */
function RowLink ({ row, children }: { row: Row, children: ReactNode }) {
  const filters = useSearch({ from: '/received' })
  return <Link to='/received/$id' params={{ id: row.id }} state={{ received: filters }} className='plain'>{children}</Link>
}
