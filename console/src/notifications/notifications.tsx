import { Box, Button, Code, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useCan } from '../session/session.ts'
import { CopyIcon } from '../shared/copy.tsx'
import { Card, Loading, PageTitle } from '../shared/page.tsx'
import { Problem } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { Deliveries } from './deliveries.tsx'
import { Endpoints } from './endpoints.tsx'
import { endpoints } from './requests.ts'
import { words } from './words.ts'

/** The addresses for notifications, and the outcome of each message. */
export function NotificationsPage () {
  const own = useWords(words)
  const can = useCan()
  const [adding, setAdding] = useState(false)
  const { data, error, refetch } = useQuery(endpoints)
  return (
    <Stack gap='lg'>
      <PageTitle title={own.title} note={own.intro}>
        {can('Notification.Manage') && data && data.length > 0 && (
          <Button leftSection={<Plus size={16} />} onClick={() => { setAdding(true) }}>{own.add}</Button>
        )}
      </PageTitle>
      {error && !data ? <Problem error={error} onRetry={() => { void refetch() }} /> : !data ? <Loading rows={3} /> : (
        <Endpoints
          endpoints={data} adding={adding} onAdd={() => { setAdding(true) }} onAdded={() => { setAdding(false) }}
        />
      )}
      <Deliveries endpoints={data ?? []} />
      <Card title={own.verify}><Verification /></Card>
    </Stack>
  )
}

const codeWith = (note: string) => `import { createHmac, timingSafeEqual } from 'node:crypto'

// ${note}
function isFromTimbre (headers, body, secret) {
  const id = headers['webhook-id']
  const at = headers['webhook-timestamp']
  if (Math.abs(Date.now() / 1000 - Number(at)) > 300) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${at}.\${body}\`).digest()
  return headers['webhook-signature'].split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}`

function Verification () {
  const { text } = useText()
  const own = useWords(words)
  const code = codeWith(own.codeNote)
  return (
    <Stack gap='sm'>
      <Text size='sm' c='dimmed'>{own.verifyText}</Text>
      <Box pos='relative'>
        <Code block fz={12} mah={300} pr={44} tabIndex={0} role='region' aria-label={own.code} className='code'>{code}</Code>
        <Box pos='absolute' top={6} right={6} bg='var(--mantine-color-body)' bdrs='sm'><CopyIcon value={code} label={`${text.actions.copy}: ${own.verify}`} /></Box>
      </Box>
    </Stack>
  )
}
