import { ActionIcon, Button, CopyButton, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import {
  Ban, Check, Code, Copy, Download, Ellipsis, FileArchive, FileCode, FilePlus2, Link, Mail, PencilLine, Printer
} from 'lucide-react'
import { lazy, Suspense, useRef, useState, type ReactNode, type RefObject } from 'react'
import { apiUrl, timbre, useCan } from '../session/session.ts'
import { save } from '../shared/files.tsx'
import { MenuLink } from '../shared/links.tsx'
import { useNarrow } from '../shared/page.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { words as handOver } from './hand-over-words.ts'
import { isHandedOver, printFile, PublicLink, SendForm } from './hand-over.tsx'
import { pdfOf, type Detail } from './requests.ts'
import { Annul, isAnnullable, isInForce } from './undo.tsx'
import { words } from './words.ts'

const CorrectDialog = lazy(async () => ({ default: (await import('./correct-dialog.tsx')).CorrectDialog }))

const files = {
  pdf: (correlationId: string) => pdfOf(correlationId),
  xml: (correlationId: string) => timbre.get('/api/Webhook/GetXml', { query: { correlationId } }),
  zip: (correlationId: string) => timbre.get('/api/Webhook/GetEvidence', { query: { correlationId } })
}

type File = keyof typeof files
type Dialog = 'send' | 'link' | 'correct' | 'annul'

/** One row: what is done with most documents, and a menu with the rest. On a phone the PDF is in the menu, too. */
export function Actions ({ detail }: { detail: Detail }) {
  const own = useWords(words)
  const { send, print } = useWords(handOver)
  const can = useCan()
  const narrow = useNarrow()
  const { correlationId, folio } = detail
  const [opened, setOpened] = useState<Dialog>()
  const sendButton = useRef<HTMLButtonElement>(null)
  const moreButton = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpened(undefined)
    // The dialog was opened as it was made, so it does not know where the focus was.
    const opener = opened === 'send' ? sendButton : moreButton
    opener.current?.focus()
  }
  const printing = useMutation({ mutationFn: async () => { printFile(await pdfOf(correlationId)) } })
  const download = useMutation({
    mutationFn: async (kind: File) => {
      const file = await files[kind](correlationId)
      save(file, file.name)
    }
  })
  const isForReceiver = isHandedOver(detail)
  return (
    <>
      {isForReceiver && can('Webhook.Send') && (
        <Button ref={sendButton} leftSection={<Mail size={16} />} onClick={() => { setOpened('send') }}>{send}</Button>
      )}
      {isForReceiver && (
        <Button variant='default' leftSection={<Printer size={16} />} loading={printing.isPending} onClick={() => { printing.mutate() }}>
          {print}
        </Button>
      )}
      {folio !== null && !narrow && (
        <Button
          variant='default' leftSection={<Download size={16} />} loading={download.isPending && download.variables === 'pdf'}
          aria-label={own.pdf} onClick={() => { download.mutate('pdf') }}
        >
          {own.tabs.pdf}
        </Button>
      )}
      <More detail={detail} button={moreButton} withPdf={narrow} onOpen={setOpened} onDownload={download.mutate} />
      <ProblemNotice error={printing.error ?? download.error} />
      <OpenDialog detail={detail} opened={opened} onClose={close} />
    </>
  )
}

interface MoreProps {
  detail: Detail
  button: RefObject<HTMLButtonElement | null>
  withPdf: boolean
  onOpen: (dialog: Dialog) => void
  onDownload: (kind: File) => void
}

/** Its items are there while it is closed, so that Ctrl K finds them. */
function More ({ detail, button, withPdf, onOpen, onDownload }: MoreProps) {
  const own = useWords(words)
  const { link } = useWords(handOver)
  const { text } = useText()
  const can = useCan()
  const { correlationId, folio } = detail
  const items = useRef<HTMLDivElement>(null)
  const focusFirst = () => { items.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus() }
  const curl = `curl -s '${apiUrl}/api/Webhook/GetWebhook?correlationId=${correlationId}' -H "Authorization: Bearer $TOKEN"`
  const opening = (dialog: Dialog, icon: ReactNode, label: string) =>
    <Menu.Item leftSection={icon} onClick={() => { onOpen(dialog) }}>{label}</Menu.Item>
  const downloading = (kind: File, icon: ReactNode, label: string) =>
    <Menu.Item leftSection={icon} onClick={() => { onDownload(kind) }}>{label}</Menu.Item>
  return (
    <Menu
      position='bottom-end' width={250} keepMounted keepMountedMode='display-none'
      // A menu that stays mounted does not take the focus by itself.
      onOpen={() => { requestAnimationFrame(() => { requestAnimationFrame(focusFirst) }) }}
    >
      <Menu.Target>
        <ActionIcon ref={button} variant='default' size={36} aria-label={text.actions.more} data-menu><Ellipsis size={18} /></ActionIcon>
      </Menu.Target>
      <Menu.Dropdown ref={items} data-menu-actions>
        {isHandedOver(detail) && can('Webhook.PublicLink') && opening('link', <Link size={15} />, link)}
        {can('Webhook.Issue') && (
          <>
            {isInForce(detail) && opening('correct', <PencilLine size={15} />, own.amend.action)}
            {isAnnullable(detail) && opening('annul', <Ban size={15} />, own.annul.action)}
            <MenuLink to='/issue' search={{ copy: correlationId }} leftSection={<FilePlus2 size={15} />}>{own.another}</MenuLink>
            <Menu.Divider />
          </>
        )}
        {folio !== null && withPdf && downloading('pdf', <Download size={15} />, own.pdf)}
        {folio !== null && downloading('xml', <FileCode size={15} />, own.xml)}
        {can('Webhook.Evidence') && downloading('zip', <FileArchive size={15} />, own.evidence)}
        <CopyItem value={correlationId} icon={<Copy size={15} />}>{own.copyId}</CopyItem>
        <CopyItem value={curl} icon={<Code size={15} />}>{own.copyCurl}</CopyItem>
      </Menu.Dropdown>
    </Menu>
  )
}

function OpenDialog ({ detail, opened, onClose }: { detail: Detail, opened: Dialog | undefined, onClose: () => void }) {
  if (opened === 'send') return <SendForm detail={detail} onClose={onClose} />
  if (opened === 'link') return <PublicLink detail={detail} onClose={onClose} />
  if (opened === 'annul') return <Annul detail={detail} onClose={onClose} />
  return opened === 'correct' && <Suspense><CorrectDialog detail={detail} onClose={onClose} /></Suspense>
}

function CopyItem ({ value, icon, children }: { value: string, icon: ReactNode, children: string }) {
  const { text } = useText()
  return (
    <CopyButton value={value}>{({ copied, copy }) => (
      <Menu.Item closeMenuOnClick={false} leftSection={copied ? <Check size={15} /> : icon} onClick={copy}>
        {copied ? text.actions.copied : children}
      </Menu.Item>
    )}
    </CopyButton>
  )
}
