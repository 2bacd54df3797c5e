import { ActionIcon, Group, Select, Text } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useText } from '../text/text.tsx'

export const pageSizes = [20, 50, 100] as const

interface PagesProps {
  page: { page: number, pageSize: number, totalPage: number, totalRecords: number, totalIsEstimate?: boolean }
  onPage: (page: number) => void
  onSize?: (size: number) => void
}

/** Which of how many rows are shown, and the way to the others. */
export function Pages ({ page: { page, pageSize, totalPage, totalRecords, totalIsEstimate }, onPage, onSize }: PagesProps) {
  const { text, format } = useText()
  const total = totalIsEstimate ? text.pages.estimate(format.number(totalRecords)) : format.number(totalRecords)
  const first = format.number((page - 1) * pageSize + 1)
  const last = format.number(Math.min(page * pageSize, totalRecords))
  return (
    <Group component='nav' aria-label={text.pages.label} justify='space-between' px='md' py='sm' className='foot'>
      <Text size='sm' c='dimmed' className='numbers'>{text.pages.range(first, last, total)}</Text>
      <Group gap='xs'>
        {onSize && (
          <Select
            aria-label={text.pages.size} size='xs' w={80} value={String(pageSize)} data={pageSizes.map(String)}
            allowDeselect={false} visibleFrom='xs' onChange={(size) => { onSize(Number(size)) }}
          />
        )}
        <ActionIcon
          variant='default' size={30} disabled={page <= 1} aria-label={text.pages.previous} onClick={() => { onPage(page - 1) }}
        >
          <ChevronLeft size={16} />
        </ActionIcon>
        <ActionIcon
          variant='default' size={30} disabled={page >= totalPage} aria-label={text.pages.next} onClick={() => { onPage(page + 1) }}
        >
          <ChevronRight size={16} />
        </ActionIcon>
      </Group>
    </Group>
  )
}
