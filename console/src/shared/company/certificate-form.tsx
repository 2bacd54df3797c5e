import { Alert, Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { FileKey2 } from 'lucide-react'
import { useState } from 'react'
import type { ResultOf } from '../../../../clients/typescript/client.ts'
import { timbre } from '../../session/session.ts'
import { useText, useWords } from '../../text/text.tsx'
import { FileDrop } from '../files.tsx'
import { Facts } from '../page.tsx'
import { ProblemNotice } from '../problem.tsx'
import { useCompanyChanged, type Certificate } from './tenant.ts'
import { words } from './words.ts'

const soonDays = 30

/** Whose certificate it is, and until when. */
export function CertificateFacts ({ certificate }: { certificate: ResultOf<'/api/Tenant/CheckCertificate', 'post'> }) {
  const own = useWords(words).certificate
  const { format } = useText()
  const { holderName, holderTaxNumber, issuerName, serialNumber, notBefore, notAfter, daysLeft } = certificate
  return (
    <Facts
      facts={[
        [own.holder, holderName], [own.holderTaxNumber, format.rut(holderTaxNumber)], [own.issuer, issuerName], [own.serial, serialNumber],
        [own.from, format.day(notBefore)], [own.until, `${format.day(notAfter)} (${own.days(daysLeft, format.number(daysLeft))})`]
      ]}
    />
  )
}

/** A file and its password; what is in it is shown before it is kept. */
export function CertificateForm ({ replaces, onKept }: { replaces: boolean, onKept?: () => void }) {
  const own = useWords(words).certificate
  const { text, format } = useText()
  const changed = useCompanyChanged()
  const [file, setFile] = useState<File>()
  const form = useForm({ initialValues: { password: '' } })
  const body = () => ({ File: file!, Password: form.values.password })
  const check = useMutation({ mutationFn: () => timbre.post('/api/Tenant/CheckCertificate', { body: body() }) })
  const keep = useMutation({
    mutationFn: async (): Promise<Certificate> => {
      const certificate = await timbre.post('/api/Tenant/Certificate', { body: body() })
      await changed()
      return certificate
    },
    onSuccess: ({ daysLeft }) => {
      if (daysLeft < soonDays) notifications.show({ message: own.keptSoon(daysLeft), color: 'orange', autoClose: 15_000 })
      onKept?.()
    }
  })
  const choose = (chosen?: File) => {
    setFile(chosen)
    form.reset()
    check.reset()
    keep.reset()
  }
  if (!file) {
    return <FileDrop label={own.file} note={own.fileNote} accept='.p12,.pfx,application/x-pkcs12' maxBytes={1024 * 1024} onFiles={([first]) => { choose(first) }} />
  }
  return (
    <form onSubmit={form.onSubmit(() => { check.mutate() })}>
      <Stack>
        <Group justify='space-between' gap='xs'>
          <Group gap='xs' wrap='nowrap' miw={0}><FileKey2 size={18} aria-hidden='true' /><Text size='sm' fw={550} className='wrap'>{file.name}</Text><Text size='sm' c='dimmed'>{format.bytes(file.size)}</Text></Group>
          <Button variant='default' size='compact-sm' onClick={() => { choose() }}>{own.another}</Button>
        </Group>
        {check.data ? (
          <Alert color='ink' variant='light' title={own.found}>
            <CertificateFacts certificate={check.data} />
            {replaces && <Text size='sm' mt='sm'>{own.replaces}</Text>}
          </Alert>
        ) : (
          <PasswordInput
            label={own.password} description={own.passwordNote} autoComplete='off' autoFocus
            visibilityToggleButtonProps={{ 'aria-label': text.actions.showPassword }} {...form.getInputProps('password')}
          />
        )}
        <ProblemNotice error={keep.error ?? check.error} />
        <Group justify='end'>
          {check.data
            ? <Button loading={keep.isPending} onClick={() => { keep.mutate() }} type='button'>{own.keep}</Button>
            : <Button type='submit' loading={check.isPending}>{own.check}</Button>}
        </Group>
      </Stack>
    </form>
  )
}

/** The simulator makes one, for rehearsals. */
export function CertificateRehearsal ({ onKept }: { onKept?: () => void }) {
  const own = useWords(words).certificate
  const changed = useCompanyChanged()
  const ask = useMutation({
    mutationFn: async () => {
      await timbre.post('/api/Tenant/RehearsalCertificate')
      await changed()
    },
    onSuccess: () => { onKept?.() }
  })
  return (
    <Stack>
      <Group justify='space-between'>
        <Text size='sm' c='dimmed' flex='1 1 240px'>{own.rehearsalNote}</Text>
        <Button variant='default' loading={ask.isPending} onClick={() => { ask.mutate() }}>{own.rehearse}</Button>
      </Group>
      <ProblemNotice error={ask.error} />
    </Stack>
  )
}
