import { Alert, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre } from '../session/session.ts'
import { FileDrop } from '../shared/files.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { words } from './words.ts'

const maxBytes = 2 * 1024 * 1024

/** Where the SII says why by mail only: the place for the file that it attached. */
export function ResultFile () {
  const own = useWords(words)
  const cache = useQueryClient()
  const work = useMutation({
    mutationFn: (file: File) => timbre.post('/api/Webhook/UploadResult', { body: { File: file } }),
    onSuccess: () => { void cache.invalidateQueries() }
  })
  return (
    <Stack gap='xs'>
      <FileDrop
        label={own.resultFile.label} note={own.resultFile.note} accept='.xml,.txt,.eml,text/xml,application/xml,text/plain,message/rfc822' maxBytes={maxBytes}
        busy={work.isPending} onFiles={([file]) => { if (file) work.mutate(file) }}
      />
      <ProblemNotice error={work.error} />
      {work.data && <Outcome result={work.data} />}
    </Stack>
  )
}

function Outcome ({ result }: { result: ResultOf<'/api/Webhook/UploadResult', 'post'> }) {
  const own = useWords(words)
  const { format } = useText()
  if (result.verdict) {
    const { item, attempt, outcome } = result.verdict
    return (
      <Alert color={outcome === 'Approved' ? 'green' : 'orange'} variant='light' role='status'>
        <Text size='sm'>{own.resultFile.review(item, format.number(attempt), outcome)}</Text>
      </Alert>
    )
  }
  const others = (['unchanged', 'pending', 'contradicted', 'unknown'] as const).filter((kind) => result[kind] > 0)
  return (
    <Alert color={result.updated > 0 ? 'green' : 'orange'} variant='light' role='status'>
      <Text size='sm'>
        {[
          own.resultFile.done(result.trackId, format.number(result.updated)),
          ...others.map((kind) => own.resultFile[kind](format.number(result[kind])))
        ].join(' ')}
      </Text>
    </Alert>
  )
}
