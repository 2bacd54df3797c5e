import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { timbre, TimbreError } from '../session/session.ts'
import { PdfFrame } from '../shared/pdf-frame.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { useWords } from '../text/text.tsx'
import type { Answered } from './dry-run.ts'
import { words } from './words.ts'

const pauseMs = 2000

/** How the document will look, drawn again two seconds after the last change while its tab is open. */
export function DraftPdf ({ answered }: { answered: Answered | undefined }) {
  const own = useWords(words)
  const [asked, setAsked] = useState(answered)
  useEffect(() => {
    const timer = setTimeout(() => { setAsked(answered) }, asked === undefined ? 0 : pauseMs)
    return () => { clearTimeout(timer) }
  }, [answered, asked])
  const complete = asked?.run.totals !== null && asked !== undefined
  const { data, error, isPlaceholderData } = useQuery<Blob>({
    queryKey: ['preview', asked?.text], enabled: complete, staleTime: Infinity, gcTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => timbre.post('/api/Webhook/Preview', { body: { payload: asked!.made.payload }, signal })
  })
  // What the rules refuse is said at its fields.
  const refused = error instanceof TimbreError && error.status < 500 && error.status !== 429
  if (!complete || refused) return <Text size='sm' c='dimmed'>{own.draftPdf.wait}</Text>
  if (error) return <ProblemNotice error={error} />
  return <PdfFrame file={data} title={own.draftPdf.title} open={own.draftPdf.open} stale={isPlaceholderData || asked !== answered} />
}
