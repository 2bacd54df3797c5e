import { ActionIcon, Button, Group, Menu, Modal, Stack, TextInput } from '@mantine/core'
import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { Bookmark, X } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '../session/session.ts'
import { useText, useWords } from '../text/text.tsx'
import { isFiltered, readFilters, type Filters } from './filters.ts'
import { words } from './words.ts'

interface SavedView { name: string, filters: Filters }

const most = 20

/** Filters and orders under a name, kept in this browser for the person and the company. */
export function SavedViews ({ filters }: { filters: Filters }) {
  const own = useWords(words)
  const { tenant, user } = useMe()
  const navigate = useNavigate({ from: '/documents' })
  const [views, setViews] = useLocalStorage<SavedView[]>({ key: `timbre.views.${tenant.tenantCode}.${user.id}`, defaultValue: [] })
  const [opened, { open, close }] = useDisclosure()
  const { page: _, ...kept } = filters
  const canSave = isFiltered(kept) || kept.sort !== undefined
  if (views.length === 0 && !canSave) return null
  return (
    <>
      <Menu position='bottom-end'>
        <Menu.Target><Button variant='default' leftSection={<Bookmark size={16} />}>{own.savedViews}</Button></Menu.Target>
        <Menu.Dropdown>
          {views.map(({ name, filters: saved }) => (
            <Group key={name} gap={4} wrap='nowrap'>
              <Menu.Item onClick={() => { void navigate({ search: readFilters({ ...saved }) }) }}>{name}</Menu.Item>
              <ActionIcon
                variant='subtle' color='gray' size='sm' aria-label={own.forgetView(name)}
                onClick={() => { setViews(views.filter((view) => view.name !== name)) }}
              >
                <X size={14} />
              </ActionIcon>
            </Group>
          ))}
          {canSave && <Menu.Item onClick={open}>{own.saveView}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {opened && (
        <NameForm
          onClose={close}
          onName={(name) => { setViews([...views.filter((view) => view.name !== name), { name, filters: kept }].slice(-most)) }}
        />
      )}
    </>
  )
}

function NameForm ({ onName, onClose }: { onName: (name: string) => void, onClose: () => void }) {
  const own = useWords(words)
  const { text } = useText()
  const [name, setName] = useState('')
  return (
    <Modal opened onClose={onClose} title={own.saveView} centered closeButtonProps={{ 'aria-label': text.actions.close }}>
      <form onSubmit={(event) => { event.preventDefault(); onName(name.trim()); onClose() }}>
        <Stack>
          <TextInput
            label={own.viewName} value={name} maxLength={40} required withAsterisk={false} data-autofocus
            onChange={({ currentTarget }) => { setName(currentTarget.value) }}
          />
          <Group justify='end'><Button type='submit' disabled={name.trim() === ''}>{text.actions.save}</Button></Group>
        </Stack>
      </form>
    </Modal>
  )
}
