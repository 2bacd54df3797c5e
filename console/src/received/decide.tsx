import { Box, Button, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { timbre, useCan, useMe } from '../session/session.ts'
import { Confirm } from '../shared/confirm.tsx'
import { useWords } from '../text/text.tsx'
import { FailureNote } from './failures.tsx'
import { useReceivedName } from './name.ts'
import { registryWords } from './registry-words.ts'
import type { Claim } from './requests.ts'

const awaiting = 1

/** Approves what another person asked for, or not; who asked can withdraw it, also while it waits to be sent. */
export function Decide ({ claim }: { claim: Claim }) {
  const own = useWords(registryWords)
  const can = useCan()
  const cache = useQueryClient()
  const nameOf = useReceivedName()
  const { user } = useMe()
  const [approves, setApproves] = useState<boolean>()
  const close = () => { setApproves(undefined) }
  const work = useMutation({
    mutationFn: () => timbre.post('/api/Received/DecideClaim', { body: { claimId: claim.id, approve: approves === true } }),
    onSuccess: () => {
      close()
      void cache.invalidateQueries({ queryKey: ['received'] })
    }
  })
  if (!can('Received.Claim')) return null
  const waits = claim.state === awaiting
  const isOwn = claim.requestedBy?.id === user.id
  const no = isOwn || !waits ? own.withdraw : own.refuse
  const [what, name] = [own.actions[claim.action], nameOf(claim)]
  return (
    <>
      {isOwn && waits && <Text size='xs' c='dimmed'>{own.own}</Text>}
      <Group gap='xs' mt={4}>
        {!isOwn && waits && <Button size='compact-sm' onClick={() => { setApproves(true) }}>{own.approve}</Button>}
        <Button size='compact-sm' variant='default' onClick={() => { setApproves(false) }}>{no}</Button>
      </Group>
      <Confirm
        opened={approves !== undefined} onClose={close} title={approves ? own.approveTitle : own.refuseTitle}
        action={approves ? own.approve : no} work={work} onConfirm={() => { work.mutate() }}
      >
        {approves ? own.approveText(what, name) : own.refuseText(what, name)}
        {approves && <Box mt='sm'><FailureNote rows={[claim]} /></Box>}
      </Confirm>
    </>
  )
}
