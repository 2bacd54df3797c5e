import { Alert, Button, Checkbox, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useClipboard } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { facts, timbre, TimbreError, useCan, useSession } from '../session/session.ts'
import { ProblemNotice } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { words } from './hand-over-words.ts'
import { MailLine } from './messages.tsx'
import { useDocumentName } from './name.ts'
import { saidIn, type Detail } from './requests.ts'

/** Whether it may go to its receiver, by mail, by a link, on paper: only one that is in force does. */
export function isHandedOver ({ folio, status }: Detail): boolean {
  return folio !== null && status !== 7 && status !== 8
}

function Dialog ({ title, onClose, children }: { title: string, onClose: () => void, children: ReactNode }) {
  const { text } = useText()
  return <Modal opened onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': text.actions.close }}>{children}</Modal>
}

interface Said { header?: { documentId?: { dueDate?: string | null }, receiver?: { email?: string | null } } }

/** Sends it by mail. */
export function SendForm ({ detail, onClose }: { detail: Detail, onClose: () => void }) {
  const own = useWords(words)
  const { text } = useText()
  const cache = useQueryClient()
  const name = useDocumentName()(detail)
  const { correlationId, deliveries } = detail
  const email = saidIn<Said>(detail).header?.receiver?.email ?? ''
  const form = useForm({ initialValues: { to: email, message: '', copyToMe: false } })
  const send = useMutation({
    mutationFn: ({ to, message, copyToMe }: typeof form.values) => timbre.post('/api/Webhook/Send', {
      body: {
        correlationId, to: to.split(/[\s,;]+/).filter((one) => one !== ''), copyToMe,
        ...message.trim() !== '' && { message: message.trim() }
      }
    }),
    onSuccess: (queued) => {
      notifications.show({ message: own.queued(queued.map(({ to }) => to).join(', ')), color: 'green' })
      void cache.invalidateQueries({ queryKey: ['document', correlationId] })
      onClose()
    }
  })
  return (
    <Dialog title={own.sendTitle(name)} onClose={onClose}>
      <form onSubmit={form.onSubmit((values) => { send.mutate(values) })}>
        <Stack>
          {!facts.mail && <Alert color='orange' variant='light'>{own.noMail}</Alert>}
          <TextInput
            label={own.to} description={own.toNote} required withAsterisk={false} data-autofocus autoComplete='off' inputMode='email'
            {...form.getInputProps('to')}
          />
          <Textarea label={own.message} autosize minRows={3} maxLength={1000} {...form.getInputProps('message')} />
          <Checkbox label={own.copyToMe} {...form.getInputProps('copyToMe', { type: 'checkbox' })} />
          <ProblemNotice error={send.error} />
          <Group justify='end'>
            <Button variant='default' onClick={onClose}>{text.actions.cancel}</Button>
            <Button type='submit' loading={send.isPending}>{own.send}</Button>
          </Group>
          {deliveries.length > 0 && (
            <Stack gap='xs'>
              <Text size='sm' fw={600}>{own.before}</Text>
              {deliveries.map((mail, index) => <MailLine key={index} mail={mail} />)}
            </Stack>
          )}
        </Stack>
      </form>
    </Dialog>
  )
}

/** Its public page: copied, passed on by WhatsApp, revoked. */
export function PublicLink ({ detail, onClose }: { detail: Detail, onClose: () => void }) {
  const own = useWords(words)
  const { format } = useText()
  const cache = useQueryClient()
  const name = useDocumentName()(detail)
  const body = { correlationId: detail.correlationId }
  const issuer = useSession()?.me.tenant.businessName ?? ''
  const dueDate = saidIn<Said>(detail).header?.documentId?.dueDate
  const messageWith = (url: string) =>
    own.whatsAppText(issuer, name, format.amount(detail.totalAmount, detail.currency), dueDate ? format.longDate(dueDate) : undefined, url)
  const mayActivate = useCan()('Tenant.Manage')
  const { copy, copied } = useClipboard()
  const { mutate: ask, data, error } = useMutation({ mutationFn: () => timbre.post('/api/Webhook/PublicLink', { body }) })
  const revoke = useMutation({
    mutationFn: () => timbre.post('/api/Webhook/RevokePublicLink', { body }),
    onSuccess: () => {
      notifications.show({ message: own.revoked, color: 'green' })
      void cache.invalidateQueries({ queryKey: ['pdf', detail.correlationId] })
      onClose()
    }
  })
  useEffect(() => { ask() }, [ask])
  const isOff = error instanceof TimbreError && error.code === 'PUBLIC_PAGES_OFF'
  const activate = useMutation({
    mutationFn: () => timbre.put('/api/Tenant/Update', { body: { publicPages: true } }),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: ['tenant'] })
      ask(undefined, { onSuccess: ({ url }) => { copy(url) } })
    }
  })
  return (
    <Dialog title={own.linkTitle(name)} onClose={onClose}>
      <Stack>
        {isOff ? <Text size='sm'>{mayActivate ? own.off : own.askToActivate}</Text> : <ProblemNotice error={error ?? revoke.error} />}
        <ProblemNotice error={activate.error} />
        {isOff && mayActivate && (
          <Group justify='end'><Button loading={activate.isPending} onClick={() => { activate.mutate() }}>{own.activate}</Button></Group>
        )}
        {data && (
          <>
            <Text size='sm' className='wrap'>{data.url}</Text>
            <Text size='sm' c='dimmed'>{own.linkNote}</Text>
            <Text size='sm'>{data.openedAt === null ? own.notOpened : own.opened(format.moment(data.openedAt))}</Text>
            <Group gap='xs'>
              <Button onClick={() => { copy(data.url) }}>{copied ? own.copied : own.copy}</Button>
              <Button
                component='a' variant='default' leftSection={<MessageCircle size={16} />} target='_blank' rel='noopener noreferrer'
                href={`https://wa.me/?text=${encodeURIComponent(messageWith(data.url))}`}
              >
                {own.whatsApp}
              </Button>
              <Button variant='default' c='red.8' loading={revoke.isPending} onClick={() => { revoke.mutate() }}>{own.revoke}</Button>
            </Group>
          </>
        )}
      </Stack>
    </Dialog>
  )
}

/** By the browser's own dialog, from a frame that nobody sees. */
export function printFile (file: Blob): void {
  const frame = document.createElement('iframe')
  frame.style.cssText = 'position:fixed;width:0;height:0;border:0'
  frame.setAttribute('aria-hidden', 'true')
  frame.src = URL.createObjectURL(file)
  frame.onload = () => { frame.contentWindow?.print() }
  document.body.append(frame)
}
