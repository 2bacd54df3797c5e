import { Badge, Button, Group, Paper, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useBlocker, useNavigate, useParams } from '@tanstack/react-router'
import { Trash } from 'lucide-react'
import { useRef } from 'react'
import { TimbreError, timbre, useCan } from '../session/session.ts'
import { Confirm } from '../shared/confirm.tsx'
import { BackLink, Loading, PageTitle } from '../shared/page.tsx'
import { Problem, ProblemNotice } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { TemplateForm } from './form.tsx'
import { bodyOf, draftOf, newDraft, placesIn, type Draft } from './model.ts'
import { isBusy, Preview } from './preview.tsx'
import { words } from './words.ts'

/** A template beside its drawing; `new` and `new-code` begin another one. */
export function TemplatePage () {
  const own = useWords(words)
  const { id } = useParams({ from: '/templates/$id' })
  const isNew = id === 'new' || id === 'new-code'
  const { data, error, refetch } = useQuery({
    queryKey: ['template', id], queryFn: () => timbre.get('/api/PdfTemplate/Get', { query: { id } }), enabled: !isNew, staleTime: Infinity
  })
  const draft = isNew ? newDraft(id === 'new' ? 'settings' : 'code', own.newName) : data && draftOf(data)
  if (!draft) {
    return (
      <Stack>
        <BackLink to='/templates'>{own.back}</BackLink>
        <PageTitle title={own.title} />
        {error ? <Problem error={error} onRetry={() => { void refetch() }} /> : <Loading />}
      </Stack>
    )
  }
  return <Editor key={id} draft={draft} />
}

function Editor ({ draft }: { draft: Draft }) {
  const { text } = useText()
  const own = useWords(words)
  const can = useCan()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const form = useForm({ initialValues: draft })
  const leaving = useRef(false)
  const isChanged = form.isDirty() || draft.id === undefined
  useBlocker({
    shouldBlockFn: () => form.isDirty() && !leaving.current && !window.confirm(own.leave),
    enableBeforeUnload: () => form.isDirty() && !leaving.current
  })
  const keep = useMutation({
    // It is drawn before it is kept, and waits for its turn in silence as the preview does.
    retry: isBusy,
    mutationFn: async (values: Draft) => draft.id === undefined
      ? timbre.post('/api/PdfTemplate/Create', { body: bodyOf(values) })
      : timbre.put('/api/PdfTemplate/Update', { body: { ...updateOf(values), id: draft.id } }),
    onSuccess: (kept) => {
      notifications.show({ message: own.saved, color: 'green' })
      form.resetDirty()
      cache.setQueryData(['template', kept.id], kept)
      void cache.invalidateQueries({ queryKey: ['templates'] })
      leaving.current = true
      if (draft.id === undefined) void navigate({ to: '/templates/$id', params: { id: kept.id }, replace: true })
      else leaving.current = false
    }
  })
  const manages = can('PdfTemplate.Manage')
  const problems = keep.error instanceof TimbreError ? placesIn(keep.error.errors) : []
  return (
    <Stack gap='lg'>
      <BackLink to='/templates'>{own.back}</BackLink>
      <form onSubmit={form.onSubmit((values) => { keep.mutate(values) })}>
        <Stack gap='lg'>
          <PageTitle
            title={form.values.name || own.newName}
            aside={form.isDirty() && <Badge variant='light' color='orange' c='var(--mantine-color-text)' tt='none'>{own.unsaved}</Badge>}
          >
            {manages && draft.id !== undefined && <Remove id={draft.id} name={draft.name} onRemoved={() => { leaving.current = true }} />}
            {manages && <Button type='submit' loading={keep.isPending} disabled={!isChanged}>{text.actions.save}</Button>}
          </PageTitle>
          <ProblemNotice error={keep.error} />
          <div className='split split-drawing'>
            <Paper p={{ base: 'md', md: 'lg' }}><TemplateForm form={form} readOnly={!manages} problems={problems} /></Paper>
            {manages && <Preview draft={form.values} />}
          </div>
        </Stack>
      </form>
    </Stack>
  )
}

/** The kind of a template never changes. */
function updateOf (draft: Draft) {
  const { kind: _kind, ...body } = bodyOf(draft)
  return body
}

function Remove ({ id, name, onRemoved }: { id: string, name: string, onRemoved: () => void }) {
  const { text } = useText()
  const own = useWords(words)
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [opened, { open, close }] = useDisclosure()
  const remove = useMutation({
    mutationFn: () => timbre.delete('/api/PdfTemplate/Delete', { query: { id } }),
    onSuccess: () => {
      onRemoved()
      void cache.invalidateQueries({ queryKey: ['templates'] })
      void navigate({ to: '/templates' })
    }
  })
  return (
    <Group>
      <Button variant='default' leftSection={<Trash size={15} />} onClick={open}>{text.actions.remove}</Button>
      <Confirm
        opened={opened} onClose={close} title={own.remove} action={text.actions.remove} danger work={remove}
        onConfirm={() => { remove.mutate() }}
      >
        {own.removeText(name)}
      </Confirm>
    </Group>
  )
}
