import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { useCan } from '../session/session.ts'
import { useWords } from '../text/text.tsx'
import { useTenant } from './requests.ts'
import { useHasAccepted } from './tasks.ts'
import { words } from './words.ts'

/** What is missing before documents go out, until the SII has accepted one. */
export function SetUp () {
  const own = useWords(words)
  const can = useCan()
  const { data: tenant } = useTenant()
  const hasAccepted = useHasAccepted()
  if (!tenant || hasAccepted) return null
  const { ready, missing } = tenant.readiness
  const blocking = missing.filter((lack) => lack.blocking)
  const isFirst = ready && hasAccepted === false
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
