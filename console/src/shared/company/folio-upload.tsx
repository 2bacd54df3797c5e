import { Button, Checkbox, Group, Loader, NumberInput, Select, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { timbre } from '../../session/session.ts'
import { useText, useWords } from '../../text/text.tsx'
import { useDocumentTypes, useTypeName } from '../document-types.ts'
import { FileDrop } from '../files.tsx'
import { ProblemNotice, useSentencesOf } from '../problem.tsx'
import { FirstFolio } from './first-folio.tsx'
import { useCompanyChanged, type DocumentType, type FolioBlock } from './tenant.ts'
import { words } from './words.ts'

interface Taken { name: string, block?: FolioBlock, error?: unknown }

/** CAF files, one after another: what each holds, or why it was not taken. */
export function FolioUpload () {
  const own = useWords(words).folios
  const changed = useCompanyChanged()
  const [activates, setActivates] = useState(true)
  const [isUsed, setIsUsed] = useState(false)
  const [taken, setTaken] = useState<Taken[]>([])
  const upload = useMutation({
    mutationFn: async (files: File[]) => {
      setTaken(files.map(({ name }) => ({ name })))
      for (const [index, file] of files.entries()) {
        const outcome = await keep(file, activates && !isUsed)
        setTaken((before) => before.map((one, place) => place === index ? { ...one, ...outcome } : one))
      }
      await changed()
    }
  })
  return (
    <Stack>
      <FileDrop
        label={own.files} accept='.xml,text/xml,application/xml' multiple maxBytes={1024 * 1024} busy={upload.isPending}
        note={own.filesNote} onFiles={upload.mutate}
      />
      <Checkbox
        label={own.usedElsewhere} description={own.usedElsewhereNote} checked={isUsed} disabled={upload.isPending}
        onChange={({ currentTarget }) => { setIsUsed(currentTarget.checked) }}
      />
      {!isUsed && (
        <Checkbox
          label={own.activates} description={own.activatesNote} checked={activates} disabled={upload.isPending}
          onChange={({ currentTarget }) => { setActivates(currentTarget.checked) }}
        />
      )}
      {taken.length > 0 && (
        <ul className='outcomes' aria-label={own.outcomes} aria-live='polite'>
          {taken.map((one, index) => (
            <Outcome
              key={index} taken={one} isUsed={isUsed}
              onActivated={() => { setTaken((before) => before.map((other) => other === one ? withState(other, 2) : other)) }}
            />
          ))}
        </ul>
      )}
    </Stack>
  )
}

/** A file that was taken before gives the same block: it stays as it is. */
async function keep (file: File, activates: boolean): Promise<Omit<Taken, 'name'>> {
  try {
    const { id } = await timbre.post('/api/Folio/Upload', { body: { File: file } })
    const find = async () => (await timbre.get('/api/Folio/List')).find((block) => block.id === id)
    const block = await find()
    if (!activates || block?.state !== 1) return block ? { block } : {}
    await timbre.put('/api/Folio/Activate', { body: { id } })
    return { block: await find() ?? block }
  } catch (error) {
    return { error }
  }
}

function withState (taken: Taken, state: FolioBlock['state']): Taken {
  return taken.block ? { ...taken, block: { ...taken.block, state } } : taken
}

function Outcome (
  { taken: { name, block, error }, isUsed, onActivated }: { taken: Taken, isUsed: boolean, onActivated: () => void }
) {
  const own = useWords(words).folios
  const nameOf = useTypeName()
  const { format } = useText()
  const sentencesOf = useSentencesOf()
  const icon = error ? <CircleAlert size={18} color='var(--bad)' /> : block ? <CircleCheck size={18} color='var(--good)' /> : <Loader size={16} />
  return (
    <li>
      <span aria-hidden='true' className='outcome-icon'>{icon}</span>
      <div>
        <Text size='sm' fw={550} className='numbers'>
          {block ? own.range(nameOf(block.documentType), format.number(block.rangeFrom), format.number(block.rangeTo)) : name}
        </Text>
        {block && (
          <Text size='sm' c='dimmed'>
            {[
              own.authorised(format.date(block.authorisedOn)), block.expiresOn && own.expires(format.date(block.expiresOn)),
              own.now[block.state]
            ].filter(Boolean).join(' · ')}
          </Text>
        )}
        {error !== undefined && <Text size='sm' c='red.8' className='bad' role='alert'>{sentencesOf(error).join(' ')}</Text>}
        {block && <Text size='xs' c='dimmed'>{name}</Text>}
        {isUsed && block?.state === 1 && <FirstFolio block={block} onDone={onActivated} />}
      </div>
    </li>
  )
}

/** Those that most companies issue. */
const usualTypes: readonly DocumentType[] = [33, 34, 39, 41, 52, 56, 61]
const mostRehearsed = 100_000

/** The simulator authorises the next folios of a type, or of all usual types; they are in use at once. */
export function FolioRehearsal ({ documentType, count }: { documentType?: number | undefined, count?: number }) {
  const own = useWords(words).folios
  const { format } = useText()
  const changed = useCompanyChanged()
  const types = useDocumentTypes()
  const nameOf = useTypeName()
  const form = useForm({
    initialValues: { documentType: String(documentType ?? 33), count: (count ? Math.min(count, mostRehearsed) : 1000) as string | number }
  })
  const ask = useMutation({
    mutationFn: async ({ documentTypes, count }: { documentTypes: readonly DocumentType[], count: number }) => {
      const blocks = []
      try {
        for (const documentType of documentTypes) blocks.push(await timbre.post('/api/Folio/Rehearse', { body: { documentType, count } }))
      } finally {
        await changed()
      }
      return blocks
    }
  })
  const askFor = (documentTypes: readonly DocumentType[]) =>
    form.onSubmit(({ count }) => { ask.mutate({ documentTypes, count: Number(count) }) })
  const wanted = Number(form.values.documentType) as DocumentType
  return (
    <form onSubmit={askFor([wanted])}>
      <Stack>
        <Text size='sm' c='dimmed'>{own.rehearsalNote}</Text>
        <Group align='end'>
          <Select
            label={own.type} data={(types.data ?? []).map(({ code }) => ({ value: code, label: nameOf(code) }))} allowDeselect={false}
            flex='1 1 220px' searchable {...form.getInputProps('documentType')}
          />
          <NumberInput
            label={own.count} min={1} max={mostRehearsed} allowDecimal={false} allowNegative={false} thousandSeparator='.' decimalSeparator=','
            required withAsterisk={false} w={130} {...form.getInputProps('count')}
          />
          <Button type='submit' loading={ask.isPending}>{own.rehearse}</Button>
        </Group>
        <Stack gap={6}>
          <Button variant='default' w='fit-content' disabled={ask.isPending} onClick={() => { askFor(usualTypes)() }}>{own.rehearseAll}</Button>
          <Text size='xs' c='dimmed'>{own.rehearseAllNote(usualTypes.map(nameOf).join(', '), format.number(Number(form.values.count)))}</Text>
        </Stack>
        <ProblemNotice error={ask.error} />
        {ask.data && (
          <div role='status'>
            {ask.data.map(({ id, documentType, rangeFrom, rangeTo }) => (
              <Text key={id} size='sm' fw={550}>{own.given(own.range(nameOf(documentType), format.number(rangeFrom), format.number(rangeTo)))}</Text>
            ))}
          </div>
        )}
      </Stack>
    </form>
  )
}
