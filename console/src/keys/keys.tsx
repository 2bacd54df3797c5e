import { Button, Modal, Text, Tooltip } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre, useMe } from '../session/session.ts'
import { SecretOnce } from '../shared/copy.tsx'
import { Card, Loading, PageTitle } from '../shared/page.tsx'
import { Problem, ProblemNotice } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { Pairs } from './pairs.tsx'
import { TryPair } from './try-pair.tsx'
import { words } from './words.ts'

const mostPairs = 2
const whileTwo = 20_000

/** The keys of programs: create, hand out, revoke. */
export function Keys () {
  const { text } = useText()
  const own = useWords(words)
  const { data, error, refetch } = useQuery({
    queryKey: ['keys'], queryFn: () => timbre.get('/api/Tenant/Keys'),
    // While there are two, somebody waits for the old one to fall silent.
    refetchInterval: ({ state }) => (state.data?.length ?? 0) > 1 ? whileTwo : false
  })
  const { create, made, forget } = useCreate()
  const full = (data?.length ?? 0) >= mostPairs
  return (
    <div className='stack'>
      <PageTitle title={text.places.keys} note={own.note}>
        <Tooltip label={own.full} disabled={!full}>
          <Button
            leftSection={<KeyRound size={16} />} loading={create.isPending} data-disabled={full} aria-disabled={full}
            onClick={() => { if (!full) create.mutate() }}
          >
            {own.create}
          </Button>
        </Tooltip>
      </PageTitle>
      <ProblemNotice error={create.error} />
      <Guide pairs={data?.length ?? 1} />
      {error && !data ? <Problem error={error} onRetry={() => { void refetch() }} />
        : !data ? <Loading rows={2} height={56} /> : <Pairs pairs={data} />}
      <TryPair />
      <Modal
        opened={made !== undefined} onClose={forget} title={own.madeTitle} centered size='lg' withCloseButton={false} closeOnClickOutside={false}
        closeOnEscape={false}
      >
        {made && <NewPair pair={made} onKept={forget} />}
      </Modal>
    </div>
  )
}

type Made = ResultOf<'/api/Tenant/CreateKey', 'post'>

/** The secret is in this component's state alone, until the reader says that it is stored. */
function useCreate () {
  const queries = useQueryClient()
  const [made, setMade] = useState<Made>()
  const create = useMutation({
    mutationFn: async () => {
      setMade(await timbre.post('/api/Tenant/CreateKey'))
      await queries.invalidateQueries({ queryKey: ['keys'] })
    }
  })
  return { create, made, forget: () => { setMade(undefined) } }
}

function NewPair ({ pair: { accessKey, secretKey }, onKept }: { pair: Made, onKept: () => void }) {
  const own = useWords(words)
  const { tenant: { tenantCode } } = useMe()
  return (
    <SecretOnce
      fileName={own.fileName} onKept={onKept}
      values={[[own.code, tenantCode], [own.accessKey, accessKey], [own.secretKey, secretKey]]}
    />
  )
}

/** The way from one pair to the next; with two pairs the second and third step are left. */
function Guide ({ pairs }: { pairs: number }) {
  const own = useWords(words)
  const current = pairs > 1 ? 'handOut' : 'create'
  return (
    <Card title={own.guide}>
      <ol className='guide'>
        {(['create', 'handOut', 'revoke'] as const).map((name, index) => (
          <li key={name} data-current={name === current || undefined} aria-current={name === current ? 'step' : undefined}>
            <span className='step-mark' data-done={(pairs > 1 && name === 'create') || undefined} aria-hidden='true'>{index + 1}</span>
            <span>
              <Text span size='sm' fw={600} display='block'>{own.steps[name].title}</Text>
              <Text span size='sm' c='dimmed' display='block'>{own.steps[name].text}</Text>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
