import { Modal, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { timbre, TimbreError } from '../session/session.ts'
import { PdfFrame } from '../shared/pdf-frame.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import type { Answered } from './dry-run.ts'
import { words } from './words.ts'

interface PreviewProps { answered: Answered | undefined, opened: boolean, onChange: (opened: boolean) => void }

/** How the document will look, as a whole page above the form; Alt P opens and closes it. */
export function Preview ({ answered, opened, onChange }: PreviewProps) {
  const { text } = useText()
  const own = useWords(words)
  useHotkeys([['alt+P', () => { onChange(!opened) }, { usePhysicalKeys: true }]], [])
  return (
    <Modal
      opened={opened} onClose={() => { onChange(false) }} title={own.draftPdf.title} fullScreen
      closeButtonProps={{ 'aria-label': text.actions.close }}
    >
      <DraftPdf answered={answered} />
    </Modal>
  )
}

function DraftPdf ({ answered }: { answered: Answered | undefined }) {
  const own = useWords(words)
  const complete = answered !== undefined && answered.run.totals !== null
  const { data, error, isPlaceholderData } = useQuery<Blob>({
    queryKey: ['preview', answered?.text], enabled: complete, staleTime: Infinity, gcTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => timbre.post('/api/Webhook/Preview', { body: { payload: answered!.made.payload }, signal })
  })
  // Errors appear next to their fields.
  const refused = error instanceof TimbreError && error.status < 500 && error.status !== 429
  if (!complete || refused) return <Text size='sm' c='dimmed'>{own.draftPdf.wait}</Text>
  if (error) return <ProblemNotice error={error} />
  return <PdfFrame file={data} title={own.draftPdf.title} open={own.draftPdf.open} stale={isPlaceholderData} />
}
