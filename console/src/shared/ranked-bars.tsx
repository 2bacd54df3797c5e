import { Group, Progress, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'

export interface RankedBar {
  key: string
  label: string
  /** Beside the label, quietly. */
  note?: string
  value: number
  /** The value as it is written. */
  shown: string
  /** The list of documents that the bar stands for. */
  filters?: object
}

/** One bar a kind below another, each a link to its documents. */
export function RankedBars ({ bars }: { bars: RankedBar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <Stack gap='sm'>
      {bars.map(({ key, label, note, value, shown, filters }) => (
        <div key={key} className='row bar'>
          <Group justify='space-between' gap='xs' wrap='nowrap' mb={6}>
            <Text size='sm' className='clip' component='div'>
              {filters ? <Link to='/documents' search={filters} className='plain'>{label}</Link> : label}
              {note !== undefined && <Text span size='xs' c='dimmed' className='numbers'> {note}</Text>}
            </Text>
            <Text size='sm' className='numbers' flex='none'>{shown}</Text>
          </Group>
          <Progress value={Math.max(0, value / most * 100)} size={6} aria-hidden='true' aria-label={label} />
        </div>
      ))}
    </Stack>
  )
}
