import { Button, Modal, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { timbre } from '../session/session.ts'
import { save } from '../shared/files.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { addDays, today } from '../text/formats.ts'
import { useText, useWords } from '../text/text.tsx'
import { words } from './words.ts'

const monthsOffered = 24
/** What is in force: neither waiting nor rejected nor failed. */
const inForce = [2, 3, 4, 5, 6]

type Wish = { format: 'xlsx' | 'csv' } | { format: 'zip', include: 'xml' | 'xmlAndPdf' }

/** What an accountant asks for at the end of a month: the book of sales, and the documents themselves. */
export function Closing ({ onClose }: { onClose: () => void }) {
  const own = useWords(words)
  const { text, language } = useText()
  const months = lastMonths()
  const [month, setMonth] = useState(months[1]!)
  const work = useMutation({
    mutationFn: async (wish: Wish) => {
      const query = { ...periodOf(month), ...wish, ...wish.format === 'zip' ? { status: inForce } : { layout: 'salesBook' as const } }
      save(await timbre.get('/api/Webhook/Export', { query }), `${wish.format === 'zip' ? own.exportName : own.bookName}-${month}.${wish.format}`)
    }
  })
  const name = (one: string) => new Date(`${one}-15T12:00:00Z`).toLocaleDateString(language === 'es' ? 'es-CL' : 'en', { month: 'long', year: 'numeric' })
  const files: Array<[string, Wish]> = [
    [own.bookExcel, { format: 'xlsx' }], [own.bookCsv, { format: 'csv' }],
    [own.zipAll, { format: 'zip', include: 'xmlAndPdf' }], [own.zipXml, { format: 'zip', include: 'xml' }]
  ]
  return (
    <Modal opened onClose={onClose} title={own.closing} centered closeButtonProps={{ 'aria-label': text.actions.close }}>
      <Stack>
        <Select
          label={own.month} data={months.map((one) => ({ value: one, label: name(one) }))} value={month} allowDeselect={false}
          data-autofocus onChange={(value) => { if (value) setMonth(value) }}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing='xs'>
          {files.map(([label, wish]) => (
            <Button
              key={label} variant='default' loading={work.isPending && work.variables === wish} disabled={work.isPending}
              onClick={() => { work.mutate(wish) }}
            >
              {label}
            </Button>
          ))}
        </SimpleGrid>
        <Text size='sm' c='dimmed'>{own.closingNote}</Text>
        <ProblemNotice error={work.error} />
      </Stack>
    </Modal>
  )
}

/** YYYY-MM, this month first. */
function lastMonths (): string[] {
  const months = [today().slice(0, 7)]
  while (months.length < monthsOffered) months.push(addDays(`${months.at(-1)!}-01`, -1).slice(0, 7))
  return months
}

function periodOf (month: string): { startDate: string, endDate: string } {
  const first = `${month}-01`
  const ofNext = `${addDays(first, 31).slice(0, 7)}-01`
  return { startDate: first, endDate: addDays(ofNext, -1) }
}
