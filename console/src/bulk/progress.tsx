import { Button, Group, Progress as Bar, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { timbre, useCan } from '../session/session.ts'
import { Confirm } from '../shared/confirm.tsx'
import { useTypeName } from '../shared/document-types.ts'
import { Card } from '../shared/page.tsx'
import { useText, useWords } from '../text/text.tsx'
import type { Submission } from './queries.ts'
import { words } from './words.ts'

/** How far it is, live; the page may be left. */
export function Progress ({ submission, isStreamLost }: { submission: Submission, isStreamLost: boolean }) {
  const { format } = useText()
  const { progress: own } = useWords(words)
  const { progress, documentsPerSecond, secondsLeft, status, waits } = submission
  const nameOf = useTypeName()
  const isRunning = status === 2
  return (
    <Card title={own.title} aside={isRunning && <Stop submission={submission} />}>
      <Stack gap='xs'>
        <Group justify='space-between'>
          <Text fz={26} fw={620} className='numbers' role='status'>{format.percent(progress / 100)}</Text>
          <Text size='sm' c='dimmed' className='numbers'>
            {[
              isRunning && documentsPerSecond !== null && own.rate(format.number(documentsPerSecond)),
              isRunning && secondsLeft !== null && secondsLeft > 0 && own.left(format.seconds(secondsLeft))
            ].filter(Boolean).join(' · ')}
          </Text>
        </Group>
        <Bar value={progress} size='lg' aria-label={own.title} />
        {waits.map(({ code, invoiceTypeCode, documents }) => (
          <Text key={`${code} ${invoiceTypeCode}`} size='sm'>
            {own.waits}: {format.number(documents)} · {nameOf(invoiceTypeCode)} · {own.waitsFor[code as keyof typeof own.waitsFor] ?? code}
          </Text>
        ))}
        {isStreamLost && isRunning && <Text size='sm' c='dimmed'>{own.streamLost}</Text>}
      </Stack>
    </Card>
  )
}

function Stop ({ submission: { id } }: { submission: Submission }) {
  const can = useCan()
  const { progress: own } = useWords(words)
  const cache = useQueryClient()
  const [opened, { open, close }] = useDisclosure()
  const stop = useMutation({
    mutationFn: () => timbre.put('/api/BulkInvoice/Cancel', { query: { id } }),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: ['submission', id] })
      close()
    }
  })
  if (!can('BulkInvoice.Manage')) return null
  return (
    <>
      <Button variant='default' size='compact-sm' onClick={open}>{own.stop}</Button>
      <Confirm
        opened={opened} onClose={close} title={own.stopTitle} action={own.stopAction} danger work={stop}
        onConfirm={() => { stop.mutate() }}
      >
        {own.stopText}
      </Confirm>
    </>
  )
}
