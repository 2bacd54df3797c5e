import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTypeName } from '../shared/document-types.ts'
import { Rows, TypeAndFolio, type Column } from '../shared/list/rows.tsx'
import { isOfSii } from '../shared/own-sentences.ts'
import type { Selection } from '../shared/selection.ts'
import { Dot, StatusLabel, tones, type Status } from '../shared/status.tsx'
import { labelOf } from '../text/labels.ts'
import { useText, useWords } from '../text/text.tsx'
import { customerTones, worthSaying } from './customer-tones.ts'
import { type headings, nextSort } from './filters.ts'
import { useDocumentName } from './name.ts'
import type { Row } from './requests.ts'
import { words } from './words.ts'

export function DocumentRows ({ rows, selection }: { rows: Row[], selection: Selection<Row> }) {
  const own = useWords(words)
  const { text, format } = useText()
  const typeOf = useTypeName()
  const nameOf = useDocumentName()
  const sortBy = useSorting()
  const folioOf = ({ invoiceNumber }: Row) => invoiceNumber ? `N° ${invoiceNumber}` : text.document.noFolio
  const columns: Array<Column<Row>> = [
    {
      name: own.document, width: '18%', sort: sortBy('number'),
      cell: (row) => <RowLink row={row}><TypeAndFolio type={typeOf(row.invoiceTypeCode)} folio={folioOf(row)} /></RowLink>
    },
    { name: own.receiver, sort: sortBy('customer'), cell: (row) => <Receiver row={row} /> },
    {
      name: own.date, width: '11%', sort: sortBy('date'),
      cell: (row) => <span className='words quiet numbers'>{format.date(row.issueDate)}</span>
    },
    {
      name: own.total, width: '12%', isAmount: true, sort: sortBy('amount'),
      cell: (row) => <span className='words strong numbers'>{format.amount(row.totalAmount, row.currency)}</span>
    },
    { name: own.status, width: '22%', cell: (row) => <State row={row} /> }
  ]
  return (
    <Rows
      caption={own.caption} rows={rows} selection={selection} nameOf={nameOf} columns={columns}
      card={(row) => ({
        title: <RowLink row={row}><p className='words strong clip'>{row.customerCompanyName || text.document.noReceiver}</p></RowLink>,
        note: `${typeOf(row.invoiceTypeCode)} ${folioOf(row)}`,
        amount: format.amount(row.totalAmount, row.currency),
        foot: <><State row={row} /><span className='note numbers'>{format.date(row.issueDate)}</span></>
      })}
    />
  )
}

/** Columns that sort the list by a press on their headings. */
function useSorting () {
  const own = useWords(words)
  const { sort, page: _, ...others } = useSearch({ from: '/documents' })
  return (by: typeof headings[number]): NonNullable<Column<Row>['sort']> => {
    const next = nextSort(by, sort)
    return {
      direction: sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : undefined,
      link: (name) => <Link to='/documents' search={{ ...others, ...next && { sort: next } }} className='plain sort' title={own.sortBy}>{name}</Link>
    }
  }
}

/** The document's page leads back to the list as it is now. */
function RowLink ({ row, children }: { row: Row, children: ReactNode }) {
  const filters = useSearch({ from: '/documents' })
  return (
    <Link to='/documents/$id' params={{ id: row.correlationId }} state={{ list: filters }} className='plain'>{children}</Link>
  )
}

function Receiver ({ row }: { row: Row }) {
  const { text, format } = useText()
  if (row.customerCompanyName === '') return <span className='words quiet'>{text.document.noReceiver}</span>
  return (
    <span className='one-line'>
      <span className='words clip tip' title={row.customerCompanyName}>{row.customerCompanyName}</span>{' '}
      <span className='note numbers'>{format.rut(row.customerTaxNumber)}</span>
    </span>
  )
}

/** The state, and why: in words for what Timbre itself says, by its code for what the SII says. */
function State ({ row: { status, reasonCode, reasonExplanation, annulledBy, hasNotes, customer } }: { row: Row }) {
  const { text, language } = useText()
  const own = useWords(words)
  const explanation = reasonExplanation?.[language]
  const why = reasonCode === null ? undefined : labelOf(own.waiting, reasonCode) ?? (isOfSii(reasonCode) ? reasonCode : explanation)
  const change = annulledBy !== null ? own.annulled : hasNotes ? own.withNote : undefined
  const answer = annulledBy === null && customer && worthSaying.includes(customer.state) ? customer.state : undefined
  const whole = [text.statuses[status as Status], change, answer && own.customerStates[answer], explanation ?? why]
  return (
    <div className='state clip tip' title={whole.filter(Boolean).join(' · ')}>
      <StatusLabel status={status} />
      {change !== undefined && <> <Dot colour={tones.quiet}>{change}</Dot></>}
      {answer !== undefined && <> <Dot colour={customerTones[answer]}>{own.customerStates[answer]}</Dot></>}
      {why !== undefined && <> <span className='note numbers'>{why}</span></>}
    </div>
  )
}
