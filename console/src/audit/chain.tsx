import { Alert, Button, Code, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre } from '../session/session.ts'
import { ProblemNotice } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { words } from './words.ts'

type Checked = ResultOf<'/api/AuditLogs/Verify', 'get'>

/** Checks the whole chain, part by part, and says up to where it is intact. */
export function Chain () {
  const { format } = useText()
  const { chain: own } = useWords(words)
  const [intactUpTo, setIntactUpTo] = useState(0)
  const check = useMutation({
    mutationFn: async (): Promise<Checked> => {
      for (let after = 0; ;) {
        const part = await timbre.get('/api/AuditLogs/Verify', { query: { after } })
        setIntactUpTo(part.intactUpTo)
        if (part.complete || part.firstBroken !== null || part.intactUpTo <= after) return part
        after = part.intactUpTo
      }
    }
  })
  const { data } = check
  if (data && data.firstBroken !== null) {
    return <Alert color='red' icon={<ShieldAlert size={20} />} role='alert'>{own.broken(format.number(data.firstBroken))}</Alert>
  }
  if (data) {
    return (
      <Alert color='green' icon={<ShieldCheck size={20} />} role='status'>
        <Text size='sm'>{data.intactUpTo === 0 ? own.empty : own.intact(format.number(data.intactUpTo))}</Text>
        {data.hash && <Text size='xs' c='dimmed' mt={4} className='secret'>{own.hash}: <Code>{data.hash}</Code></Text>}
      </Alert>
    )
  }
  return (
    <Group gap='sm'>
      <Button
        variant='default' size='sm' leftSection={<ShieldCheck size={16} />} loading={check.isPending}
        onClick={() => { check.mutate() }}
      >
        {own.check}
      </Button>
      {check.isPending && <Text size='sm' c='dimmed' role='status'>{own.checking(format.number(intactUpTo))}</Text>}
      <ProblemNotice error={check.error} />
    </Group>
  )
}
