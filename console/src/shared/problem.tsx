import { ActionIcon, Alert, Button, Code, CopyButton, Group, Paper, Stack, Text, Tooltip } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { TimbreError } from '../session/session.ts'
import { claimNames, type Claim } from '../text/claims.ts'
import { useText } from '../text/text.tsx'
import { CodeMark } from './code-mark.tsx'
import { memberSentence } from './member-sentences.ts'
import { useOwnSentence } from './own-sentences.ts'

/** The server's own sentences, in the reader's language; the console's where it has one, or the server did not answer. */
export function useSentencesOf (): (error: unknown) => string[] {
  const { text, language } = useText()
  const ownSentence = useOwnSentence()
  return (error) => {
    if (!(error instanceof TimbreError) || error.errors.length === 0) return [text.problem.offline]
    const own = ownSentence(error.code, undefined)
    return own === undefined ? error.errors.map((sentence) => memberSentence(sentence, language)) : [own]
  }
}

/** Why a part of a page is not there, and what can be done about it. */
export function Problem ({ error, onRetry }: { error: Error, onRetry?: () => void }) {
  const { text } = useText()
  const sentencesOf = useSentencesOf()
  return (
    <Nothing title={text.problem.title} note={sentencesOf(error).join(' ')} role='alert'>
      <Stack align='center' gap='xs'>
        <RequestId error={error} />
        {onRetry && <Button variant='default' onClick={onRetry}>{text.actions.retry}</Button>}
      </Stack>
    </Nothing>
  )
}

/** Why an action did not succeed, or a small part of a page is not there; it stands beside its button and is read out. */
export function ProblemNotice ({ error, title, onRetry }: { error: unknown, title?: string, onRetry?: () => void }) {
  const { text } = useText()
  const sentencesOf = useSentencesOf()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => { if (error) notice.current?.scrollIntoView({ block: 'nearest' }) }, [error])
  if (!error) return null
  const [first, ...others] = sentencesOf(error)
  return (
    <Alert ref={notice} color='red' variant='light' role='alert' {...(title ? { title } : {})}>
      <Stack gap={4}>
        {others.length === 0 ? <Text size='sm'>{first}<CodeOf error={error} /></Text> : (
          <ul className='sentences'>{[first, ...others].map((sentence, index) => <li key={index}>{sentence}{index === 0 && <CodeOf error={error} />}</li>)}</ul>
        )}
        <RequestId error={error} />
        {onRetry && <Button variant='default' size='compact-sm' w='fit-content' onClick={onRetry}>{text.actions.retry}</Button>}
      </Stack>
    </Alert>
  )
}

/** For a help desk; an error that is not Timbre's has none. */
function CodeOf ({ error }: { error: unknown }) {
  const { text } = useText()
  return error instanceof TimbreError && error.errors.length > 0 ? <CodeMark label={text.problem.code(error.code)} /> : null
}

/** What the operator of the server needs to find the request in its log. */
function RequestId ({ error }: { error: unknown }) {
  const { text } = useText()
  if (!(error instanceof TimbreError) || !error.requestId || error.status < 500) return null
  const { requestId } = error
  return (
    <Group gap={6} wrap='nowrap'>
      <Text size='xs' c='dimmed'>{text.problem.reference} <Code>{requestId}</Code></Text>
      <CopyButton value={requestId}>{({ copied, copy }) => (
        <Tooltip label={copied ? text.actions.copied : text.problem.copyReference}>
          <ActionIcon variant='subtle' color='gray' size={24} onClick={copy} aria-label={text.problem.copyReference}>
            {copied ? <Check size={14} /> : <Copy size={14} />}
          </ActionIcon>
        </Tooltip>
      )}
      </CopyButton>
    </Group>
  )
}

/** A place or an action that the reader's roles do not include: which of the claims would do. */
export function Forbidden ({ claims }: { claims: readonly Claim[] }) {
  const { text, language } = useText()
  const quoted = claims.map((claim) => language === 'es' ? `«${claimNames[claim].es}»` : `“${claimNames[claim].en}”`)
  return (
    <Nothing whole title={text.problem.forbidden} note={text.problem.forbiddenText(quoted.join(text.problem.or))}>
      <Text size='xs' c='dimmed'>{claims.join(', ')}</Text>
    </Nothing>
  )
}

interface NothingProps { icon?: ReactNode, title: string, note: string, role?: 'alert' | 'status', children?: ReactNode, whole?: boolean }

/** An empty place that says what belongs here; as the `whole` page it is its heading, too. */
export function Nothing ({ icon, title, note, role, children, whole = false }: NothingProps) {
  return (
    <Paper p='xl' role={role}>
      <Stack align='center' gap='xs' py='lg' ta='center'>
        {icon && <Text component='span' c='dimmed' aria-hidden='true' lh={1}>{icon}</Text>}
        {whole ? <Text component='h1' fw={600} m={0} tabIndex={-1} className='page-title'>{title}</Text> : <Text fw={600}>{title}</Text>}
        <Text size='sm' c='dimmed' maw={440}>{note}</Text>
        {children && <Group mt='xs'>{children}</Group>}
      </Stack>
    </Paper>
  )
}
