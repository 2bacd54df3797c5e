import { Button, Group, NativeSelect, NumberInput, PasswordInput, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RequestOf, ResultOf } from '../../../clients/typescript/client.ts'
import { facts, timbre } from '../session/session.ts'
import { ProblemNotice } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { words } from './words.ts'

export type Mailbox = ResultOf<'/api/Mailbox/Get', 'get'>
type Posted = RequestOf<'/api/Mailbox/Set', 'put'>['body']
type Security = NonNullable<Posted['security']>

const usualPorts: Record<Security, number> = { tls: 993, starttls: 143, none: 143 }

interface Values {
  host: string, port: number, security: Security, userName: string, folder: string, enabled: boolean, authenticationServer: string,
  auth: 'password' | 'oauth',
  password: string, tokenUrl: string, clientId: string, clientSecret: string, refreshToken: string, scope: string
}

const initial = ({ host, port, security, userName, folder, enabled, authenticationServer, auth }: Mailbox): Values => ({
  host: host ?? '', port: port ?? 993, security: (security ?? 'tls') as Security, userName: userName ?? '', folder: folder ?? 'INBOX',
  enabled: host === null || enabled, authenticationServer: authenticationServer ?? '', auth: auth === 'oauth' ? 'oauth' : 'password',
  password: '', tokenUrl: '', clientId: '', clientSecret: '', refreshToken: '', scope: ''
})

/** Without a password or a token the stored one stays. */
function bodyOf ({ host, port, security, userName, folder, enabled, authenticationServer, ...secrets }: Values): Posted {
  const secret = secretOf(secrets)
  return {
    host: host.trim(), port, security, userName: userName.trim(), folder: folder.trim(), enabled,
    authenticationServer: authenticationServer.trim(), ...secret && { secret }
  }
}

function secretOf (
  { auth, password, tokenUrl, clientId, ...others }: Omit<Values, 'host' | 'port' | 'security' | 'userName' | 'folder' | 'enabled' | 'authenticationServer'>
): Posted['secret'] {
  if (auth === 'password') return password === '' ? undefined : { kind: 'password', password }
  if (tokenUrl === '' && clientId === '') return undefined
  const { clientSecret, refreshToken, scope } = others
  return {
    kind: 'oauth', tokenUrl: tokenUrl.trim(), clientId: clientId.trim(), clientSecret: clientSecret || null, refreshToken: refreshToken || null,
    scope: scope.trim() || null
  }
}

/** The server refuses mailboxes without encryption, but at private addresses where it calls those. */
function securitiesOf ({ none, ...encrypted }: Record<Security, string>): Record<string, string> {
  return facts.privateAddresses ? { ...encrypted, none } : encrypted
}

const listOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }))

export function SettingsForm ({ mailbox }: { mailbox: Mailbox }) {
  const { text } = useText()
  const own = useWords(words)
  const cache = useQueryClient()
  const form = useForm({ initialValues: initial(mailbox) })
  const keep = useMutation({
    gcTime: 0,
    mutationFn: (values: Values) => timbre.put('/api/Mailbox/Set', { body: bodyOf(values) }),
    onSuccess: async () => {
      notifications.show({ message: own.saved, color: 'green' })
      for (const secret of ['password', 'clientSecret', 'refreshToken'] as const) form.setFieldValue(secret, '')
      await cache.invalidateQueries({ queryKey: ['mailbox'] })
    }
  })
  const { auth } = form.values
  const required = { required: true, withAsterisk: false } as const
  const choose = (security: Security) => { form.setValues({ security, port: usualPorts[security] }) }
  return (
    <form onSubmit={form.onSubmit((values) => { keep.mutate(values) })}>
      <Stack>
        <TextInput label={own.host} autoComplete='off' placeholder='imap.empresa.cl' {...required} {...form.getInputProps('host')} />
        <SimpleGrid cols={2}>
          <NativeSelect
            label={own.security} data={listOf(securitiesOf(own.securities))} value={form.values.security}
            onChange={({ currentTarget }) => { choose(currentTarget.value as Security) }}
          />
          <NumberInput label={own.port} min={1} max={65_535} hideControls allowDecimal={false} {...required} {...form.getInputProps('port')} />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label={own.userName} autoComplete='off' {...required} {...form.getInputProps('userName')} />
          <TextInput label={own.folder} autoComplete='off' {...required} {...form.getInputProps('folder')} />
        </SimpleGrid>
        <NativeSelect label={own.auth} data={listOf(own.auths)} {...form.getInputProps('auth')} />
        {auth === 'password' ? (
          <PasswordInput
            label={own.password} description={mailbox.auth === 'password' ? own.keep : own.passwordNote} autoComplete='new-password'
            required={mailbox.auth !== 'password'} withAsterisk={false} visibilityToggleButtonProps={{ 'aria-label': text.actions.showPassword }}
            {...form.getInputProps('password')}
          />
        ) : <Oauth form={form} isStored={mailbox.auth === 'oauth'} />}
        <TextInput label={own.authenticationServer} description={own.authenticationNote} autoComplete='off' {...form.getInputProps('authenticationServer')} />
        <Switch label={own.enabled} {...form.getInputProps('enabled', { type: 'checkbox' })} />
        <ProblemNotice error={keep.error} />
        <Group justify='end'><Button type='submit' loading={keep.isPending}>{text.actions.save}</Button></Group>
      </Stack>
    </form>
  )
}

/** What the provider gave for Timbre. */
function Oauth ({ form, isStored }: { form: ReturnType<typeof useForm<Values>>, isStored: boolean }) {
  const { text } = useText()
  const own = useWords(words)
  const required = { required: !isStored, withAsterisk: false } as const
  const secret = { autoComplete: 'new-password', visibilityToggleButtonProps: { 'aria-label': text.actions.showPassword } } as const
  return (
    <Stack>
      <TextInput
        label={own.tokenUrl} type='url' placeholder='https://oauth2.googleapis.com/token' {...isStored ? { description: own.keep } : {}} {...required}
        {...form.getInputProps('tokenUrl')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={own.clientId} autoComplete='off' {...required} {...form.getInputProps('clientId')} />
        <PasswordInput label={own.clientSecret} description={own.optional} {...secret} {...form.getInputProps('clientSecret')} />
        <PasswordInput label={own.refreshToken} description={own.optional} {...secret} {...form.getInputProps('refreshToken')} />
        <TextInput label={own.scope} description={own.optional} autoComplete='off' {...form.getInputProps('scope')} />
      </SimpleGrid>
    </Stack>
  )
}
