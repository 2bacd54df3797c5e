import { Skeleton, Stack, Switch, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { timbre, useMe } from '../session/session.ts'
import { Card } from '../shared/page.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { useWords } from '../text/text.tsx'
import { words } from './words.ts'

const queryKey = ['mailChoices']
const names = [
  'foliosLow', 'certificateExpiring', 'mailboxOff', 'rejected', 'claimed', 'deadlines', 'weekly'
] as const

/** Which mails the reader gets of this company. */
export function MailsCard () {
  const own = useWords(words).mails
  const { tenant } = useMe()
  const cache = useQueryClient()
  const { data, error } = useQuery({ queryKey, queryFn: ({ signal }) => timbre.get('/api/User/MailChoices', { signal }) })
  const choose = useMutation({
    mutationFn: (body: Partial<Record<typeof names[number], boolean>>) => timbre.put('/api/User/MailChoices', { body }),
    onSuccess: (choices) => { cache.setQueryData(queryKey, choices) }
  })
  return (
    <Card title={own.title}>
      <Stack>
        <Text size='sm' c='dimmed'>{own.note(tenant.businessName)}</Text>
        {names.map((name) => (
          <Skeleton key={name} visible={!data && !error}>
            <Switch
              label={own.choices[name]} checked={data?.[name] ?? false} disabled={!data || choose.isPending}
              onChange={({ currentTarget }) => { choose.mutate({ [name]: currentTarget.checked }) }}
            />
          </Skeleton>
        ))}
        <ProblemNotice error={error ?? choose.error} />
      </Stack>
    </Card>
  )
}
