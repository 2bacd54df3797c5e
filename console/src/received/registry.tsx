import { Button, Code, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { timbre, useCan } from '../session/session.ts'
import { save } from '../shared/files.tsx'
import { Card } from '../shared/page.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { Dot, tones } from '../shared/status.tsx'
import { labelOf } from '../text/labels.ts'
import { useText, useWords } from '../text/text.tsx'
import { Decide } from './decide.tsx'
import { registryWords } from './registry-words.ts'
import type { Detail } from './requests.ts'
import { RegistryState } from './state.tsx'

/** How the SII's registry has the document, and what it lists of it. */
export function Registry ({ detail: { registryState, events, siiReceivedAt, unreadAnswers } }: { detail: Detail }) {
  const own = useWords(registryWords)
  const { format } = useText()
  if (registryState === null) return null
  return (
    <Card title={own.registry} aside={<RegistryState state={registryState} />}>
      <Stack gap='xs'>
        {siiReceivedAt !== null && <Text size='sm' className='numbers'>{own.siiReceived(format.moment(siiReceivedAt))}</Text>}
        {events.length === 0 && <Text size='sm' c='dimmed'>{own.nothing}</Text>}
        {events.map(({ code, description, responsible, at }, index) => (
          <div key={index}>
            <Text size='sm' fw={550}>{labelOf(own.events, code) ?? description}</Text>
            <Text size='xs' c='dimmed' className='numbers'>{own.by(format.rut(responsible), format.moment(at))}</Text>
          </div>
        ))}
        {unreadAnswers.map(({ at, answer }, index) => (
          <details key={index}>
            <Text component='summary' size='sm' c='dimmed'>{own.unread(format.moment(at))}</Text>
            <Code block mah={240} className='wrap'>{answer}</Code>
          </details>
        ))}
      </Stack>
    </Card>
  )
}

const [awaiting, queued] = [1, 2]
/** It cannot be sent for now, was refused, or its days ended. */
const notDone = new Set([2, 4, 5])
const claimTones: Record<number, string> = {
  1: tones.warning, 2: tones.busy, 3: tones.good, 4: tones.bad, 5: tones.bad, 6: tones.quiet
}

/** What the company, or a policy, asked of the registry. */
export function Claims ({ detail: { claims } }: { detail: Detail }) {
  const own = useWords(registryWords)
  const { language, format } = useText()
  if (claims.length === 0) return null
  return (
    <Card title={own.claims}>
      <Stack gap='md'>
        {claims.map((claim) => (
          <div key={claim.id}>
            <Group justify='space-between' gap='xs'>
              <Text size='sm' fw={550}>{own.actions[claim.action]}</Text>
              <Dot colour={claimTones[claim.state] ?? tones.quiet} size='xs'>{own.states[claim.state] ?? ''}</Dot>
            </Group>
            <Text size='xs' c='dimmed'>{own.asked(claim.requestedBy?.name ?? own.policy, format.moment(claim.createdAt))}</Text>
            {claim.reason !== null && <Text size='xs' c='dimmed' className='wrap'>{own.reason(claim.reason)}</Text>}
            {claim.decidedBy && <Text size='xs' c='dimmed'>{own.decided(claim.decidedBy.name)}</Text>}
            {notDone.has(claim.state) && claim.explanation && <Text size='xs' className='bad wrap'>{claim.explanation[language]}</Text>}
            {(claim.state === awaiting || (claim.state === queued && claim.sentAt === null)) && <Decide claim={claim} />}
          </div>
        ))}
      </Stack>
    </Card>
  )
}

type Answer = Detail['answers'][number]
const answerTones: Record<number, string> = { 1: tones.busy, 2: tones.good, 3: tones.warning, 4: tones.bad }

/** What the supplier was answered by mail. */
export function Answers ({ detail: { answers } }: { detail: Detail }) {
  const own = useWords(registryWords)
  if (answers.length === 0) return null
  return (
    <Card title={own.answers}>
      <Stack gap='md'>{answers.map((answer) => <OneAnswer key={answer.id} answer={answer} />)}</Stack>
    </Card>
  )
}

function OneAnswer ({ answer: { id, kind, code, comment, address, state, createdAt, sentAt } }: { answer: Answer }) {
  const own = useWords(registryWords)
  const { format } = useText()
  const can = useCan()
  const [opened, { open, close }] = useDisclosure()
  const download = useMutation({
    mutationFn: async () => {
      const file = await timbre.get('/api/Received/GetAnswer', { query: { id } })
      save(file, file.name)
    }
  })
  const what = kind === 'result' && code !== null ? own.results[code] ?? own.kinds.result : own.kinds[kind]
  return (
    <div>
      <Group justify='space-between' gap='xs'>
        <Text size='sm' fw={550}>{what}</Text>
        <Dot colour={answerTones[state] ?? tones.quiet} size='xs'>{own.answerStates[state] ?? ''}</Dot>
      </Group>
      {comment !== '' && <Text size='xs' c='dimmed' className='wrap'>{comment}</Text>}
      <Text size='xs' c='dimmed' className='numbers wrap'>
        {address === null ? format.moment(createdAt) : own.sentTo(address, format.moment(sentAt ?? createdAt))}
      </Text>
      <Group gap='xs' mt={4}>
        <Button variant='default' size='compact-xs' loading={download.isPending} onClick={() => { download.mutate() }}>{own.answerXml}</Button>
        {can('Received.Claim') && <Button variant='default' size='compact-xs' onClick={open}>{own.resend}</Button>}
      </Group>
      <ProblemNotice error={download.error} />
      {opened && <Resend id={id} onClose={close} />}
    </div>
  )
}

function Resend ({ id, onClose }: { id: string, onClose: () => void }) {
  const own = useWords(registryWords)
  const { text } = useText()
  const cache = useQueryClient()
  const [address, setAddress] = useState('')
  const work = useMutation({
    mutationFn: () => timbre.post('/api/Received/ResendAnswer', { body: { id, ...address.trim() !== '' && { address: address.trim() } } }),
    onSuccess: () => {
      notifications.show({ message: own.resent, color: 'green' })
      void cache.invalidateQueries({ queryKey: ['received'] })
      onClose()
    }
  })
  return (
    <Modal opened onClose={onClose} title={own.resendTitle} centered closeButtonProps={{ 'aria-label': text.actions.close }}>
      <form onSubmit={(event) => { event.preventDefault(); work.mutate() }}>
        <Stack>
          <TextInput
            label={own.address} description={own.addressNote} inputMode='email' autoComplete='off' data-autofocus value={address}
            onChange={({ currentTarget }) => { setAddress(currentTarget.value) }}
          />
          <ProblemNotice error={work.error} />
          <Group justify='end'>
            <Button variant='default' onClick={onClose}>{text.actions.cancel}</Button>
            <Button type='submit' loading={work.isPending}>{own.send}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
