import { Button } from '@mantine/core'
import { Nothing, Problem } from '../shared/problem.tsx'
import { TimbreError } from '../session/session.ts'
import { useText } from '../text/text.tsx'

/** What a place shows instead of itself when its program fails. */
export function Unexpected ({ error }: { error: unknown }) {
  const { text } = useText()
  const reload = () => { location.reload() }
  if (error instanceof TimbreError) return <Problem error={error} onRetry={reload} />
  return (
    <Nothing title={text.problem.title} note={text.problem.unexpected} role='alert'>
      <Button variant='default' onClick={reload}>{text.actions.retry}</Button>
    </Nothing>
  )
}
