import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Nothing, Problem } from '../shared/problem.tsx'
import { TimbreError } from '../session/session.ts'
import { useText } from '../text/text.tsx'
import { NotLoaded, reload, reloadOnce } from './not-loaded.ts'

/** What a place shows instead of itself when its program fails, or does not come. */
export function Unexpected ({ error }: { error: unknown }) {
  const { text } = useText()
  const again = useMutation({ mutationFn: reload, networkMode: 'always' })
  const isMissing = error instanceof NotLoaded
  useEffect(() => { if (isMissing) void reloadOnce() }, [isMissing])
  if (error instanceof TimbreError) return <Problem error={error} onRetry={() => { again.mutate() }} />
  return (
    <Nothing whole title={text.problem.title} note={isMissing ? text.problem.offline : text.problem.unexpected} role='alert'>
      <Button variant='default' loading={again.isPending} onClick={() => { again.mutate() }}>{text.actions.retry}</Button>
    </Nothing>
  )
}
