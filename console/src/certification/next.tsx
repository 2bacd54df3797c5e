import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Check, ExternalLink } from 'lucide-react'
import { timbre, useCan } from '../session/session.ts'
import { CopyIcon } from '../shared/copy.tsx'
import { Facts } from '../shared/page.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { labelOf } from '../text/labels.ts'
import { useWords } from '../text/text.tsx'
import { useProgressChanged, type Item, type Kind, type NextStep } from './progress.ts'
import { words } from './words.ts'

interface NextProps { kind: Kind, next: NextStep | null, items: readonly Item[], isOver: boolean }

/** The next thing of the journey. */
export function Next ({ kind, next, items, isOver }: NextProps) {
  const own = useWords(words)
  if (!next) return <Text size='sm' c='dimmed'>{isOver ? own.overText : own.wait}</Text>
  // A declaration is of an item, whose name the step is recorded with.
  const item = items.find((one) => one.next?.step === 'declared' && JSON.stringify(one.next.values) === JSON.stringify(next.values))
  return <StepToDo kind={kind} next={next} name={next.step === 'declared' ? item?.name : undefined} />
}

/** What to do: here, or on a page of the SII with values to copy; what is done there is recorded here. */
export function StepToDo ({ kind, next, name }: { kind: Kind, next: NextStep, name?: string | undefined }) {
  const own = useWords(words)
  const can = useCan()
  const changed = useProgressChanged()
  const { operation, step, page, values, message } = next
  const record = useMutation({
    mutationFn: () => timbre.post('/api/Certification/RecordStep', { body: { kind, step: step!, ...name === undefined ? {} : { name } } }),
    onSuccess: changed
  })
  const sentence = labelOf(own.operations, operation ?? '') ?? labelOf(own.todo, step ?? '') ?? (step === null && page ? own.reviewed : message)
  return (
    <Stack gap='sm'>
      <Text size='sm'>{sentence}</Text>
      {values.length > 0 && (
        <div role='group' aria-label={own.values}>
          <Facts
            facts={values.map(({ label, value }) => [label, (
              <Group key={label} gap={6} wrap='nowrap' component='span'><span>{value}</span><CopyIcon value={value} label={own.copy(label)} /></Group>
            )] as const)}
          />
        </div>
      )}
      <Group gap='sm'>
        {page && (
          <Button component='a' href={page.address} target='_blank' rel='noreferrer' variant='default' rightSection={<ExternalLink size={15} />}>
            {own.page(page.name)}
          </Button>
        )}
        {step && can('Certification.Manage') && (
          <Button leftSection={<Check size={16} />} loading={record.isPending} onClick={() => { record.mutate() }}>{own.done}</Button>
        )}
      </Group>
      <ProblemNotice error={record.error} />
    </Stack>
  )
}
