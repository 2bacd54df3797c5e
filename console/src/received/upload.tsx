import { Button, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Upload as UploadIcon } from 'lucide-react'
import { useState } from 'react'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre } from '../session/session.ts'
import { useTypeName } from '../shared/document-types.ts'
import { FileDrop } from '../shared/files.tsx'
import { useSentencesOf } from '../shared/problem.tsx'
import { labelOf } from '../text/labels.ts'
import { useText, useWords } from '../text/text.tsx'
import { checkWords } from './checks.ts'
import { words } from './words.ts'

type Taken = ResultOf<'/api/Received/Upload', 'post'>['files'][number]
/** A file that was chosen, with what was found in it, or why it was not taken. */
interface Chosen { name: string, taken?: Taken[], error?: unknown }

const maxBytes = 10 * 1024 * 1024

/** The files of suppliers, one after another; each with its outcome. */
export function Upload () {
  const own = useWords(words).upload
  const { text } = useText()
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <Button leftSection={<UploadIcon size={16} />} onClick={open}>{own.open}</Button>
      <Modal opened={opened} onClose={close} title={own.title} size='lg' centered closeButtonProps={{ 'aria-label': text.actions.close }}>
        {opened && <Files />}
      </Modal>
    </>
  )
}

function Files () {
  const own = useWords(words).upload
  const cache = useQueryClient()
  const [chosen, setChosen] = useState<Chosen[]>([])
  const upload = useMutation({
    mutationFn: async (files: File[]) => {
      setChosen(files.map(({ name }) => ({ name })))
      for (const [index, file] of files.entries()) {
        const outcome = await timbre.post('/api/Received/Upload', { body: { File: file, FileName: file.name } })
          .then(({ files: taken }) => ({ taken }), (error: unknown) => ({ error }))
        setChosen((before) => before.map((one, place) => place === index ? { ...one, ...outcome } : one))
      }
      await cache.invalidateQueries({ queryKey: ['received'] })
    }
  })
  return (
    <Stack>
      <FileDrop label={own.label} note={own.note} accept='.xml,.zip,.eml' multiple maxBytes={maxBytes} busy={upload.isPending} onFiles={upload.mutate} />
      <div role='status'>
        <ul className='outcomes'>{chosen.flatMap(({ name, taken, error }, index) => taken
          ? taken.map((file, place) => <Outcome key={`${index} ${place}`} file={file} />)
          : <Failure key={index} name={name} error={error} />)}
        </ul>
      </div>
    </Stack>
  )
}

/** A file that is on its way, or that the server refused whole. */
function Failure ({ name, error }: { name: string, error: unknown }) {
  const own = useWords(words).upload
  const sentencesOf = useSentencesOf()
  return <Line name={name} isGood={error === undefined}>{error === undefined ? own.taking : sentencesOf(error).join(' ')}</Line>
}

function Outcome ({ file: { name, outcome, explanation, documents } }: { file: Taken }) {
  const own = useWords(words)
  const { text, language } = useText()
  const { short } = useWords(checkWords)
  const nameOf = useTypeName()
  const failed = documents.some(({ failedChecks }) => failedChecks.length > 0)
  return (
    <Line name={name} isGood={outcome !== 'refused' && !failed}>
      {own.upload.outcomes[outcome]}{explanation && `. ${explanation[language]}`}
      {documents.map((document) => (
        <Text key={document.id} size='sm' className='numbers'>
          {text.document.number(nameOf(document.documentType), String(document.folio))}, {own.upload.outcomes[document.outcome]}:{' '}
          {document.failedChecks.length === 0 ? own.upload.inOrder : own.fails(document.failedChecks.map((check) => labelOf(short, check) ?? check).join(', '))}
        </Text>
      ))}
    </Line>
  )
}

function Line ({ name, isGood, children }: { name: string, isGood: boolean, children: React.ReactNode }) {
  const Icon = isGood ? CircleCheck : CircleAlert
  return (
    <li>
      <span className='outcome-icon'><Icon size={18} color={`var(--${isGood ? 'good' : 'bad'})`} aria-hidden='true' /></span>
      <div><Text size='sm' fw={600} className='wrap'>{name}</Text><Text size='sm' c='dimmed' component='div'>{children}</Text></div>
    </li>
  )
}
