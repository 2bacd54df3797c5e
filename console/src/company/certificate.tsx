import { Alert, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { FlaskConical, Upload } from 'lucide-react'
import { useState } from 'react'
import { useCan } from '../session/session.ts'
import { useBegin } from '../shared/begin.ts'
import { CertificateFacts, CertificateForm, CertificateRehearsal } from '../shared/company/certificate-form.tsx'
import { useCertificate, useRehearses, type Certificate } from '../shared/company/tenant.ts'
import { words as shared } from '../shared/company/words.ts'
import { Card } from '../shared/page.tsx'
import { Problem } from '../shared/problem.tsx'
import { Dot, tones } from '../shared/status.tsx'
import { useText, useWords } from '../text/text.tsx'
import { words } from './words.ts'

const soon = 30

/** With what documents are signed, and until when. */
export function CertificateCard () {
  const own = useWords(words).certificate
  const { rehearse } = useWords(shared).certificate
  const { text } = useText()
  const can = useCan()
  const rehearses = useRehearses()
  const { data, error, refetch } = useCertificate()
  const [way, setWay] = useState<'upload' | 'rehearse'>()
  const close = () => { setWay(undefined) }
  useBegin('certificate', () => { if (can('Tenant.Manage')) setWay('upload') })
  const modal = { onClose: close, centered: true, size: 'lg', closeButtonProps: { 'aria-label': text.actions.close } } as const
  if (error && data === undefined) return <Problem error={error} onRetry={() => { void refetch() }} />
  return (
    <Card title={own.title} aside={data && <Validity certificate={data} />}>
      <Stack>
        {data === undefined ? <Skeleton height={150} /> : data === null ? <Text size='sm' c='dimmed'>{own.none}</Text> : <CertificateFacts certificate={data} />}
        {data && data.daysLeft < soon && (
          <Alert color={isOver(data) ? 'red' : 'orange'} variant='light'>{isOver(data) ? own.over : own.soon}</Alert>
        )}
        {can('Tenant.Manage') && data !== undefined && (
          <Group gap='xs'>
            <Button variant='default' leftSection={<Upload size={16} />} onClick={() => { setWay('upload') }}>{data ? own.another : own.upload}</Button>
            {rehearses && <Button variant='default' leftSection={<FlaskConical size={16} />} onClick={() => { setWay('rehearse') }}>{rehearse}</Button>}
          </Group>
        )}
      </Stack>
      <Modal {...modal} opened={way === 'upload'} title={own.dialog}><CertificateForm replaces={Boolean(data)} onKept={close} /></Modal>
      <Modal {...modal} opened={way === 'rehearse'} title={own.rehearsalDialog}><CertificateRehearsal onKept={close} /></Modal>
    </Card>
  )
}

function isOver ({ notAfter }: Certificate): boolean {
  return Date.parse(notAfter) < Date.now()
}

function Validity ({ certificate }: { certificate: Certificate }) {
  const own = useWords(words).certificate
  if (isOver(certificate)) return <Dot colour={tones.bad}>{own.overShort}</Dot>
  return certificate.daysLeft < soon ? <Dot colour={tones.warning}>{own.soonShort}</Dot> : <Dot colour={tones.good}>{own.valid}</Dot>
}
