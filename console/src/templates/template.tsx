import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
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
    mutationFn: async ({ values, replaces }: { values: Draft, replaces: boolean }) => {
      if (!replaces) return keepDraft(values, draft.id)
      // It is drawn and kept before the other one is given up.
      const { id } = await keepDraft({ ...values, isDefault: false }, draft.id)
      await giveUpRivals(values)
      return timbre.put('/api/PdfTemplate/Update', { body: { id, isDefault: true } })
    },
    onSuccess: (kept) => {
      notifications.show({ message: kept.isDefault ? own.saved : own.savedUnused, color: kept.isDefault ? 'green' : 'orange' })
      form.resetDirty()
      cache.setQueryData(['template', kept.id], kept)
      void cache.invalidateQueries({ queryKey: ['templates'] })
      leaving.current = true
      if (draft.id === undefined) void navigate({ to: '/templates/$id', params: { id: kept.id }, replace: true })
      else leaving.current = false
    }
  })
  const manages = can('PdfTemplate.Manage')
  const isTaken = keep.error instanceof TimbreError && keep.error.code === 'PDF_TEMPLATE_DEFAULT_TAKEN'
  const problems = keep.error instanceof TimbreError ? placesIn(keep.error.errors) : []
  return (
    <Stack gap='lg'>
      <BackLink to='/templates'>{own.back}</BackLink>
      <form onSubmit={form.onSubmit((values) => { keep.mutate({ values, replaces: false }) })}>
        <Stack gap='lg'>
          <PageTitle
            title={form.values.name || own.newName}
            aside={form.isDirty() && <Badge variant='light' color='orange' c='var(--mantine-color-text)' tt='none'>{own.unsaved}</Badge>}
          >
            {manages && draft.id !== undefined && <Remove id={draft.id} name={draft.name} onRemoved={() => { leaving.current = true }} />}
            {manages && <Button type='submit' loading={keep.isPending} disabled={!isChanged}>{text.actions.save}</Button>}
          </PageTitle>
          <ProblemNotice error={keep.error} />
          {isTaken && (
            <Group gap='sm'>
              <Button onClick={() => { keep.mutate({ values: form.values, replaces: true }) }}>{own.replace}</Button>
              <Text size='sm' c='dimmed'>{own.replaceText}</Text>
            </Group>
          )}
          <div className='split split-drawing'>
            <Paper p={{ base: 'md', md: 'lg' }}><TemplateForm form={form} readOnly={!manages} problems={problems} /></Paper>
            {manages && <Preview draft={form.values} />}
          </div>
        </Stack>
      </form>
    </Stack>
  )
}

function keepDraft (values: Draft, id: string | undefined) {
  return id === undefined
    ? timbre.post('/api/PdfTemplate/Create', { body: bodyOf(values) })
    : timbre.put('/api/PdfTemplate/Update', { body: { ...updateOf(values), id } })
}

/** Those in use for the same documents: a template for named types and one for all types do not exclude each other. */
async function giveUpRivals ({ documentTypes: types, format }: Draft): Promise<void> {
  const inUse = (await timbre.get('/api/PdfTemplate/List')).filter((one) => one.isDefault && one.format === format)
  for (const { id, documentTypes } of inUse) {
    const others = (documentTypes ?? []).map(String)
    const isRival = types.length + others.length === 0 || others.some((type) => types.includes(type))
    if (isRival) await timbre.put('/api/PdfTemplate/Update', { body: { id, isDefault: false } })
  }
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
