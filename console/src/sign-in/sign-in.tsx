import { Alert, Anchor, Button, Group, PasswordInput, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Check } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { anonymous, base, facts, isCodeWanted, signIn, TimbreError } from '../session/session.ts'
import { CodeInput } from '../shared/code-input.tsx'
import { Mark } from '../shared/mark.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { Preferences } from '../shell/preferences.tsx'
import { useText, useWords } from '../text/text.tsx'
import type { Arrival } from './arrival.ts'
import { kindOf, MailLink, type Stopped } from './mail-link.tsx'
import { Registration } from './registration.tsx'
import { words } from './words.ts'

type Step = 'signIn' | 'forgot' | 'register' | 'mailLink'

interface SignInPageProps {
  /** From the link of a mail. */
  arrival: Arrival | undefined
  /** Called when the page of that link is over. */
  onLeave: () => void
}

/** Before anybody is signed in: sign in, use the link of a mail, ask for another password, register a company. */
export function SignInPage ({ arrival, onLeave }: SignInPageProps) {
  const { text } = useText()
  const own = useWords(words)
  const [step, setStep] = useState<Step>(firstStep(arrival))
  const [stopped, setStopped] = useState<Stopped>()
  const titles = {
    signIn: own.title, forgot: own.forgot.title, register: own.registration.title, mailLink: arrival && own.mailLink[kindOf(arrival)].title
  }
  const title = titles[step]
  useEffect(() => { document.title = `${title} · ${text.product}` }, [title, text])
  const stop = (one: Stopped) => {
    setStopped(one)
    setStep('signIn')
  }
  const leave = () => {
    if (arrival) history.replaceState(null, '', base)
    setStep('signIn')
    onLeave()
  }
  const back = <StepLink onStep={leave}>{own.back}</StepLink>
  return (
    <main className='sign-in'>
      <div className='sign-in-side'>
        <span className='brand'><Mark inverse /> {text.product}</span>
        <div>
          <Text fz={34} fw={620} lh={1.2} maw={460} className='balanced'>{own.promise}</Text>
          <Text mt='md' c='#dbe5fc' maw={420} className='balanced'>{own.tagline}</Text>
        </div>
        <Journey />
      </div>
      <div className='sign-in-form'>
        <Stack w='100%' maw={400} gap='xl'>
          <span className='brand narrow-brand'><Mark /> {text.product}</span>
          <Group justify='space-between' align='start' wrap='nowrap'>
            <Title order={1}>{title}</Title>
            <Preferences />
          </Group>
          {step === 'signIn' && (
            <>
              <SignInForm stopped={stopped} onSignedIn={onLeave} />
              <Stack gap='xs'>
                <StepLink onStep={() => { setStep('forgot') }}>{own.forgotten}</StepLink>
                {facts.registration === 'open' && <StepLink onStep={() => { setStep('register') }}>{own.register}</StepLink>}
              </Stack>
            </>
          )}
          {step === 'mailLink' && arrival && (
            <>
              <MailLink arrival={arrival} onSignedIn={onLeave} onStopped={stop} />
              <Stack gap='xs'>
                {arrival.page === 'reset-password' && <StepLink onStep={() => { setStep('forgot') }}>{own.mailLink.again}</StepLink>}
                {back}
              </Stack>
            </>
          )}
          {step === 'forgot' && <><ForgottenPassword />{back}</>}
          {step === 'register' && <Registration back={back} onStopped={stop} />}
        </Stack>
      </div>
    </main>
  )
}

function firstStep (arrival: Arrival | undefined): Step {
  if (!arrival) return 'signIn'
  return arrival.page === 'forgot-password' ? 'forgot' : 'mailLink'
}

function StepLink ({ onStep, children }: { onStep: () => void, children: ReactNode }) {
  return <Anchor component='button' type='button' size='sm' w='fit-content' onClick={onStep}>{children}</Anchor>
}

/** What the product does, at a glance: the way of a document. */
function Journey () {
  const { text } = useText()
  return (
    <ol className='journey' aria-hidden='true'>
      {([2, 4, 5] as const).map((status) => <li key={status}><Check size={14} strokeWidth={3} />{text.statuses[status]}</li>)}
    </ol>
  )
}

/** What the server wants beside email and password, or why it refuses. */
interface Asked { problem?: unknown, companies?: Array<{ value: string, label: string }>, wantsCode?: boolean }

function askedBy (error: unknown): Asked {
  if (error instanceof TimbreError && error.code === 'TENANT_REQUIRED') return { companies: companiesIn(error) }
  return isCodeWanted(error) ? { wantsCode: true } : { problem: error }
}

/** It goes on from the sign-in with which the link of a mail ended, where something was missing for that. */
function SignInForm ({ stopped, onSignedIn }: { stopped: Stopped | undefined, onSignedIn: () => void }) {
  const own = useWords(words)
  const { text } = useText()
  const [{ problem, companies, wantsCode }, setAsked] = useState<Asked>(stopped ? askedBy(stopped.error) : {})
  const wait = useWait(problem)
  const form = useForm({ initialValues: { email: '', password: '', tenantCode: '', code: '', ...stopped?.credentials } })

  const submit = form.onSubmit(async ({ email, password, tenantCode, code }) => {
    setAsked((before) => ({ ...before, problem: undefined }))
    try {
      await signIn({ email: email.trim(), password, tenantCode: tenantCode || undefined, code })
      onSignedIn()
    } catch (error) {
      setAsked((before) => ({ ...before, ...askedBy(error) }))
    }
  })

  return (
    <form onSubmit={submit}>
      <Stack>
        {stopped && problem === undefined && <Alert color='green' variant='light' role='status'>{own.mailLink.done}</Alert>}
        <TextInput
          label={own.email} type='email' autoComplete='username' required autoFocus size='md' withAsterisk={false}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={own.password} autoComplete='current-password' required size='md' withAsterisk={false}
          visibilityToggleButtonProps={{ 'aria-label': text.actions.showPassword }} {...form.getInputProps('password')}
        />
        {companies && (
          <Select
            label={own.company} description={own.chooseCompany} data={companies} size='md' required allowDeselect={false}
            withAsterisk={false} {...form.getInputProps('tenantCode')}
          />
        )}
        {wantsCode && <CodeInput autoFocus size='md' {...form.getInputProps('code')} />}
        <ProblemNotice error={problem} />
        {wait > 0 && <WaitNotice seconds={wait} />}
        <Button type='submit' size='md' loading={form.submitting} disabled={wait > 0}>{own.submit}</Button>
      </Stack>
    </form>
  )
}

/** The errors name each company: `tenantCode: andes (Comercial Andes SpA)`. */
function companiesIn ({ errors }: TimbreError): Array<{ value: string, label: string }> {
  return errors.flatMap((sentence) => {
    const [, value, label] = /^tenantCode: (\S+) \((.*)\)$/.exec(sentence) ?? []
    return value && label ? [{ value, label }] : []
  })
}

/** Seconds until the server takes another password, counted down. */
function useWait (problem: unknown): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    const seconds = problem instanceof TimbreError ? problem.retryAfterSeconds ?? 0 : 0
    const until = Date.now() + seconds * 1000
    setLeft(seconds)
    if (seconds === 0) return undefined
    const timer = setInterval(() => { setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000))) }, 1000)
    return () => { clearInterval(timer) }
  }, [problem])
  return left
}

function WaitNotice ({ seconds }: { seconds: number }) {
  const { format } = useText()
  const own = useWords(words)
  return <Text size='sm' c='dimmed' className='numbers' role='timer'>{own.wait(format.seconds(seconds))}</Text>
}

function ForgottenPassword () {
  const own = useWords(words)
  const [problem, setProblem] = useState<unknown>()
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm({ initialValues: { email: '' } })
  if (!facts.mail) return <Alert color='orange' variant='light'>{own.forgot.noMail}</Alert>
  if (sentTo) return <Alert color='green' variant='light' title={own.forgot.sent} role='status'>{own.forgot.sentText(sentTo)}</Alert>

  const submit = form.onSubmit(async ({ email }) => {
    setProblem(undefined)
    try {
      await anonymous.post('/api/Auth/ForgotPassword', { body: { email: email.trim() } })
      setSentTo(email.trim())
    } catch (error) {
      setProblem(error)
    }
  })
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size='sm' c='dimmed'>{own.forgot.text}</Text>
        <TextInput
          label={own.email} type='email' autoComplete='username' required autoFocus size='md' withAsterisk={false}
          {...form.getInputProps('email')}
        />
        <ProblemNotice error={problem} />
        <Button type='submit' size='md' loading={form.submitting}>{own.forgot.submit}</Button>
      </Stack>
    </form>
  )
}
