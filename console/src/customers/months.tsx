import { Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre } from '../session/session.ts'
import { Card, Loading } from '../shared/page.tsx'
import { Problem } from '../shared/problem.tsx'
import { AmountBars } from '../shared/report/amount-bars.tsx'
import { useText, useWords } from '../text/text.tsx'
import { words } from './words.ts'

type Sold = ResultOf<'/api/Customer/Months', 'get'>

/** What was sold to a customer, by month. */
export function Months ({ id }: { id: string }) {
  const { format } = useText()
  const own = useWords(words)
  const [chosen, setChosen] = useState<string | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['customer-months', id], queryFn: ({ signal }) => timbre.get('/api/Customer/Months', { query: { id }, signal })
  })
  if (error && !data) return <Problem error={error} onRetry={() => { void refetch() }} />
  if (!data) return <Loading rows={5} height={50} />
  if (data.months.length === 0) return <Card title={own.perMonth}><Text size='sm' c='dimmed'>{own.noMonths}</Text></Card>
  const currencies = [...new Set(data.months.map(({ currency }) => currency))]
  const currency = currencies.find((one) => one === chosen) ?? currencies[0]!
  const months = data.months.filter((month) => month.currency === currency)
  const sum = (member: 'documents' | 'totalAmount') => months.reduce((total, month) => total + month[member], 0)
  const documents = sum('documents') === 1 ? own.oneDocument : own.someDocuments(format.number(sum('documents')))
  return (
    <div>
      <AmountBars
        title={own.perMonth} head={own.month} bars={barsOf(data, months, format.month)} currency={currency} fileName={own.fileName}
      />
      <Text size='sm' mt='xs' className='numbers'>{own.sold(format.amount(sum('totalAmount'), currency), documents)}</Text>
      {!data.isComplete && <Text size='sm' c='dimmed'>{own.incomplete}</Text>}
      {currencies.length > 1 && (
        <Select aria-label={own.currency} mt='xs' w={160} data={currencies} value={currency} allowDeselect={false} onChange={setChosen} />
      )}
    </div>
  )
}

/** A bar for each of the months, those without documents included. */
function barsOf ({ startDate }: Sold, months: Sold['months'], nameOf: (month: string) => { short: string, long: string }) {
  const known = new Map(months.map((month) => [month.month, month]))
  const [year = 0, first = 1] = startDate.split('-').map(Number)
  return Array.from({ length: 12 }, (_, index) => {
    const key = new Date(Date.UTC(year, first - 1 + index)).toISOString().slice(0, 7)
    const { short, long } = nameOf(key)
    return { key, tick: short, title: long, amounts: known.get(key) }
  })
}
