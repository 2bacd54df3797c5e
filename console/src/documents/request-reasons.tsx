import { Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { MailQuestion } from 'lucide-react'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre } from '../session/session.ts'
import { ProblemNotice } from '../shared/problem.tsx'
import { useWords } from '../text/text.tsx'
import type { Detail } from './requests.ts'
import { words } from './words.ts'

const boletas = ['39', '41']

/** Whether the SII has a result to mail: of an envelope that it received, unless it is one of boletas. */
export function hasResultMail ({ trackId, invoiceTypeCode }: Detail): boolean {
  return trackId !== null && !boletas.includes(invoiceTypeCode)
}

/** Has the SII mail the reasons again, and shows what it says to that. */
export function RequestReasons ({ correlationId }: { correlationId: string }) {
  const own = useWords(words)
  const work = useMutation({
    mutationFn: () => timbre.post('/api/Webhook/RequestReasons', { body: { correlationId } })
  })
  return (
    <Stack gap='xs'>
      <Button
        variant='default' size='sm' w='fit-content' leftSection={<MailQuestion size={15} />} loading={work.isPending} onClick={() => { work.mutate() }}
      >
        {own.requestReasons.button}
      </Button>
      <ProblemNotice error={work.error} />
      {work.data && <Answer answer={work.data} />}
    </Stack>
  )
}

function Answer ({ answer: { requested, code, text } }: { answer: ResultOf<'/api/Webhook/RequestReasons', 'post'> }) {
  const { requestReasons: said } = useWords(words)
  const itsWords = [text, code !== null && `(${code})`].filter(Boolean).join(' ')
  const sentence = requested === null ? said.unknown(itsWords) : requested ? said.requested : said.refused(itsWords)
  return <Text size='sm' {...requested === true && { c: 'dimmed' }} role='status'>{sentence}</Text>
}
