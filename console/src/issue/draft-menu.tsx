import { ActionIcon, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { FilePenLine, Trash2 } from 'lucide-react'
import { useMe } from '../session/session.ts'
import { useTypeName } from '../shared/document-types.ts'
import { useText, useWords } from '../text/text.tsx'
import { forgetDraft, useDrafts, type Draft } from './drafts.ts'
import { words } from './words.ts'

/** What is half written in this browser, and the way back to it. */
export function DraftMenu ({ current }: { current: string }) {
  const { text } = useText()
  const own = useWords(words)
  const me = useMe()
  const [opened, { open, close }] = useDisclosure()
  const drafts = useDrafts(me).filter(({ id }) => id !== current)
  if (drafts.length === 0) return null
  return (
    <>
      <Button variant='default' leftSection={<FilePenLine size={16} />} onClick={open}>{own.drafts.menu(drafts.length)}</Button>
      <Modal opened={opened} onClose={close} title={own.drafts.title} centered closeButtonProps={{ 'aria-label': text.actions.close }}>
        <ul className='cards'>{drafts.map((draft) => <Kept key={draft.id} draft={draft} onOpen={close} />)}</ul>
      </Modal>
    </>
  )
}

function Kept ({ draft: { id, about, form, savedAt }, onOpen }: { draft: Draft, onOpen: () => void }) {
  const { format } = useText()
  const own = useWords(words)
  const me = useMe()
  const nameOf = useTypeName()
  const receiver = form.values['header.receiver.businessName'] ?? form.values['header.receiver.taxNumber']
  const name = `${nameOf(form.type)} · ${receiver ?? own.drafts.noReceiver}`
  return (
    <li>
      <Group justify='space-between' wrap='nowrap' py='xs' className='row'>
        <Stack gap={2} miw={0}>
          <Link to='/issue' search={{ draft: id, ...about }} className='plain clip' onClick={onOpen}>{name}</Link>
          <Text size='xs' c='dimmed' className='numbers'>{format.moment(new Date(savedAt).toISOString())}</Text>
        </Stack>
        <ActionIcon
          variant='subtle' color='gray' size={32} pos='relative' style={{ zIndex: 1 }} aria-label={own.drafts.remove(name)} onClick={() => { forgetDraft(me, id) }}
        >
          <Trash2 size={16} />
        </ActionIcon>
      </Group>
    </li>
  )
}
