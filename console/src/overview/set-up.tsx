import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { useCan } from '../session/session.ts'
import { useWords } from '../text/text.tsx'
import { useAttention, useTenant } from './requests.ts'
import { words } from './words.ts'

/** What is missing before documents go out; nothing once nothing is and the SII has accepted a document. */
export function SetUp () {
  const own = useWords(words)
  const can = useCan()
  const { data: tenant } = useTenant()
  const { data: documents } = useAttention()
  if (!tenant) return null
  const { ready, missing } = tenant.readiness
  const blocking = missing.filter((lack) => lack.blocking)
  const accepted = documents?.counts?.some(({ status, documents: count }) => (status === 5 || status === 6) && count > 0)
  const isFirst = ready && accepted === false
  if (ready && blocking.length === 0 && !isFirst) return null
  return (
    <Alert icon={<ListChecks size={20} />} title={own.setUp.title} color='orange' role='region' aria-label={own.setUp.title}>
      <Stack gap='sm'>
        {blocking.length > 0 && (
          <div>
            <Text size='sm'>{own.setUp.text}</Text>
            <ul className='sentences'>{blocking.map(({ code, documentType, message }) => <li key={`${code} ${documentType ?? ''}`}>{message}</li>)}</ul>
          </div>
        )}
        {blocking.length === 0 && isFirst && <Text size='sm'>{own.setUp.first}</Text>}
        <Group>
          <Button component={Link} to='/setup' size='sm'>{own.setUp.link}</Button>
          {isFirst && can('Webhook.Issue') && <Button component={Link} to='/issue' size='sm' variant='default'>{own.setUp.issue}</Button>}
        </Group>
      </Stack>
    </Alert>
  )
}
