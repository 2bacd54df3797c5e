import { Stack, Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCan } from '../session/session.ts'
import { PageTitle } from '../shared/page.tsx'
import { useWords } from '../text/text.tsx'
import { Roles } from './roles.tsx'
import { Users } from './users.tsx'
import { words } from './words.ts'

/** Who may come in, and what each role allows. */
export function People () {
  const own = useWords(words)
  const can = useCan()
  const { tab = can('User.Read') ? 'people' : 'roles' } = useSearch({ from: '/people' })
  const navigate = useNavigate({ from: '/people' })
  return (
    <Stack gap='lg'>
      <PageTitle title={own.title} />
      <Tabs value={tab} keepMounted={false} onChange={(next) => { void navigate({ search: next === 'roles' ? { tab: 'roles' } : {} }) }}>
        <Tabs.List mb='lg'>
          {can('User.Read') && <Tabs.Tab value='people'>{own.people}</Tabs.Tab>}
          {can('Role.Read') && <Tabs.Tab value='roles'>{own.roles}</Tabs.Tab>}
        </Tabs.List>
        {can('User.Read') && <Tabs.Panel value='people'><Users /></Tabs.Panel>}
        {can('Role.Read') && <Tabs.Panel value='roles'><Roles /></Tabs.Panel>}
      </Tabs>
    </Stack>
  )
}
