import { SimpleGrid, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { KeyRound, LayoutTemplate, Users } from 'lucide-react'
import { useCan } from '../session/session.ts'
import { Choices } from '../shared/company/choices.tsx'
import { useTenantUpdate } from '../shared/company/company-form.tsx'
import type { Tenant } from '../shared/company/tenant.ts'
import { Card } from '../shared/page.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { useWords } from '../text/text.tsx'
import { words } from './words.ts'

/** How documents reach customers, which a company decides once. */
export function HandingOver ({ tenant }: { tenant: Tenant }) {
  const own = useWords(words)
  const update = useTenantUpdate()
  if (!useCan()('Tenant.Manage')) return null
  return (
    <Card title={own.handingOver}>
      <Stack>
        <Choices tenant={tenant} update={update} />
        <ProblemNotice error={update.error} />
      </Stack>
    </Card>
  )
}

/** What nothing waits for. */
export function Later () {
  const own = useWords(words)
  const can = useCan()
  const ways = [
    { to: '/people', claim: 'User.Manage', icon: Users, title: own.people, note: own.peopleNote },
    { to: '/templates', claim: 'PdfTemplate.Manage', icon: LayoutTemplate, title: own.template, note: own.templateNote },
    { to: '/keys', claim: 'Tenant.Manage', icon: KeyRound, title: own.keys, note: own.keysNote }
  ] as const
  const open = ways.filter(({ claim }) => can(claim))
  if (open.length === 0) return null
  return (
    <Card title={own.later}>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {open.map(({ to, icon: Icon, title, note }) => (
          <Link key={to} to={to} className='plain way'>
            <Icon size={20} aria-hidden='true' />
            <Stack gap={2} component='span'><Text span size='sm' fw={600}>{title}</Text><Text span size='sm' c='dimmed'>{note}</Text></Stack>
          </Link>
        ))}
      </SimpleGrid>
    </Card>
  )
}
