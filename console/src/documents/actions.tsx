import { ActionIcon, Button, CopyButton, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Check, Code, Copy, Download, Ellipsis, FileArchive, FileCode, FilePlus2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { apiUrl, timbre, useCan } from '../session/session.ts'
import { ButtonLink } from '../shared/links.tsx'
import { save } from '../shared/files.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { pdfOf, type Detail } from './requests.ts'
import { Annul, Correct, isInForce } from './undo.tsx'
import { words } from './words.ts'

const files = {
  pdf: (correlationId: string) => pdfOf(correlationId),
  xml: (correlationId: string) => timbre.get('/api/Webhook/GetXml', { query: { correlationId } }),
  zip: (correlationId: string) => timbre.get('/api/Webhook/GetEvidence', { query: { correlationId } })
}

export function Actions ({ detail }: { detail: Detail }) {
  const own = useWords(words)
  const { text } = useText()
  const can = useCan()
  const { correlationId, folio } = detail
  const download = useMutation({
    mutationFn: async (kind: keyof typeof files) => {
      const file = await files[kind](correlationId)
      save(file, file.name)
    }
  })
  const hasFolio = folio !== null
  const curl = `curl -s '${apiUrl}/api/Webhook/GetWebhook?correlationId=${correlationId}' -H "Authorization: Bearer $TOKEN"`
  return (
    <>
      {hasFolio && (
        <Button
          variant='default' leftSection={<Download size={16} />} loading={download.isPending && download.variables === 'pdf'}
          onClick={() => { download.mutate('pdf') }}
        >
          {own.pdf}
        </Button>
      )}
      {can('Webhook.Issue') && (
        <>
          {isInForce(detail) && <><Annul detail={detail} /><Correct detail={detail} /></>}
          <ButtonLink variant='default' to='/issue' search={{ copy: correlationId }} leftSection={<FilePlus2 size={16} />}>{own.another}</ButtonLink>
        </>
      )}
      <Menu position='bottom-end' width={250}>
        <Menu.Target><ActionIcon variant='default' size={36} aria-label={text.actions.more}><Ellipsis size={18} /></ActionIcon></Menu.Target>
        <Menu.Dropdown>
          {hasFolio && (
            <Menu.Item leftSection={<FileCode size={15} />} onClick={() => { download.mutate('xml') }}>{own.xml}</Menu.Item>
          )}
          {can('Webhook.Evidence') && (
            <Menu.Item leftSection={<FileArchive size={15} />} onClick={() => { download.mutate('zip') }}>{own.evidence}</Menu.Item>
          )}
          <CopyItem value={correlationId} icon={<Copy size={15} />}>{own.copyId}</CopyItem>
          <CopyItem value={curl} icon={<Code size={15} />}>{own.copyCurl}</CopyItem>
        </Menu.Dropdown>
      </Menu>
      <ProblemNotice error={download.error} />
    </>
  )
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
