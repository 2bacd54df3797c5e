import { Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Card } from '../shared/page.tsx'
import { StatusLabel } from '../shared/status.tsx'
import { useWords } from '../text/text.tsx'
import { useDocumentName } from './name.ts'
import type { Detail } from './requests.ts'
import { words } from './words.ts'

type Relation = Detail['relations']['changes'][number]

/** The documents that this note changes, and the notes that change this document. */
export function Relations ({ detail: { relations: { changes, changedBy } } }: { detail: Detail }) {
  const own = useWords(words)
  if (changes.length + changedBy.length === 0) return null
  return (
    <Card title={own.relations.title}>
      <Stack gap={4}>
        {changes.map((relation, index) => <One key={index} relation={relation} verbs={own.relations.changes} />)}
        {changedBy.map((relation, index) => <One key={index} relation={relation} verbs={own.relations.changedBy} />)}
      </Stack>
    </Card>
  )
}

interface Verbs { 1: string, 2: string, 3: string, other: string }

function One ({ relation, verbs }: { relation: Relation, verbs: Verbs }) {
  const own = useWords(words)
  const nameOf = useDocumentName()
  const { code, correlationId, status } = relation
  const name = <Text size='sm' fw={550} className='numbers'>{nameOf(relation)}</Text>
  return (
    <div className='row relation'>
      <Text size='xs' c='dimmed'>{verbs[(code ?? 'other') as keyof Verbs] ?? verbs.other}</Text>
      <Group justify='space-between' gap='xs'>
        {correlationId ? <Link to='/documents/$id' params={{ id: correlationId }} className='plain'>{name}</Link> : name}
        {status ? <StatusLabel status={status} size='xs' /> : <Text size='xs' c='dimmed'>{own.relations.elsewhere}</Text>}
      </Group>
    </div>
  )
}
