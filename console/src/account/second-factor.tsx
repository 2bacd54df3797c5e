import { Alert, Anchor, Box, Button, Code, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { refreshMe, timbre, useMe } from '../session/session.ts'
import { CodeInput } from '../shared/code-input.tsx'
import { CopyIcon, SecretOnce } from '../shared/copy.tsx'
import { Card } from '../shared/page.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { Dot, tones } from '../shared/status.tsx'
import { useText, useWords } from '../text/text.tsx'
import { words } from './words.ts'

type State = ResultOf<'/api/Auth/SecondFactor', 'get'>
type Begun = ResultOf<'/api/Auth/BeginSecondFactor', 'post'>
type Step = { at: 'state' } | { at: 'begin' | 'remove' | 'renew' } | { at: 'confirm', begun: Begun } | { at: 'codes', codes: string[] }

const key = ['Auth/SecondFactor']
const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

/** The reader's authenticator app and recovery codes for this company. */
export function SecondFactorCard () {
  const own = useWords(words).secondFactor
  const cache = useQueryClient()
  const { secondFactorSetupRequired } = useMe()
  const [step, setStep] = useState<Step>({ at: 'state' })
  const { data, error } = useQuery({ queryKey: key, queryFn: ({ signal }) => timbre.get('/api/Auth/SecondFactor', { signal }) })
  const show = (next: Step) => {
    setStep(next)
    void cache.invalidateQueries({ queryKey: key })
  }
  const back = () => { setStep({ at: 'state' }) }
  return (
    <Card title={own.title}>
      <Stack>
        {secondFactorSetupRequired && <Alert color='orange' variant='light'>{own.compulsory}</Alert>}
        <ProblemNotice error={error} />
        {step.at === 'state' && data && <StateOf state={data} onStep={setStep} />}
        {step.at === 'confirm' && <Confirm begun={step.begun} onBack={back} onCodes={(codes) => { show({ at: 'codes', codes }) }} />}
        {step.at === 'codes' && <Codes codes={step.codes} onKept={back} />}
        {(step.at === 'begin' || step.at === 'renew' || step.at === 'remove') && data && (
          <Proof at={step.at} asksCode={data.active} onBack={back} onDone={show} />
        )}
      </Stack>
    </Card>
  )
}

function StateOf ({ state: { active, activeSince, recoveryCodesLeft, required }, onStep }: { state: State, onStep: (step: Step) => void }) {
  const own = useWords(words).secondFactor
  const { format } = useText()
  return (
    <>
      <Text size='sm' c='dimmed'>{own.note}</Text>
      <Dot colour={active ? tones.good : tones.quiet}>{active && activeSince ? own.active(format.moment(activeSince)) : own.none}</Dot>
      {active && <Text size='sm'>{own.left(format.number(recoveryCodesLeft))}</Text>}
      <Group justify='end'>
        {active && !required && <Button variant='default' onClick={() => { onStep({ at: 'remove' }) }}>{own.remove}</Button>}
        {active && <Button variant='default' onClick={() => { onStep({ at: 'renew' }) }}>{own.renew}</Button>}
        <Button variant={active ? 'default' : 'filled'} onClick={() => { onStep({ at: 'begin' }) }}>{active ? own.change : own.begin}</Button>
      </Group>
    </>
  )
}

interface ProofProps { at: 'begin' | 'renew' | 'remove', asksCode: boolean, onBack: () => void, onDone: (next: Step) => void }

/** The password, and a code where there is a second factor already. */
function Proof ({ at, asksCode, onBack, onDone }: ProofProps) {
  const own = useWords(words).secondFactor
  const { text } = useText()
  const { user: { email } } = useMe()
  const form = useForm({ initialValues: { password: '', code: '' } })
  const prove = useMutation({
    gcTime: 0,
    mutationFn: async ({ password, code }: typeof form.values): Promise<Step> => {
      if (at === 'begin') {
        return { at: 'confirm', begun: await timbre.post('/api/Auth/BeginSecondFactor', { body: { password, ...code && { code } } }) }
      }
      const body = { password, code }
      if (at === 'renew') return { at: 'codes', codes: (await timbre.post('/api/Auth/RenewRecoveryCodes', { body })).recoveryCodes }
      await timbre.post('/api/Auth/RemoveSecondFactor', { body })
      notifications.show({ message: own.removed })
      return { at: 'state' }
    },
    onSuccess: onDone
  })
  const action = { begin: own.next, renew: own.renew, remove: own.remove }[at]
  return (
    <form onSubmit={form.onSubmit((values) => { prove.mutate(values) })}>
      <Stack>
        <input type='email' autoComplete='username' value={email} readOnly hidden />
        <PasswordInput
          label={own.password} autoComplete='current-password' required withAsterisk={false} autoFocus
          visibilityToggleButtonProps={{ 'aria-label': text.actions.showPassword }} {...form.getInputProps('password')}
        />
        {asksCode && <CodeInput {...form.getInputProps('code')} />}
        <ProblemNotice error={prove.error} />
        <Group justify='end'>
          <Button variant='default' onClick={onBack}>{text.actions.cancel}</Button>
          <Button type='submit' color={at === 'remove' ? 'red.8' : 'ink'} loading={prove.isPending}>{action}</Button>
        </Group>
      </Stack>
    </form>
  )
}

function Confirm ({ begun: { secret, uri }, onBack, onCodes }: { begun: Begun, onBack: () => void, onCodes: (codes: string[]) => void }) {
  const own = useWords(words).secondFactor
  const { text } = useText()
  const form = useForm({ initialValues: { code: '' } })
  const confirm = useMutation({
    gcTime: 0,
    mutationFn: ({ code }: typeof form.values) => timbre.post('/api/Auth/ConfirmSecondFactor', { body: { code } }),
    onSuccess: ({ recoveryCodes }) => {
      onCodes(recoveryCodes)
      void refreshMe()
    }
  })
  return (
    <form onSubmit={form.onSubmit((values) => { confirm.mutate(values) })}>
      <Stack>
        <Text size='sm'>{own.enter}</Text>
        <Box h={200}><Suspense><QrCode text={uri} label={own.qr} /></Suspense></Box>
        <div>
          <Text size='sm' fw={550} mb={4}>{own.secret}</Text>
          <Group gap='xs' wrap='nowrap'>
            <Code block flex={1} className='secret'>{secret}</Code>
            <CopyIcon value={secret} label={`${text.actions.copy}: ${own.secret}`} />
          </Group>
        </div>
        <Anchor href={uri} size='sm' w='fit-content'>{own.open}</Anchor>
        <CodeInput description={own.digits} autoFocus {...form.getInputProps('code')} />
        <ProblemNotice error={confirm.error} />
        <Group justify='end'>
          <Button variant='default' onClick={onBack}>{text.actions.cancel}</Button>
          <Button type='submit' loading={confirm.isPending}>{own.activate}</Button>
        </Group>
      </Stack>
    </form>
  )
}

function Codes ({ codes, onKept }: { codes: string[], onKept: () => void }) {
  const own = useWords(words).secondFactor
  return (
    <>
      <Text size='sm'>{own.codesText}</Text>
      <SecretOnce values={[[own.codes, codes.join('\n')]]} fileName={own.fileName} onKept={onKept} />
    </>
  )
}
